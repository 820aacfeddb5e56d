import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { cancelRefund } from '#commands/refunds/cancel-refund.ts'
import { transactionStreams } from '#domain/transactions/events.ts'
import type { Execute } from '#event-sourcing/execute.ts'
import { startProjector } from '#projector/projector.ts'
import { scheduleJobs } from '#reactions/job-store.ts'
import { startOverdueChecks } from '#reactions/overdue-checks.ts'
import type { Service } from '#service.ts'
import type { RefundService } from '#services/refunds/refund-service.ts'
import { readModels } from '../harness/every-module.ts'
import { suite } from '../harness/suite.ts'
import {
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
import { lostReservation } from './written-before.ts'

/** Due work that is lost, whatever the cause: here its rows are deleted by hand. */
const test = suite('overdue checks of jobs')

/** As in production, but the minutes are parts of a second. */
const WATCH = { everyMs: 200, outstandingMs: 400 }
const LONG_MS = 600_000
/** Time enough for a read model, two looks and the work itself. */
const SOON_MS = 30_000

let isHolding = false
const run = await startReactionService({
  network: sandbox => ({
    ...sandbox,
    status: key => sandbox.status(key).then(status => (isHolding ? { status: 'settling', reference: 'HELD' } : status)),
  }),
})
const { service } = run
const projecting = await run.another()
let projector = startProjector(projecting, readModels)
await eventually(
  async () => projector.health(),
  ({ ok }) => ok,
)

/** Reactions that follow the log already: until then the watch would find what they have not taken up. */
async function watching(reactor: RefundService, settings: Parameters<typeof startRefundReactions>[1]) {
  const reactions = startRefundReactions(reactor, settings)
  await eventually(
    async () => Object.values(reactions.health().subscriptions),
    states => states.every(state => state === 'live'),
  )
  return reactions
}
const rows = async (queue: string) =>
  Number(await service.db.oneFirst(sql.unsafe`select count(*) from ops.due_work where queue = ${queue}`))
/** Deletes the rows of a queue, and those that are being worked on when they come back. */
async function lose(queue: string) {
  await eventually(
    () => rows(queue),
    count => count > 0,
  )
  await eventually(
    async () => {
      await service.db.query(sql.unsafe`delete from ops.due_work where queue = ${queue}`)
      await delay(50)
      return rows(queue)
    },
    count => count === 0,
  )
}
async function rearmed({ metrics }: Service, queue: string): Promise<number> {
  const values = (await metrics.getSingleMetric('jobs_rescheduled_total')?.get())?.values ?? []
  return values.find(({ labels }) => labels.queue === queue)?.value ?? 0
}
async function raised(reactor: Service, note: () => string | undefined, queue: string) {
  // More than one where a look came between the deletion of the row and of what the step under way brought back.
  await eventually(
    async () => ({ count: await rearmed(reactor, queue), text: note() ?? '' }),
    ({ count, text }) => count > 0 && text.includes(`${queue}: ${count} jobs were missing and are scheduled again`),
    SOON_MS,
  )
}

test('nothing is raised while everything is in order', async () => {
  const reactor = await run.another()
  // Longer than what follows the log is behind on a busy machine.
  const reactions = await watching(reactor, { watch: { ...WATCH, outstandingMs: 1_500 }, reservationGraceMs: 100 })
  for (let n = 0; n < 10; n += 1) await reaches(service, await requested(service, '0001'), 'completed')
  await delay(3_000)
  for (const queue of ['refund-payment', 'budget-release', 'reservation']) assert.is(await rearmed(reactor, queue), 0)
  assert.is(reactions.health().note, undefined)
  await reactions.stop()
})

test('a payment whose row is deleted is made, and the alarm is raised', async () => {
  const reactor = await run.another()
  isHolding = true
  const reactions = await watching(reactor, { watch: { ...WATCH, everyMs: 1_000 } })
  const id = await requested(service, '4711')
  await reaches(service, id, 'processing')
  await lose('refund-payment')
  isHolding = false
  await reaches(service, id, 'completed', SOON_MS)
  const paid = await paidFor(service, id)
  assert.equal(
    paid.map(({ key, payments }) => [key, payments]),
    [[`${id}:0`, 1]],
  )
  assert.ok(paid[0]!.instructed > 1, 'it was done anew')
  await raised(reactor, () => reactions.health().note, 'refund-payment')
  await reactions.stop()
})

test('a lost reservation whose check is deleted is released, and the alarm is raised', async () => {
  const reactor = await run.another()
  const reactions = await watching(reactor, { watch: WATCH, reservationGraceMs: LONG_MS })
  const id = await lostReservation(service, 'tx-watched')
  await lose('reservation')
  await eventually(
    () => reservedOf(service, 'tx-watched'),
    minor => minor === 0,
    SOON_MS,
  )
  assert.equal(await historyOf(service, id), ['RefundAbandoned'])
  await raised(reactor, () => reactions.health().note, 'reservation')
  await reactions.stop()
})

test('a release whose row is deleted is made, and the alarm is raised', async () => {
  /** Dies between the end of the refund and the release of its budget. */
  const crashing: Execute = {
    ...service.execute,
    run: (family, id, command, ...rest) =>
      family.prefix === transactionStreams.prefix
        ? Promise.reject(new Error('crash'))
        : service.execute.run(family, id, command, ...rest),
  }
  await knownTransaction(service, 'tx-release')
  const reactor = await run.another({ env: { REFUND_CANCEL_WINDOW_MS: String(LONG_MS) } })
  const reactions = await watching(
    { ...reactor, execute: crashing },
    { watch: { everyMs: LONG_MS, outstandingMs: 400 } },
  )
  const id = await requested(service, '0001', 'tx-release')
  await cancelRefund({ ...service, execute: crashing }, context(), { refund_id: id, reason: null, cancelled_by: null })
  await eventually(
    () => rows('budget-release'),
    count => count === 1,
  )
  await reactions.stop()
  await lose('budget-release')
  const next = await run.another()
  const working = await watching(next, { watch: WATCH })
  await eventually(
    () => reservedOf(service, 'tx-release'),
    minor => minor === 0,
    SOON_MS,
  )
  assert.is((await refundOf(service, id)).status, 'cancelled')
  await raised(next, () => working.health().note, 'budget-release')
  await working.stop()
})

test('an unreadable stream hides no other job, and a done row counts as none', async () => {
  const looking = await run.another()
  const queue = 'made-up'
  const ids = ['unreadable', 'done-with', 'lost', 'waiting']
  const due = (id: string) => ({
    queue,
    id,
    stream: `made-${id}`,
    correlation_id: 'made-up',
    causation_id: 'made-up',
    dueInMs: LONG_MS,
  })
  await scheduleJobs(service.db, [due('done-with'), due('waiting')])
  await service.db.query(
    sql.unsafe`update ops.due_work set due_at = 'infinity' where queue = ${queue} and id = 'done-with'`,
  )
  const armed: string[] = []
  const asked: string[] = []
  const watch = startOverdueChecks(
    looking,
    [
      {
        queue,
        readModels: [],
        async *candidates() {
          yield ids.map(id => ({ id, stream: `made-${id}` }))
        },
        async outstanding({ id }) {
          asked.push(id)
          if (id === 'unreadable') throw new Error('damaged')
          return due(id)
        },
      },
    ],
    { everyMs: 50, outstandingMs: 0 },
    ({ id }) => armed.push(id),
  )
  await eventually(
    async () => armed.length,
    count => count === 2,
  )
  await watch.stop()
  assert.equal(armed.sort(), ['done-with', 'lost'])
  assert.equal(new Set(asked), new Set(['unreadable', 'done-with', 'lost']))
  assert.equal(watch.notes(), [`${queue}: 2 jobs were missing and are scheduled again`])
  await service.db.query(sql.unsafe`delete from ops.due_work where queue = ${queue}`)
})

test('a failed full poll is repeated soon, after some ordinary polls', async () => {
  const looks: boolean[] = []
  const watch = startOverdueChecks(
    await run.another(),
    [
      {
        queue: 'made-up',
        readModels: [],
        // As after an upgrade: the read models are still being built.
        async *candidates(_db, { isFull }) {
          looks.push(isFull)
          if (looks.length === 1) throw new Error('not built')
          yield []
        },
        outstanding: async () => null,
      },
    ],
    { everyMs: 20, outstandingMs: 0 },
    () => {},
  )
  await eventually(
    async () => looks.length,
    count => count > 25,
  )
  await watch.stop()
  const thorough = looks.flatMap((is, index) => (is ? [index] : []))
  assert.equal(thorough, [0, 10])
})

test('a lagging read model is an alarm of the overdue checks themselves, until it goes on', async () => {
  const reactor = await run.another()
  await projector.stop()
  const reactions = await watching(reactor, { watch: WATCH })
  const note = async () => reactions.health().note ?? ''
  await reaches(service, await requested(service, '0001'), 'completed')
  await eventually(note, text => text.includes('overdue checks: read model refunds lags'), SOON_MS)
  assert.match(await reactor.metrics.metrics(), /overdue_check_lagging\{read_model="refunds"\} 1/)
  projector = startProjector({ ...projecting, metrics: (await run.another()).metrics }, readModels)
  await eventually(note, text => !text.includes('behind'), SOON_MS)
  await reactions.stop()
})

test.after(async () => {
  await projector.stop()
  await run.close()
})
test.run()
