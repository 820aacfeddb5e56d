import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { recoverDeliveries } from '#commands/webhooks/recover-deliveries.ts'
import { uuidOf } from '#delivery/queue.ts'
import { sharedPart } from '#domain/webhooks/envelope.ts'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { dayOf } from '#edge/postgres/day-partitions.ts'
import { startEmbeddedEventStore } from '#embedded/eventstore/spawn.ts'
import { startHttpsSink } from '../harness/https-sink.ts'
import { standstill } from '../harness/standstill.ts'
import { suite } from '../harness/suite.ts'
import type { DelivererArguments } from './deliverer-process.ts'
import { startEngine, until } from './engine.ts'
import { type SpawnedDeliverer, spawnDeliverer } from './spawn-deliverer.ts'
import { spawnSink } from './spawn-sink.ts'

/** 100,000 are tried with WEBHOOK_RECOVERED=100000. */
const RECOVERED = Number(process.env.WEBHOOK_RECOVERED ?? 2_000)
/** Steps of the recovery. */
const STEPS = 20
/** The second gap is four times as long: time enough to start another process. */
const RETRY_BASE_MS = 1_500
/**
 * From due to sent: polls, and a machine shared with other tests. Less than the second gap, which nobody begins anew.
 */
const LATE_MS_MAX = 5_000

const test = suite('delivery: kill -9 while deliveries wait')
const dataDir = mkdtempSync(join(tmpdir(), 'kill-waiting-'))
const masterKey = randomBytes(32)
const [node, sink, counting] = await Promise.all([startEmbeddedEventStore({ dataDir }), startHttpsSink(), spawnSink()])
const engine = await startEngine({ masterKey, store: connectEventStore(node.url) })
const { service } = engine
const running: SpawnedDeliverer[] = []

async function deliverer(caPem: string) {
  const child = await spawnDeliverer({ ...given, caPem })
  running.push(child)
  return child
}

const given: Omit<DelivererArguments, 'caPem'> = {
  databaseUrl: engine.databaseUrl,
  eventStoreUrl: node.url,
  masterKey: masterKey.toString('hex'),
  retryBaseMs: RETRY_BASE_MS,
  limits: { leaseMs: 1_500, heartbeatMs: 500, pollMs: 250, pauseMs: 100, recoverChunk: RECOVERED / STEPS },
}

test('killed in the backoff: the next attempt comes on time, and the count goes on', async () => {
  const { webhook_id } = await engine.webhook({ url: sink.url, events: ['refund.*'] }, 'clt_backoff')
  const delivery = async () => (await engine.deliveries(webhook_id))[0]
  sink.respond((_, response) => void response.writeHead(sink.received.length < 3 ? 503 : 200).end())
  let child = await deliverer(sink.caPem)
  const stoodStillMs = standstill()
  await engine.refund('clt_backoff')
  const due: number[] = []
  const ready: number[] = []
  for (const attempts of [1, 2]) {
    await until(
      `attempt ${attempts} on record`,
      async () => {
        const row = await delivery()
        return row?.attempts === attempts && row.status === 'pending'
      },
      30_000,
    )
    await child.kill()
    due.push(Date.parse((await delivery())!.next_attempt_at!))
    child = await deliverer(sink.caPem)
    ready.push(Date.now())
  }
  await until('success', async () => (await delivery())?.status === 'succeeded', 30_000)
  await child.kill()
  const { attempt_log, attempts } = (await delivery())!
  assert.is(attempts, 3)
  assert.equal(
    attempt_log.map(({ number, status_code }) => [number, status_code]),
    [
      [1, 503],
      [2, 503],
      [3, 200],
    ],
  )
  const told = sink.received.map(({ body }) => JSON.parse(body.toString()).metadata.delivery_attempt)
  assert.equal(told, [1, 2, 3], 'the endpoint is told the same count, and asked no more often')
  // On a slow machine a process may be back only after the attempt was due.
  for (const [index, at] of attempt_log.slice(1).entries()) {
    const lateMs = Date.parse(at.at) - due[index]!
    const mostMs = Math.max(0, ready[index]! - due[index]!) + LATE_MS_MAX + stoodStillMs()
    assert.ok(lateMs >= 0 && lateMs < mostMs, `attempt ${at.number} came ${lateMs} ms after it was due`)
  }
})

const Count = z.object({ count: z.number() })

/** Failed deliveries of as many events, a millisecond apart, as the database holds them after eight attempts each. */
async function fillFailed(webhook: string, clientId: string) {
  const event = {
    id: 'evt_EVENT',
    type: 'refund.completed',
    created_at: service.now().toISOString(),
    data: { object: 'refund' },
  }
  await service.db.query(sql.unsafe`
    with made as (
      select gen_random_uuid() as event, ${event.created_at}::timestamptz - interval '1 hour' + n * interval '1 ms' as at
      from generate_series(1, ${RECOVERED}) n),
    events as (
      insert into ops.webhook_events (day, event, client_id, type, sequence, test, body, created_at)
      select ${dayOf(service.now())}, event, ${clientId}, 'refund.completed', 1, false,
        convert_to(replace(${sharedPart(event)}, 'EVENT', event::text), 'UTF8'), at from made)
    insert into ops.webhook_deliveries
      (day, delivery, event, webhook, type, state, test, due_at, tries, attempts, created_at, finished_at)
    select ${dayOf(service.now())}, gen_random_uuid(), event, ${webhook}, 'refund.completed', 'failed', false, at, 8, 8, at, at
    from made`)
}

