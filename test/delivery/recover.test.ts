import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { recoverDeliveries } from '#commands/webhooks/recover-deliveries.ts'
import { sendTestEvent } from '#commands/webhooks/send-test-event.ts'
import { claim } from '#delivery/dispatch/claim.ts'
import { writeOutcomes } from '#delivery/dispatch/write-outcomes.ts'
import { DELIVERY_LIMITS } from '#delivery/limits.ts'
import { recoverStep } from '#delivery/maintenance/recover-step.ts'
import { uuidOf } from '#delivery/queue.ts'
import { dayOf } from '#edge/postgres/day-partitions.ts'
import { getRecovery } from '#queries/webhooks/get-recovery.ts'
import { createLeaderElection } from '#subscription/leader-election.ts'
import type { Lease } from '#subscription/lease.ts'
import { testLog } from '../harness/log.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'

const FAILED = 25
const CHUNK = 10

/** The steps by themselves; no deliverer runs. Through kills: kill-waiting.test.ts. */
const test = suite('delivery: the steps of a recovery')
const engine = await startEngine()
const { service } = engine
const { db } = service
const { webhook_id } = await engine.webhook({ url: 'https://127.0.0.1/hook' })
const never = new AbortController().signal
const Count = z.object({ count: z.number() })

const inState = (state: string) =>
  db.oneFirst(sql.type(Count)`select count(*)::int4 as count from ops.webhook_deliveries where state = ${state}`)

const steps = async (lease: Lease) => {
  while (await recoverStep(service, { ...DELIVERY_LIMITS, recoverChunk: CHUNK }, lease));
}

const recoverAll = (leaders = service.leaders) => leaders.runAsLeader('recovery', never, steps)

test('a delivery that is retried by hand during a step is left alone, and the steps go on', async () => {
  const ids: string[] = []
  for (let sent = 0; sent < FAILED; sent += 1) {
    const { delivery_id } = await sendTestEvent(service, engine.context(), {
      webhook_id,
      event_type: 'refund.completed',
    })
    ids.push(uuidOf(delivery_id))
  }
  await db.query(sql.unsafe`update ops.webhook_deliveries set state = 'failed', tries = 8`)
  const soon = new Date(service.now().getTime() + 1_000).toISOString()
  const order = { since: '2020-01-01T00:00:00Z', until: soon, status: 'failed' as const }
  const { recovery_id } = await recoverDeliveries(service, engine.byService(), { webhook_id, ...order })

  const [asked, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const retry = db.transaction(async tx => {
    await tx.query(sql.unsafe`set local idle_in_transaction_session_timeout = 0`)
    await tx.query(sql.unsafe`
      update ops.webhook_deliveries set state = 'pending', manual = true where delivery = ${ids[3]!}`)
    asked.resolve()
    await letGo.promise
  })
  await asked.promise
  const recovering = recoverAll()
  await until('the first step waits for the retry', () =>
    db.exists(sql.unsafe`select from pg_stat_activity where wait_event = 'transactionid'`),
  )
  letGo.resolve()
  await Promise.all([retry, recovering])
  assert.equal([await inState('failed'), await inState('pending')], [0, FAILED])
  const { state, requeued } = (await getRecovery(db, uuidOf(webhook_id), uuidOf(recovery_id)))!
  assert.equal([state, requeued], ['finished', FAILED - 1])
})

test('a step that a process left halfway is ended by the next leader', async () => {
  await db.query(sql.unsafe`
    update ops.webhook_deliveries set state = 'failed', tries = 8, manual = false, recovery = null`)
  const soon = new Date(service.now().getTime() + 1_000).toISOString()
  const order = { since: '2020-01-01T00:00:00Z', until: soon, status: 'failed' as const }
  const { recovery_id } = await recoverDeliveries(service, engine.byService(), { webhook_id, ...order })
  const [isHeld, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = db.transaction(async tx => {
    await tx.query(sql.unsafe`set local idle_in_transaction_session_timeout = 0`)
    await tx.query(sql.unsafe`select 1 from ops.webhook_deliveries for update`)
    isHeld.resolve()
    await letGo.promise
  })
  await isHeld.promise
  const halfway = recoverAll().then(
    () => 'finished',
    () => 'ended',
  )
  await until('a step is halfway', () => db.exists(sql.unsafe`select from pg_locks where not granted`))
  await db.query(sql.unsafe`update ops.leaders set until = now() - interval '1 second' where name = 'recovery'`)
  const others = createLeaderElection(db, testLog())
  const recovering = recoverAll(others)
  assert.is(await Promise.race([halfway, delay(30_000, 'not ended', { ref: false })]), 'ended')
  letGo.resolve()
  await Promise.all([holding, recovering])
  await others.stop()
  const { state, requeued } = (await getRecovery(db, uuidOf(webhook_id), uuidOf(recovery_id)))!
  assert.equal([state, requeued], ['finished', FAILED])
})

test('what was given up and is not yet on record is still to be recorded when it is sent again', async () => {
  await db.query(sql.unsafe`
    update ops.webhook_deliveries set state = 'failed', tries = 8, attempts = 8, manual = false, reported = false, recovery = null`)
  const soon = new Date(service.now().getTime() + 1_000).toISOString()
  const order = { since: '2020-01-01T00:00:00Z', until: soon, status: 'failed' as const }
  await recoverDeliveries(service, engine.byService(), { webhook_id, ...order })
  await recoverAll()
  const toReport = () =>
    db.oneFirst(sql.type(Count)`select count(*)::int4 as count from ops.webhook_deliveries where not reported`)
  assert.equal([await inState('pending'), await toReport()], [FAILED, FAILED])
  const [at, rooms] = [service.now(), [{ webhook: uuidOf(webhook_id), slots: 1 }]]
  const [delivery] = await claim(db, rooms, { oldest: dayOf(at), leasedIds: [], byMs: null, leaseMs: 60_000 })
  const answer = { status: 200, error: null, durationMs: 1, headers: null, body: null }
  const outcome = { state: 'succeeded', retryDelayMs: 0, attempts: 9, tries: 1, at, ...answer } as const
  await writeOutcomes(db, [{ delivery: delivery!, ...outcome }])
  assert.equal([await inState('succeeded'), await toReport()], [1, FAILED])
})

test('steps of one recovery that run at the same time queue nothing twice', async () => {
  await db.query(sql.unsafe`delete from ops.webhook_deliveries`)
  await db.query(sql.unsafe`update ops.webhook_events set test = false`)
  const order = { since: '2020-01-01T00:00:00Z', status: 'missing' as const }
  const { recovery_id } = await recoverDeliveries(service, engine.byService(), { webhook_id, ...order })
  await service.leaders.runAsLeader('recovery', never, lease => Promise.all([steps(lease), steps(lease), steps(lease)]))
  assert.is(await inState('pending'), FAILED)
  const { state, requeued } = (await getRecovery(db, uuidOf(webhook_id), uuidOf(recovery_id)))!
  assert.equal([state, requeued], ['finished', FAILED])
})

test.after(() => engine.end())
test.run()
