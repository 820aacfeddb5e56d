import { setTimeout as delay } from 'node:timers/promises'
import { connect } from 'nats'
import * as assert from 'uvu/assert'
import { OUTBOUND_STREAM } from '#bus/streams.ts'
import type { LoggedEvent } from '#event-sourcing/event-store.ts'
import { modules, readModelsOf } from '#modules.ts'
import { verifyReadModel } from '#projector/verify.ts'
import { createLeaderElection } from '#subscription/leader-election.ts'
import { until } from '../harness/client.ts'
import { testLog } from '../harness/log.ts'
import { readLog } from '../projector/refund-histories.ts'
import type { Fleet } from './fleet.ts'
import type { Load } from './load.ts'

const SETTLED_MS_MAX = 60_000
const QUERY_EVERY_MS = 500
const ENDS = ['RefundCompleted', 'RefundFailed', 'RefundCancelled', 'RefundVoided', 'RefundAbandoned']
const PAGE = 64

/** `refund`: the refund that it is about; null for events of other objects. */
type OnBus = { id: string; refund: string | null; sequence: number; at: number }

/** The stream of published events, in its order. `at`: when the broker stored it, milliseconds of the epoch. */
export async function publishedBy({ stores }: Fleet): Promise<OnBus[]> {
  const connection = await connect({ servers: stores.nats.url })
  try {
    const manager = await connection.jetstreamManager()
    const { first_seq, last_seq, messages } = (await manager.streams.info(OUTBOUND_STREAM)).state
    const found: OnBus[] = []
    for (let from = first_seq; messages > 0 && from <= last_seq; from += PAGE) {
      const page = Array.from({ length: Math.min(PAGE, last_seq - from + 1) }, (_, index) => from + index)
      const stored = await Promise.all(page.map(seq => manager.streams.getMessage(OUTBOUND_STREAM, { seq })))
      for (const message of stored) {
        const { id, data, metadata } = message.json<{
          id: string
          data: { object: string; refund_id?: string }
          metadata: { sequence: number }
        }>()
        const refund = data.object === 'refund' ? (data.refund_id ?? null) : null
        found.push({ id, refund, sequence: metadata.sequence, at: message.time.getTime() })
      }
    }
    return found
  } finally {
    await connection.close()
  }
}

/** Each query reads much of the log. */
const eventually = <T>(query: () => Promise<T>, accept: (found: T) => boolean): Promise<T> =>
  until(
    async () => {
      await delay(QUERY_EVERY_MS)
      return query()
    },
    accept,
    SETTLED_MS_MAX,
  )

/** Without this the first disturbance would find no work. */
export async function assertRunning(fleet: Fleet): Promise<void> {
  await eventually(
    async () => [fleet.machines.every(machine => machine.isReady()), fleet.sink.received.length > 0],
    found => found.every(Boolean),
  )
  await eventually(
    () => publishedBy(fleet),
    ({ length }) => length > 0,
  )
}

const refundEvents = ({ store }: Fleet) => readLog(store, 'refund-')
const publicIdOf = ({ id }: LoggedEvent) => `evt_${id}`

/** Waits until every refund has ended. */
async function refundsEnded(fleet: Fleet): Promise<LoggedEvent[]> {
  return eventually(
    () => refundEvents(fleet),
    events => [...Map.groupBy(events, ({ stream }) => stream).values()].every(each => ENDS.includes(each.at(-1)!.type)),
  )
}