/** Statements that wait for another's transaction to end. */
const blocked = () =>
  service.db.oneFirst(sql.type(Count)`
    select count(*)::int4 as count from pg_stat_activity where wait_event = 'transactionid'`)

/** Whether one alone waits so, and began to after `at`. In one look: first it waits for the one before it. */
const isOneBlockedSince = (at: string) =>
  service.db.oneFirst(sql.type(z.object({ is: z.boolean() }))`
    select count(*) = 1 and bool_and(query_start > ${at}) as is from pg_stat_activity where wait_event = 'transactionid'`)

/** Holds the delivery in the middle of the order, so that the recovery comes to a stop half way, until it is let go. */
async function holdMiddle(webhook: string): Promise<() => Promise<void>> {
  const [held, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = service.db.transaction(async tx => {
    // On a busy machine the others take longer than a transaction may idle.
    await tx.query(sql.unsafe`set local idle_in_transaction_session_timeout = 0`)
    await tx.query(sql.unsafe`
      select from ops.webhook_deliveries where delivery = (
        select delivery from ops.webhook_deliveries where webhook = ${webhook}
        order by created_at offset ${RECOVERED / 2} limit 1) for update`)
    held.resolve()
    await letGo.promise
  })
  await Promise.race([held.promise, holding])
  return async () => {
    letGo.resolve()
    await holding
  }
}

test(`${RECOVERED} failed deliveries are recovered through kills: each is queued once, all arrive`, async () => {
  const clientId = 'clt_recovered'
  const allMs = 60_000 + RECOVERED * 5
  // The first deliverer makes the endpoint routed and the day's partitions.
  let child = await deliverer(counting.caPem)
  const { webhook_id } = await engine.webhook({ url: counting.url, events: ['refund.*'] }, clientId)
  await engine.refund(clientId)
  const received = new Map<string, number>()
  const collect = async () => {
    for (const id of (await counting.report()).ids) received.set(id, (received.get(id) ?? 0) + 1)
    return received.size
  }
  await until('a first delivery', async () => (await collect()) === 1, 30_000)
  received.clear()
  const webhook = uuidOf(webhook_id)
  await fillFailed(webhook, clientId)

  const letGo = await holdMiddle(webhook)
  const started = performance.now()
  const { recovery_id } = await recoverDeliveries(service, engine.byService(), {
    webhook_id,
    since: '2020-01-01T00:00:00Z',
    status: 'failed',
  })
  const recovery = () =>
    service.db.one(sql.type(z.object({ requeued: z.number(), finished: z.boolean() }))`
      select requeued, finished_at is not null as finished from ops.webhook_recoveries where recovery = ${uuidOf(recovery_id)}`)
  await until(
    'the first half, and the next step stopped',
    async () => (await recovery()).requeued === RECOVERED / 2 && (await blocked()) === 1,
    allMs,
  )
  await child.kill()
  const killedAt = await service.db.oneFirst(sql.type(z.object({ now: z.string() }))`select clock_timestamp() as now`)
  const killed = await recovery()
  assert.equal(killed, { requeued: RECOVERED / 2, finished: false }, 'killed in the middle of it')
  child = await deliverer(counting.caPem)
  // PostgreSQL has not noticed that the first one is gone: the second one ends its last step, and waits with its own
  // in its place.
  await until('the second one alone at work', () => isOneBlockedSince(killedAt), 30_000)
  await letGo()

  // Once more, while they are being sent.
  await until('some of the other half', async () => (await collect()) > RECOVERED * 0.6, allMs)
  const before = received.size
  await child.kill()
  child = await deliverer(counting.caPem)
  await until('the other half', async () => (await recovery()).finished, allMs)
  const queuedMs = performance.now() - started
  assert.is((await recovery()).requeued, RECOVERED)
  await until('all received', async () => (await collect()) >= RECOVERED, allMs)
  const sentMs = performance.now() - started
  await until(
    'all on record',
    async () =>
      (await service.db.oneFirst(sql.type(Count)`
        select count(*)::int4 as count from ops.webhook_deliveries
        where webhook = ${webhook} and (state <> 'succeeded' or tries > 2)`)) === 0,
    allMs,
  )
  await delay(200)
  await collect()
  await child.kill()
  assert.is(received.size, RECOVERED)
  const twice = [...received.values()].filter(times => times > 1).length
  console.log(
    `\n${RECOVERED} recovered: queued in ${(queuedMs / 1_000).toFixed(1)} s, all received after ${(sentMs / 1_000).toFixed(1)} s; ` +
      `${before} before the second kill, ${twice} received twice`,
  )
})

test.after(async () => {
  await Promise.all(running.map(child => child.kill()))
  await engine.end()
  await node.stop()
  await sink.close()
  await counting.close()
  rmSync(dataDir, { recursive: true, force: true })
})
test.run()
