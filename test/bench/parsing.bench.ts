import type { RefundCommand } from '#domain/refunds/commands.ts'
import { refunds } from '#domain/refunds/decider.ts'
import type { RefundEvent } from '#domain/refunds/events.ts'
import type { RefundState } from '#domain/refunds/state.ts'
import type { Category, Family } from '#event-sourcing/category.ts'
import type { DomainEvent } from '#event-sourcing/decider.ts'
import { createExecute } from '#event-sourcing/execute.ts'
import { refunds as refundRows } from '#projections/refunds/refunds.ts'
import { requestedData } from '../domain/refunds/samples.ts'
import { context } from '../harness/counter.ts'
import { memoryStore } from '../harness/memory-store.ts'
import { recordedOf } from '../harness/scenario.ts'
import { figure, median, round } from './figures.ts'

export const name = 'checking events by their schemas'

const COMMANDS = 20_000
const EVENTS = 200_000
/** With and without by turns, so that what else the machine does meets both. */
const ROUNDS = 5

type Refunds = Family<RefundCommand, RefundState, RefundEvent>

/**
 * Processor time, not rates: the difference is far below what other processes do to a rate. The floor is the same
 * work in memory, without HTTP, stores and seals, so that its share of a whole request or a projected batch is
 * smaller still.
 */
export async function bench(): Promise<void> {
  const unchecked: Refunds = { ...refunds, parse: event => event as never, assertValid: () => undefined }
  const { checked, bare } = await byTurns(
    () => request(refunds),
    () => request(unchecked),
  )
  figure('a request decided, stamped and appended in memory, µs', round(checked, 2), `${round(bare, 2)} unchecked`)

  const [event] = recordedOf<DomainEvent>([{ type: 'RefundRequested', data: requestedData }], 'refund-rf_1')
  const project = () => measured(EVENTS, () => void refundRows.change(event!))
  const parse = (category: Category<RefundEvent>) => measured(EVENTS, () => void category.parse(event!))
  const read = await byTurns(
    () => parse(refunds),
    () => parse(unchecked),
  )
  figure('the largest event read, µs', round(read.checked, 2), `${round(read.bare, 2)} unchecked`)
  figure('the largest event read and turned into a row, µs', round(await project(), 2), 'without its SQL')
}

async function request(family: Refunds): Promise<number> {
  const { run } = createExecute(memoryStore())
  let id = 0
  const command = { type: 'request', data: requestedData } as const
  return measured(COMMANDS, () => {
    id += 1
    return run(family, `rf_${id}`, command, context(`c${id}`), { expectNoStream: true })
  })
}

async function byTurns(withChecks: () => Promise<number>, without: () => Promise<number>) {
  const [checked, bare]: number[][] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    checked!.push(await withChecks())
    bare!.push(await without())
  }
  return { checked: median(checked!), bare: median(bare!) }
}

/** Microseconds of processor time per call. */
async function measured(times: number, work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  for (let i = 0; i < times; i += 1) await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / times
}
