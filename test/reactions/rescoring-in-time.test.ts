import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { profileStreams } from '#domain/fraud/profile/events.ts'
import { refundStreams } from '#domain/refunds/events.ts'
import { fraudSubscriptions } from '#modules/fraud/processes.ts'
import { rescoringProcess } from '#modules/fraud/rescoring-process.ts'
import { velocityAggregates } from '#projections/fraud/velocity-aggregates.ts'
import type { ClaimedJob } from '#reactions/job-store.ts'
import { catchUpWith } from '#subscription/catch-up-with.ts'
import { recordScore, withScores } from '../harness/scores.ts'
import { suite } from '../harness/suite.ts'
import { CLIENT, requested, startReactionService } from './reaction-service.ts'

const test = suite('what a job of rescoring knows when it begins')

const NAME = 'fraud-rescoring'
const SHORT_MS = 120
const run = await startReactionService()
const { service } = run
const { db } = service
const handle = rescoringProcess.handler(withScores(service))
test.after(() => run.close())

/** Positions of the subscription, which has taken an event, and of the read model; null where it never ran. */
async function checkpoints(lastEvent: number | null, position: number, readModel: number | null): Promise<void> {
  await db.query(sql.unsafe`delete from ops.checkpoints where name in (${NAME}, ${velocityAggregates.name})`)
  await db.query(sql.unsafe`
    insert into ops.checkpoints (name, version, commit_position, prepare_position, last_event)
    select name, 1, at, at, last_event from (values
      (${NAME}, ${position}::int8, ${lastEvent}::int8), (${velocityAggregates.name}, ${readModel}::int8, null)) as c(name, at, last_event)
    where at is not null`)
}

const isCaughtUp = () => catchUpWith(db, NAME, velocityAggregates.name, SHORT_MS)

function claimOf(id: string, stream: string): ClaimedJob {
  const job = { id, stream, correlation_id: 'c', causation_id: 'e', generation: 0, fence: 1 }
  return { ...job, attempts: 0, failures: 0, armed_for_ms: 500, clock: () => new Date() }
}

const jobs = () =>
  db.anyFirst(sql.type(z.object({ id: z.string() }))`select id from ops.due_work where queue = ${NAME} order by id`)

/** A refund for a confirmed fraud of user_1. */
async function refundJob(): Promise<ClaimedJob> {
  const id = await requested(service, '1111')
  return claimOf(`refund:${id}`, refundStreams.stream(id))
}

test('the read model takes all streams whose events schedule the jobs', () => {
  const { prefixes } = fraudSubscriptions.find(({ name }) => name === NAME)!
  assert.equal(
    prefixes.filter(prefix => !velocityAggregates.prefixes.includes(prefix)),
    [],
  )
})

test('a read model is waited for until it has the last event of the subscription', async () => {
  await checkpoints(10, 30, null)
  assert.is(await isCaughtUp(), false, 'it was never built')
  await checkpoints(10, 30, 9)
  assert.is(await isCaughtUp(), false)
  await checkpoints(10, 30, 10)
  assert.is(await isCaughtUp(), true, 'what follows are events of others')
  await checkpoints(null, 30, 29)
  assert.is(await isCaughtUp(), false, 'jobs of the history are from before the first position')
  await checkpoints(null, 30, 30)
  assert.is(await isCaughtUp(), true)
  await db.query(sql.unsafe`delete from ops.checkpoints where name = ${NAME}`)
  assert.is(await isCaughtUp(), false, 'it is not known what was taken')
})

test('events that the subscription takes meanwhile are not waited for', async () => {
  await checkpoints(10, 10, 9)
  let reads = 0
  const one = async (query: Parameters<typeof db.one>[0]) => {
    const row = await db.one(query)
    reads += 1
    if (reads === 1) await checkpoints(20, 20, 10)
    return row
  }
  assert.is(await catchUpWith({ ...db, one } as typeof db, NAME, velocityAggregates.name, SHORT_MS), true)
  assert.is(reads, 2)
})

test("a refund's job waits for the read model, and only then looks for alerts of the user", async () => {
  await checkpoints(10, 10, 9)
  const claim = await refundJob()
  assert.equal(await handle(claim), { inMs: 1_000, attempts: 0 })
  assert.equal(await jobs(), [])
  // Its score does not know the refund yet.
  await recordScore(service, {
    ...{ client_id: CLIENT, user_id: 'user_1', transaction_id: 'scored', score: 0.7, at: Date.now() },
  })
  await checkpoints(10, 10, 10)
  assert.equal(await handle(claim), { done: true })
  assert.equal(await jobs(), [profileStreams.id(CLIENT, 'user_1')])
  await db.query(sql.unsafe`delete from ops.due_work where queue = ${NAME}`)
})

test('a refund of a user whose scores raise no alert schedules no second job', async () => {
  await checkpoints(10, 10, 10)
  const claim = await refundJob()
  assert.equal(await handle(claim), { done: true })
  assert.equal(await jobs(), [profileStreams.id(CLIENT, 'user_1')], 'an alert of the last test is recent')
  await db.query(sql.unsafe`delete from ops.due_work where queue = ${NAME}`)
  // Scored 31 days later, in order.
  const later = { client_id: CLIENT, user_id: 'user_1', score: 0.1, at: Date.now() + 31 * 86_400_000 }
  await recordScore(service, { ...later, transaction_id: 'harmless' })
  assert.equal(await handle(claim), { done: true })
  assert.equal(await jobs(), [])
})

test.run()
