import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { ENQUEUER } from '#delivery/queue.ts'
import { refundStreams } from '#domain/refunds/events.ts'
import { suite } from '../harness/suite.ts'
import { eventually, reaches, requested, startReactionService, startRefundReactions } from './reaction-service.ts'

const test = suite('events that a reaction parks')

const run = await startReactionService()
const { service, urls } = run
const client = EventStoreDBClient.connectionString(urls.eventStore)
const followed = await run.another()
const reactions = startRefundReactions(followed)
await eventually(
  async () => Object.values(reactions.health().subscriptions),
  states => states.every(state => state === 'live'),
)

/** `npm run set-aside` on the stores of this test. */
async function setAside(...args: string[]): Promise<string[]> {
  const script = resolve(import.meta.dirname, '../../src/programs/set-aside.ts')
  const env = { ...process.env, EVENTSTORE_URL: urls.eventStore, DATABASE_URL: urls.postgres, LOG_LEVEL: 'silent' }
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], { env })
  return stdout.trim().split('\n')
}

/** Written into a refund's stream by somebody else, or by a version that is not there yet. */
async function foreign(stream: string, type: string, metadata?: Record<string, unknown>): Promise<void> {
  await client.appendToStream(stream, jsonEvent({ id: randomUUID(), type, data: { some: 'thing' }, metadata }))
}

test('foreign, newer and malformed events are parked with their reason, and other refunds are paid', async () => {
  const [known] = await service.store.read(await paidStream())
  await foreign('refund-foreign', 'SomethingElse')
  await foreign('refund-newer', 'RefundRequested', { ...known!.metadata, v: 99 })
  await foreign('refund-senseless', 'RefundVoided', { ...known!.metadata })
  const id = await requested(service, '0001')
  await reaches(service, id, 'completed')
  const lines = (await setAside('list', '--follower', 'refund-payments')).map(line => line.replace(/, since .*Z:/, ':'))
  assert.equal(lines, [
    'refund-payments: SomethingElse at refund-foreign@0: it was not written by this service',
    'refund-payments: RefundRequested at refund-newer@0: its metadata have version 99, and this code knows 1 at most',
    "refund-payments: RefundVoided at refund-senseless@0: the event at 0 of refund-senseless can't be read: void_reason is wrong (invalid_type), void_details is wrong (invalid_type), voided_by is wrong (invalid_type), transfer is wrong (invalid_value)",
    '3 events parked',
  ])
  // The other reaction follows on its own.
  await eventually(
    () => setAside('list'),
    lines => lines.at(-1) === '6 events parked',
  )
})

/** The stream of a refund that is done. */
async function paidStream(): Promise<string> {
  const id = await requested(service, '0001')
  await reaches(service, id, 'completed')
  return refundStreams.stream(id)
}

test('health and metrics show them, and those that webhooks parked, and the service is in order', async () => {
  await service.db.query(sql.unsafe`
    insert into ops.set_aside (follower, commit_position, prepare_position, stream, revision, type, reason)
    values (${ENQUEUER}, 1, 1, 'refund-foreign', 0, 'SomethingElse', 'not known')`)
  const note = await eventually(
    async () => reactions.health().note ?? '',
    note => note.includes(`${ENQUEUER}: 1 events parked`),
  )
  assert.match(note, 'refund-payments: 3 events parked')
  assert.ok(reactions.health().ok)
  const metrics = await followed.metrics.metrics()
  assert.match(metrics, 'parked_events{subscription="refund-payments"} 3')
  assert.match(metrics, `parked_events{subscription="${ENQUEUER}"} 1`)
  await service.db.query(sql.unsafe`delete from ops.set_aside where follower = ${ENQUEUER}`)
})

test('what fails again stays parked, with its reason; what succeeds is scheduled', async () => {
  assert.is((await setAside('retry')).at(-1), '0 of 6 events taken')
  // As after an upgrade that understands the event: at its place is the request of a refund whose payment was never
  // armed.
  await reactions.stop()
  const id = await requested(service, '0001')
  await service.db.query(sql.unsafe`
    update ops.set_aside set stream = ${refundStreams.stream(id)}
    where follower = 'refund-payments' and type = 'RefundRequested'`)
  assert.is((await setAside('retry', '--follower', 'refund-payments')).at(-1), '1 of 3 events taken')
  const due = await service.db.anyFirst(sql.unsafe`select queue from ops.due_work where id = ${id}`)
  assert.equal([...due], ['refund-payment'])
  assert.is((await setAside('list', '--follower', 'refund-payments')).at(-1), '2 events parked')
  assert.is((await setAside('list')).at(-1), '5 events parked')
})

test.after(async () => {
  await client.dispose()
  await run.close()
})
test.run()
