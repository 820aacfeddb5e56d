import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Registry } from 'prom-client'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { releaseBudget } from '#commands/refunds/release-budget.ts'
import { refundStreams } from '#domain/refunds/events.ts'
import { transactions } from '#domain/transactions/decider.ts'
import { startHistory } from '#reactions/history.ts'
import { createHistoryReader } from '#reactions/history-state.ts'
import { causeOf } from '#reactions/job-store.ts'
import type { Reaction } from '#reactions/reaction.ts'
import { startReaction } from '#reactions/start-reaction.ts'
import type { Service } from '#service.ts'
import { depth } from '../harness/depth.ts'
import { standstill } from '../harness/standstill.ts'
import { suite } from '../harness/suite.ts'
import {
  CLIENT,
  context,
  eventually,
  historyOf,
  knownTransaction,
  paidFor,
  reaches,
  refundOf,
  requested,
  reservedOf,
  startReactionService,
  startRefundReactions,
} from './reaction-service.ts'
import { CANCEL, COMPLETED, histories, lostReservation, refundAfter, VOID, writeDoneRefunds } from './written-before.ts'

/** The first start on stores that hold what an older version wrote, whose due work may be lost. */
const test = suite('history before the first start')

/** It took 4,086 ms once, beside others on a slow machine. */
const NEW_REFUND_MS_MAX = 6_000
const KILLS = depth(3, 5)
const PARTS = depth(3, 5)
const script = fileURLToPath(new URL('dying-reactor-process.ts', import.meta.url))
const paidOnce = async (service: Service, id: string) =>
  assert.equal(
    (await paidFor(service, id)).map(({ key, payments }) => ({ key, payments })),
    [{ key: `${id}:0`, payments: 1 }],
  )
const finished = (service: Service) =>
  eventually(
    () => histories(service),
    seen => Object.values(seen).length === 2 && Object.values(seen).every(({ is_finished }) => is_finished),
    60_000,
  )
const DueRow = z.object({ queue: z.string(), id: z.string(), due_at: z.string(), generation: z.number() })
/** What is due still: a row that is done with stands at `infinity` until it is deleted. */
const dueRows = (service: Service) =>
  service.db.any(sql.type(DueRow)`
    select queue, id, due_at, generation from ops.due_work where due_at < 'infinity' order by queue, id`)

test('an empty installation has no history to process', async () => {
  const { service, close } = await startReactionService()
  const reactions = startRefundReactions(service)
  for (const { armed } of Object.values(await finished(service))) assert.is(armed, 0)
  const id = await requested(service, '0001')
  await reaches(service, id, 'completed')
  await paidOnce(service, id)
  await reactions.stop()
  await close()
})

test('open jobs of the history are done, finished ones are not scheduled, and existing rows stay as they are', async () => {
  const { service, another, close } = await startReactionService()
  await writeDoneRefunds(service.store, 200)
  const pending = await refundAfter(service)
  const processing = await refundAfter(service, COMPLETED[0]!)
  const voidedInFlight = await refundAfter(service, COMPLETED[0]!, VOID)
  const reversing = await refundAfter(service, ...COMPLETED, VOID)
  const cancelled = await refundAfter(service, CANCEL)
  const lost = await lostReservation(service, 'tx-lost-before')
  const kept = await refundAfter(service)
  // As a process of the version before armed it, by its own clock.
  await service.db.query(sql.unsafe`
    insert into ops.due_work as d (queue, id, stream, correlation_id, causation_id, due_at)
    values ('refund-payment', ${kept}, ${`refund-${kept}`}, 'req_1', 'evt_1', now() + interval '1 hour')`)
  const [before] = await dueRows(service)

  const settings = { reservationGraceMs: 100, unknownIsFinalMs: 100 }
  const reactions = startRefundReactions(await another(), settings)
  for (const id of [pending, processing]) {
    await reaches(service, id, 'completed')
    await paidOnce(service, id)
  }
  const outcome = async (id: string) => (await historyOf(service, id)).at(-1)
  const ends = (id: string, type: string) =>
    eventually(
      () => outcome(id),
      last => last === type,
    )
  await ends(voidedInFlight, 'TransferFailedAfterVoid')
  await eventually(
    () => reservedOf(service, 'tx-lost-before'),
    minor => minor === 0,
  )
  assert.equal(await historyOf(service, lost), ['RefundAbandoned'])
  const { transaction_id } = await refundOf(service, cancelled)
  await eventually(
    () => reservedOf(service, transaction_id),
    minor => minor === 0,
  )
  const seen = await finished(service)
  assert.is(seen['refund-payments']?.armed, 4, 'pending, processing, voided in flight, reversing')
  assert.is(seen['refund-budget']?.armed, 2, 'the cancelled one and the lost reservation')
  const waiting = await eventually(
    () => dueRows(service),
    rows => rows.every(({ id }) => id === kept || id === reversing),
  )
  assert.equal(
    waiting.find(({ id }) => id === kept),
    before,
  )
  assert.is((await refundOf(service, kept)).status, 'pending')

  await reactions.stop()
  const again = startRefundReactions(await another(), settings)
  await delay(1_500)
  assert.equal(await histories(service), seen, 'it is worked off once')
  await again.stop()
  await close()
})

