import { randomUUID } from 'node:crypto'
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { refundStreams } from '#domain/refunds/events.ts'
import { suite } from '../harness/suite.ts'
import {
  eventually,
  paidFor,
  reaches,
  requested,
  startReactionService,
  startRefundReactions,
} from './reaction-service.ts'
import { histories } from './written-before.ts'

/** PostgreSQL has no NUL and no key of some kilobytes, and the event store takes both from anybody. */
const test = suite('events whose values PostgreSQL refuses')

const run = await startReactionService()
const { service, urls } = run
const client = EventStoreDBClient.connectionString(urls.eventStore)
let reactions: ReturnType<typeof startRefundReactions> | undefined

const Aside = z.object({ follower: z.string(), type: z.string() })

/** An id that no compression makes short enough for an index. */
const longId = () => Array.from({ length: 200 }, () => randomUUID()).join('')

/** A refund between odd events; answers with its id. */
async function writeAmong(): Promise<string> {
  const id = await requested(service, '0001')
  const [event] = await service.store.read(refundStreams.stream(id))
  const { data, metadata } = JSON.parse(JSON.stringify(event))
  const { correlation_id: _, ...without } = metadata
  const put = (stream: string, type: string, data: object, metadata: object) =>
    client.appendToStream(stream, jsonEvent({ id: randomUUID(), type, data: { ...data }, metadata: { ...metadata } }))
  const refund = () => `refund-rf_${randomUUID()}`
  await put(refund(), 'Some\0thing', {}, {})
  await put(`${refund()}\0`, 'RefundRequested', data, metadata)
  await put(refund(), 'RefundRequested', data, { ...metadata, correlation_id: 'a\0b' })
  await put(refund(), 'RefundRequested', data, without)
  await put(`refund-${longId()}`, 'RefundRequested', data, metadata)
  await put(
    `transaction-${randomUUID()}`,
    'RefundReserved',
    { refund_id: 'rf_\0', attempt: 0, amount_minor: 5 },
    metadata,
  )
  return id
}

/** By follower, the types in the order of the log. */
async function aside(): Promise<Record<string, string[]>> {
  const rows = await service.db.any(sql.type(Aside)`
    select follower, type from ops.set_aside order by follower, commit_position`)
  return Object.fromEntries(
    [...Map.groupBy(rows, row => row.follower)].map(([name, all]) => [name, all.map(row => row.type)]),
  )
}

const REFUSED = ['Some\u{fffd}thing', 'RefundRequested', 'RefundRequested', 'RefundRequested', 'RefundRequested']

async function paidOnce(id: string): Promise<void> {
  await reaches(service, id, 'completed')
  assert.equal(await paidFor(service, id), [{ key: `${id}:0`, instructed: 1, payments: 1 }])
}

test('in the history of a reaction they are parked, and other open refunds are paid', async () => {
  const id = await writeAmong()
  reactions = startRefundReactions(service)
  await paidOnce(id)
  await eventually(
    () => histories(service),
    seen => ['refund-payments', 'refund-budget'].every(name => seen[name]?.is_finished),
  )
  assert.equal((await aside())['refund-payments'], REFUSED)
})

test('where a reaction subscribes they are parked, and what comes with them is paid', async () => {
  await reactions?.stop()
  const id = await writeAmong()
  reactions = startRefundReactions(await run.another())
  await paidOnce(id)
  const isThere = (rows: Record<string, string[]>) => rows['refund-payments']?.length === 2 * REFUSED.length
  assert.equal((await eventually(aside, isThere))['refund-payments'], [...REFUSED, ...REFUSED])
})

test.after(async () => {
  await reactions?.stop()
  await client.dispose()
  await run.close()
})
test.run()
