import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { modules, readModelsOf } from '#modules.ts'
import { connectBus } from '../../harness/bus.ts'
import { logIn, until } from '../../harness/client.ts'
import { startNatsServer } from '../../harness/nats-server.ts'
import { ADMIN, startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { refunded } from '../subjects/people.ts'

const test = suite('the status of all processes')
const folder = mkdtempSync(join(tmpdir(), 'status-'))
const nats = await startNatsServer({ jetStreamIn: folder })
const service = await startTestService({ NATS_URL: nats.url, BUS: 'in,out' })
const bus = await connectBus(nats.url)
test.after(async () => {
  await bus.close()
  await service.end()
  await nats.stop()
  rmSync(folder, { recursive: true })
})
const { admin } = service
const { db } = service.service

type Status = {
  log_position: string | null
  subscriptions: {
    name: string
    position: string | null
    lag_ms: number | null
    leader: { holder: number; lease_until: string } | null
  }[]
  queues: { queue: string; jobs: number; due: number; stuck: number; oldest_due_ms: number }[]
  deliveries: { pending: number; due: number; oldest_due_ms: number }
  parked_events: { subscription: string; events: number }[]
  dead_messages: number | null
}
async function statusOf(): Promise<Status> {
  const { status, body } = await admin.get('/admin/status')
  assert.is(status, 200, JSON.stringify(body))
  return body
}

test('has every subscription with its leader, and no lag once all is taken', async () => {
  await refunded(admin, 'user_1')
  const { log_position, subscriptions } = await until(statusOf, status =>
    status.subscriptions.every(({ lag_ms, leader }) => lag_ms === 0 && leader !== null),
  )
  const names = subscriptions.map(({ name }) => name)
  const declared = [
    ...readModelsOf(modules).map(({ name }) => name),
    ...modules.flatMap(({ reactions }) => reactions?.(service.service.config) ?? []).map(({ name }) => name),
    ...['webhooks', 'bus-out', 'audit-events'],
  ]
  assert.equal(names.toSorted(), declared.toSorted())
  assert.equal(new Set(subscriptions.map(({ leader }) => leader!.holder)).size, 1, 'one process leads all')
  for (const { name, position } of subscriptions)
    assert.ok(BigInt(position!) <= BigInt(log_position!), `${name} at ${position} of ${log_position}`)
})

test('shows a subscription without a leader, and how long its oldest event has waited', async () => {
  await db.query(sql.unsafe`insert into ops.checkpoints (name, version) values ('abandoned', 1)`)
  const { subscriptions } = await statusOf()
  const { position, leader, lag_ms } = subscriptions.find(({ name }) => name === 'abandoned')!
  assert.equal([position, leader], [null, null])
  assert.ok(lag_ms !== null && lag_ms > 0)
  await db.query(sql.unsafe`delete from ops.checkpoints where name = 'abandoned'`)
})

test('shows what is due in a queue that no process runs, and since when', async () => {
  await db.query(sql.unsafe`
    insert into ops.due_work (queue, id, stream, correlation_id, causation_id, due_at, failures) values
      ('unserved', 'late', 'refund-1', 'c', 'c', now() - interval '1 hour', 9),
      ('unserved', 'early', 'refund-1', 'c', 'c', now() + interval '1 hour', 0)`)
  const { queues } = await statusOf()
  const { oldest_due_ms, ...counts } = queues.find(({ queue }) => queue === 'unserved')!
  assert.equal(counts, { queue: 'unserved', jobs: 2, due: 1, stuck: 1 })
  assert.ok(oldest_due_ms >= 3_600_000)
  await db.query(sql.unsafe`delete from ops.due_work where queue = 'unserved'`)
})

test('shows pending deliveries, parked events and refused messages', async () => {
  const before = await statusOf()
  assert.equal([before.parked_events, before.dead_messages], [[], 0])
  await db.query(sql.unsafe`
    insert into ops.set_aside (follower, commit_position, prepare_position, stream, revision, type, reason)
    values ('webhooks', 1, 1, 'refund-1', 0, 'RefundRequested', 'it cannot be read')`)
  const { client_id } = (await admin.get('/api/auth/me')).body
  await bus.publish(client_id, 'transaction', { id: 'msg_1', time: new Date().toISOString(), data: { amount: 'ten' } })
  const { parked_events, deliveries } = await until(statusOf, ({ dead_messages }) => dead_messages === 1)
  assert.equal(
    parked_events.map(({ subscription, events }) => [subscription, events]),
    [['webhooks', 1]],
  )
  assert.equal(deliveries, { pending: 0, due: 0, oldest_due_ms: 0 })
  await db.query(sql.unsafe`delete from ops.set_aside`)
})

test('is refused to all but administrators of the platform', async () => {
  const email = 'operator@bank.example'
  await admin.post('/admin/users', { email, role: 'operator', password: ADMIN.password })
  for (const caller of [await service.newClient(), await logIn(service.url, email, ADMIN.password)]) {
    const { status, body } = await caller.get('/admin/status')
    assert.equal([status, body.error_code], [403, 'AUTH_003'])
  }
})

test.run()
