import { randomUUID } from 'node:crypto'
import { sql } from 'slonik'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { writeEndpointRow } from '#commands/webhooks/endpoint-row.ts'
import { DUE_CHANNEL, ensureQueueDay, uuidOf } from '#commands/webhooks/queue.ts'
import { webhookDecider } from '#domain/webhooks/decider.ts'
import { sharedPart } from '#domain/webhooks/envelope.ts'
import { WEBHOOK_STREAM_PREFIX, webhookIdOf } from '#domain/webhooks/events.ts'
import type { Logged, Position } from '#edge/eventstore/event-store.ts'
import { dayOf } from '#edge/postgres/day-partitions.ts'
import type { Database, Transaction } from '#edge/postgres/pool.ts'
import type { Service } from '#service.ts'
import { moveCheckpoint } from './checkpoint.ts'
import type { Dispatcher } from './dispatcher.ts'
import type { Draft } from './draft.ts'
import type { DeliveryLimits } from './limits.ts'
import { sealPayload } from './payload.ts'
import type { Routing } from './routing.ts'
import type { Leased } from './row.ts'

export type Batch = { events: Logged[]; from: Position | null; to: Position }

type StoredEvent = { day: string; event: string; draft: Draft; shared: string; stored: Buffer }
type Queued = Leased & { leased: boolean }

/** Somebody else has moved the checkpoint: this process is not the enqueuer any more. */
class NotTheEnqueuer extends Error {}

/**
 * Turns a batch of the log into rows: one per event, one per event and endpoint, and the new checkpoint, all in one
 * transaction; so an event is never lost and never queued twice. An event that no endpoint wants yet is kept like any other: one
 * that is created later can have it with `recover`. Rows that the local dispatcher has room for are born leased and handed over
 * after the commit: they are never claimed.
 */
export async function enqueue(
  service: Service,
  limits: DeliveryLimits,
  dispatcher: Dispatcher,
  routing: Routing,
  publicEvents: (events: Logged[]) => Promise<(Draft | null)[]>,
  { events, from, to }: Batch,
): Promise<void> {
  const lease = randomUUID()
  const drafts = await publicEvents(events)
  const day = dayOf(service.now())
  const rows = await Promise.all(drafts.map(draft => draft && storedEvent(service, day, draft)))
  const stored = rows.filter(row => row !== null)
  const queued: Queued[] = []

  // From the first reservation to the `try` nothing may fail: a reservation that is not taken back is room lost for good.
  for (const [index, logged] of events.entries()) {
    const row = rows[index]
    if (row)
      for (const webhook of routing.targets(row.draft.client_id, row.draft.event.type, row.draft.except))
        queued.push(delivery(row, webhook, lease, dispatcher.reserve(webhook)))
    routing.advance(logged)
  }

  const handOver = queued.filter(row => row.leased)
  try {
    if (queued.length > 0 || stored.length > 0) await ensureQueueDay(service.db, day)
    await commit(service, events, routing, from, to, stored, queued, {
      leaseMs: limits.leaseMs,
      lastEvent: events.at(-1)?.position.commit ?? null,
    })
  } catch (error) {
    for (const row of handOver) dispatcher.release(row.webhook)
    throw error
  }
  dispatcher.handOver(handOver)
}

async function storedEvent(service: Service, day: string, draft: Draft): Promise<StoredEvent> {
  const shared = sharedPart(draft.event)
  return { day, event: uuidOf(draft.event.id), draft, shared, stored: await sealPayload(service, draft, shared) }
}

function delivery({ day, event, draft, shared }: StoredEvent, webhook: string, lease: string, leased: boolean): Queued {
  return {
    day,
    delivery: uuidv7(),
    event,
    webhook,
    type: draft.event.type,
    test: false,
    manual: false,
    delivered: false,
    attempts: 0,
    tries: 0,
    sequence: draft.sequence,
    body: Buffer.from(shared),
    lease,
    leased,
  }
}

type At = { leaseMs: number; lastEvent: bigint | null }

async function commit(
  service: Service,
  events: Logged[],
  routing: Routing,
  from: Position | null,
  to: Position,
  stored: StoredEvent[],
  queued: Queued[],
  times: At,
): Promise<void> {
  const endpoints = [...new Set(events.map(event => event.stream))].filter(stream =>
    stream.startsWith(WEBHOOK_STREAM_PREFIX),
  )
  if (endpoints.length === 0) return insert(service.db, from, to, stored, queued, times)
  const states = await Promise.all(
    endpoints.map(async stream => ({
      id: webhookIdOf(stream),
      ...(await service.execute.load(webhookDecider, stream)),
    })),
  )
  const changed = routing.takeChanged()
  await service.db.transaction(async tx => {
    for (const { id, state, revision } of states) await writeEndpointRow(tx, id, state, revision)
    await insert(tx, from, to, stored, queued, times)
    for (const { webhook, events: patterns } of changed) {
      await tx.query(sql.unsafe`
        update ops.webhook_endpoints set routed = ${patterns !== null}, routed_events = ${sql.array(patterns ?? [], 'text')}
        where webhook = ${webhook}`)
      if (patterns === null) await cancelWaiting(tx, webhook)
    }
  })
}

/** What waited for an endpoint is cancelled with it; what is in flight ends as it ends. */
async function cancelWaiting(tx: Transaction, webhook: string): Promise<void> {
  await tx.query(sql.unsafe`
    update ops.webhook_deliveries set state = 'cancelled', lease = null, finished_at = now()
    where webhook = ${webhook} and state = 'pending'`)
}

/** One statement, one round trip: nothing of it happens unless the checkpoint stood where we left it. */
async function insert(
  db: Database | Transaction,
  from: Position | null,
  to: Position,
  stored: StoredEvent[],
  queued: Queued[],
  { leaseMs, lastEvent }: At,
): Promise<void> {
  const events = stored.map(({ day, event, draft, stored: body }) => [
    day,
    event,
    draft.client_id,
    draft.event.type,
    draft.sequence,
    body,
    draft.event.created_at,
  ])
  const rows = queued.map(row => [
    row.day,
    row.delivery,
    row.event,
    row.webhook,
    row.type,
    row.leased ? leaseMs : 0,
    row.leased ? row.lease : null,
  ])
  const waking = [...new Set(queued.filter(row => !row.leased).map(row => row.webhook))]
  const { moved } = await db.one(sql.type(z.object({ moved: z.boolean() }))`
    with fence as (${moveCheckpoint(from, to, lastEvent)}),
    events as (
      insert into ops.webhook_events (day, event, client_id, type, sequence, test, body, created_at)
      select n.day, n.event, n.client_id, n.type, n.sequence, false, n.body, n.created_at
      from ${sql.unnest(events, ['date', 'uuid', 'text', 'text', 'int4', 'bytea', 'timestamptz'])}
        as n(day, event, client_id, type, sequence, body, created_at), fence),
    deliveries as (
      insert into ops.webhook_deliveries (day, delivery, event, webhook, type, state, test, due_at, lease, created_at)
      select n.day, n.delivery, n.event, n.webhook, n.type, 'pending', false, now() + n.lease_ms * interval '1 millisecond', n.lease, now()
      from ${sql.unnest(rows, ['date', 'uuid', 'uuid', 'uuid', 'text', 'float8', 'uuid'])}
        as n(day, delivery, event, webhook, type, lease_ms, lease), fence)
    select exists (select 1 from fence) as moved,
      (select count(pg_notify(${DUE_CHANNEL}, w)) from unnest(${sql.array(waking, 'text')}) w) as woken`)
  if (!moved) throw new NotTheEnqueuer('the checkpoint was moved by another process')
}