test("a reservation of another transaction under a refund's id that was given back settles nothing of the refund's own", async () => {
  const { service, close } = await startReactionService()
  const id = await refundAfter(service, CANCEL)
  const { transaction_id } = await refundOf(service, id)
  // A request with the same key, for another transaction, reserved at the same moment and died.
  await knownTransaction(service, 'tx-twice')
  const other = { client_id: CLIENT, transaction_id: 'tx-twice' }
  const command = { client_id: CLIENT, refund_id: id, attempt: 0, amount_minor: 1_000, currency: 'EUR' }
  const reserve = { type: 'reserve', ...command } as const
  await service.execute.run(transactions, transactions.id(CLIENT, 'tx-twice'), reserve, context())
  await releaseBudget(service, context(), other, { refund_id: id, attempt: 0, reason: 'abandoned' })
  const reactions = startRefundReactions(service)
  await eventually(
    () => reservedOf(service, transaction_id),
    minor => minor === 0,
  )
  await reactions.stop()
  await close()
})

test('of events that count for a while only, older ones are not scheduled', async () => {
  const { service, close } = await startReactionService()
  const id = await refundAfter(service)
  const LATER_MS = 120_000
  /** What a reaction whose work is worth doing for so long finds to do, two minutes later. */
  const foundBy = async (name: string, worthMs?: number) => {
    const reaction: Reaction = {
      ...{ name, prefixes: [refundStreams.prefix], ...(worthMs === undefined ? {} : { ageMsMax: worthMs }) },
      schedule: event => [{ ...causeOf(event), queue: name, id: refundStreams.idOf(event), dueInMs: 3_600_000 }],
      cancel: () => [],
    }
    const deps = { ...service, metrics: new Registry(), now: () => new Date(Date.now() + LATER_MS) }
    const started = [startReaction(deps, reaction, () => {}), startHistory(deps, reaction, () => {})]
    await eventually(
      () => histories(service),
      seen => seen[name]?.is_finished === true,
      60_000,
    )
    await Promise.all(started.map(({ stop }) => stop()))
    return (await dueRows(service)).filter(({ queue }) => queue === name).map(row => row.id)
  }
  assert.equal(await foundBy('for-ever'), [id])
  assert.equal(await foundBy('for-long', 10 * LATER_MS), [id])
  assert.equal(await foundBy('for-a-while', LATER_MS / 2), [])
  await close()
})

function startChild(urls: object): { child: ChildProcess; lines: AsyncIterable<string> } {
  const stdio = ['ignore', 'pipe', 'inherit'] as ['ignore', 'pipe', 'inherit']
  const child = spawn(process.execPath, [script, JSON.stringify(urls), 'work'], { stdio })
  return { child, lines: createInterface({ input: child.stdout! }) }
}

test('processes killed while they process it leave it to others, and new events do not wait', async () => {
  const { service, urls, close } = await startReactionService()
  const open: string[] = []
  for (let part = 0; part < PARTS; part += 1) {
    await writeDoneRefunds(service.store, 500, `part-${part}`)
    open.push(await refundAfter(service), await refundAfter(service, COMPLETED[0]!))
  }
  for (let kill = 0; kill < KILLS; kill += 1) {
    const { child, lines } = startChild(urls)
    for await (const line of lines) if (line === 'started') break
    // Where history ends is known from here on, however slow the machine is: what is requested later is no part of it.
    await eventually(
      () => histories(service),
      begun => Object.keys(begun).length === 2,
    )
    await delay(30 + Math.random() * 300)
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const halfway = await histories(service)
  const reactions = startRefundReactions(service)
  const [since, stoodStillMs] = [performance.now(), standstill()]
  const fresh = await requested(service, '0001')
  await reaches(service, fresh, 'completed')
  const [tookMs, stillMs] = [performance.now() - since, stoodStillMs()]
  const seen = await finished(service)
  assert.is(seen['refund-payments']?.armed, open.length)
  assert.is(seen['refund-budget']?.armed, 0)
  for (const id of open) {
    await reaches(service, id, 'completed')
    await paidOnce(service, id)
  }
  assert.ok(tookMs < NEW_REFUND_MS_MAX + stillMs, `a new refund took ${Math.round(tookMs)} ms`)
  const unfinished = Object.values(halfway).filter(({ is_finished }) => !is_finished).length
  process.stdout.write(`(${unfinished} of 2 unfinished after the kills; a new refund took ${Math.round(tookMs)} ms) `)
  await reactions.stop()
  await close()
})

test('reactions that ask for their histories at the same time ask once', async () => {
  let asked = 0
  const any = async () => {
    asked += 1
    return []
  }
  const readHistory = createHistoryReader({ any })
  assert.equal(await Promise.all(['never started', 'nor this one'].map(readHistory)), [null, null])
  assert.is(asked, 1)
})

test.run()