/** Every command that was answered with success is in the event store, and every message that the broker took. */
export async function assertAcknowledged({ store }: Fleet, { acknowledged }: Load): Promise<void> {
  const streams = async (prefix: string) => new Set((await readLog(store, prefix)).map(({ stream }) => stream))
  const missing = (ids: Iterable<string>, there: ReadonlySet<string>) => [...ids].filter(id => !there.has(id))
  const refunds = [...acknowledged.refunds.keys()].map(id => `refund-${id}`)
  assert.equal(missing(refunds, await streams('refund-')), [])
  const analyses = [...acknowledged.analyses].map(id => `smsanalysis-${id}`)
  assert.equal(missing(analyses, await streams('smsanalysis-')), [])
  const endpoints = acknowledged.endpoints.map(({ id }) => `webhook-${id}`)
  assert.equal(missing(endpoints, await streams('webhook-')), [])
  const transactions = async () => {
    const recorded = (await readLog(store, 'transaction-')).filter(({ type }) => type === 'TransactionRecorded')
    const ids = new Set(recorded.map(({ data }) => (data as { transaction_id: string }).transaction_id))
    return missing(acknowledged.transactions, ids)
  }
  await eventually(transactions, none => none.length === 0)
  const keys = [...acknowledged.refunds.values()]
  assert.is(new Set(keys).size, keys.length, 'a key has one refund')
  assert.ok(refunds.length > 0 && analyses.length > 0 && endpoints.length > 0)
}

/** By the gateway's book: each completed refund once, and no other. */
export async function assertPaidOnce(fleet: Fleet): Promise<void> {
  const events = await refundsEnded(fleet)
  const refundOf = (text: string) => text.slice(0, text.lastIndexOf(':'))
  const paid = [...fleet.gateway.paid.keys()].map(refundOf).sort()
  const completed = events.filter(({ type }) => type === 'RefundCompleted').map(({ stream }) => stream.slice(7))
  assert.equal(paid, completed.sort())
}

/** Each event of a refund once, those of a refund in their order. */
export async function assertPublished(fleet: Fleet): Promise<void> {
  const wanted = (await refundEvents(fleet)).map(publicIdOf)
  const messages = await eventually(
    () => publishedBy(fleet),
    found => {
      const ids = new Set(found.map(({ id }) => id))
      return wanted.every(id => ids.has(id))
    },
  )
  const ids = messages.map(({ id }) => id)
  assert.equal(
    ids.filter((id, index) => ids.indexOf(id) !== index),
    [],
    'none is there twice',
  )
  const ofRefunds = messages.filter(({ refund }) => refund !== null)
  for (const each of Map.groupBy(ofRefunds, ({ refund }) => refund).values()) {
    const order = each.map(({ sequence }) => sequence)
    assert.equal(
      order,
      order.toSorted((a, b) => a - b),
    )
  }
  assert.ok(ofRefunds.length >= wanted.length)
}

/** Each endpoint got each event that was appended after the answer to its creation. */
export async function assertDelivered(fleet: Fleet, { acknowledged }: Load): Promise<void> {
  const events = await refundEvents(fleet)
  const missing = async () =>
    acknowledged.endpoints.flatMap(({ path, at }) => {
      const got = new Set(fleet.sink.received.filter(one => one.path === path).map(deliveredId))
      return events.filter(event => Date.parse(event.metadata.at) > at && !got.has(publicIdOf(event))).map(publicIdOf)
    })
  await eventually(missing, none => none.length === 0)
  assert.ok(fleet.sink.received.length > events.length)
}

const deliveredId = ({ headers }: Fleet['sink']['received'][number]) => String(headers['x-service-event-id'])

/** Every read model equals what a rebuild makes of the log. */
export async function assertReadModels({ db, store }: Fleet): Promise<void> {
  const leaders = createLeaderElection(db, testLog())
  try {
    for (const projection of readModelsOf(modules)) {
      const outcome = await verifyReadModel({ store, db, leaders }, projection, new AbortController().signal)
      if (outcome === 'taken') throw new Error(`${projection.name} is being compared elsewhere`)
      for (const { table, samples } of outcome.tables) assert.equal(samples, [], table)
    }
  } finally {
    await leaders.stop()
  }
}

/** The longest time without one of these within a time, milliseconds. */
export function longestGap(times: readonly number[], from: number, to: number): number {
  const within = [from, ...times.filter(at => at > from && at < to).toSorted((a, b) => a - b), to]
  return Math.max(...within.slice(1).map((at, index) => at - within[index]!))
}
