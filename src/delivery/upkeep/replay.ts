import { sql } from 'slonik'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import type { Draft } from '#delivery/enqueue/draft.ts'
import { sealPayload } from '#delivery/enqueue/payload.ts'
import type { PublicEvents } from '#delivery/enqueue/public-events.ts'
import { type Stored, storedEvents } from '#delivery/enqueue/stored.ts'
import { toldAgain } from '#delivery/enqueue/told-again.ts'
import type { DeliveryLimits } from '#delivery/limits.ts'
import { DUE_CHANNEL, onQueueDay } from '#delivery/queue.ts'
import { sharedPart } from '#domain/webhooks/envelope.ts'
import { EVENT_TYPES, isOperational, subscribes } from '#domain/webhooks/event-types.ts'
import { type Day, dayOf } from '#edge/postgres/day-partitions.ts'
import type { Transaction } from '#edge/postgres/pool.ts'
import { whenBuilt } from '#edge/postgres/when-built.ts'
import type { Service } from '#service.ts'
import { type Lease, requireLease } from '#subscription/leaders.ts'

const Order = z.object({
  replay: z.string(),
  webhook: z.string(),
  client_id: z.string(),
  events: z.array(z.string()),
  since: z.string(),
  until: z.string(),
  /** None of its deliveries is of an earlier day. */
  from_day: z.string(),
  after_created_at: z.string().nullable(),
  after_sequence: z.int().nullable(),
  after_event: z.string().nullable(),
})
type Order = z.infer<typeof Order>

/** An event of the stretch that is not behind the order yet; `state`: of its delivery, null = not queued, or given up only because the endpoint was off. */
const Told = z.object({
  family: z.string(),
  object: z.string(),
  sequence: z.int(),
  event: z.string(),
  type: z.string(),
  created_at: z.string(),
  state: z.string().nullable(),
})
type Told = z.infer<typeof Told>

/** A row of the queue's events of today. */
type Payload = { event: string; type: string; sequence: number; created_at: string; body: Buffer }

/**
 * Takes the oldest open replay of each endpoint that is on one step further; the others wait for their turn. False when there is none. A step
 * queues what may go now: of each object its earliest event that is neither delivered nor given up, so that an object's events arrive in
 * their order; and so few at a time that what happens meanwhile does not wait behind them. Its place moves past what has ended, so a restart
 * goes on where it was.
 */
export async function replaySteps(
  service: Service,
  modules: readonly PublicEvents[],
  limits: DeliveryLimits,
  lease: Lease,
): Promise<boolean> {
  const orders = await service.db.any(sql.type(Order)`
    select distinct on (r.webhook) r.replay, r.webhook, e.client_id, e.events, r.since, r.until,
      ((r.created_at at time zone 'UTC')::date - 1)::text as from_day, r.after_created_at, r.after_sequence, r.after_event
    from ops.webhook_replays r join ops.webhook_endpoints e using (webhook)
    where r.finished_at is null and e.status = 'active' order by r.webhook, r.replay`)
  for (const order of orders) {
    if (lease.signal.aborted) break
    // One that can't go on, because its events can't be read, is no reason not to go on with the others.
    await step(service, modules, limits, lease, order).catch(error =>
      service.log.warn({ err: error, recovery_id: `rcv_${order.replay}` }, 'webhook replay not taken further'),
    )
  }
  return orders.length > 0
}

async function step(
  service: Service,
  modules: readonly PublicEvents[],
  limits: DeliveryLimits,
  lease: Lease,
  order: Order,
): Promise<void> {
  const told = await window(service, order, limits.replayWindow)
  const day = dayOf(service.now())
  const { payloads, left } = await payloadsOf(service, modules, order, next(told, limits.replayWaitingMax))
  const isOver = ({ event, state }: Told) => left.has(event) || (state !== null && state !== 'pending')
  const open = told.findIndex(line => !isOver(line))
  const last = open === -1 ? told.at(-1) : told[open - 1]
  const commit = () =>
    service.db.transaction(async tx => {
      await requireLease(tx, lease)
      // The order stays locked: what a killed process had asked of the database may still be at work.
      const isThere = await tx.maybeOne(sql.unsafe`
        select from ops.webhook_replays where replay = ${order.replay}
          and after_event is not distinct from ${order.after_event}::uuid for update`)
      if (isThere === null) return
      if (payloads.length > 0) await queue(tx, order, day, payloads)
      if (last !== undefined)
        await tx.query(sql.unsafe`
          update ops.webhook_replays set after_created_at = ${last.created_at}::timestamptz,
            after_sequence = ${last.sequence}, after_event = ${last.event} where replay = ${order.replay}`)
      if (told.length === 0)
        await tx.query(sql.unsafe`update ops.webhook_replays set finished_at = now() where replay = ${order.replay}`)
    })
  await (payloads.length > 0 ? onQueueDay(service.db, day, commit) : commit())
}

/** The next events of the stretch, of the endpoint's present types, oldest first. */
function window({ db }: Service, order: Order, max: number): Promise<readonly Told[]> {
  const types = EVENT_TYPES.filter(type => subscribes(order.events, type))
  const { after_created_at, after_sequence, after_event } = order
  const after =
    after_event === null
      ? sql.fragment`true`
      : sql.fragment`(e.created_at, e.sequence, e.event) > (${after_created_at}::timestamptz, ${after_sequence}::integer, ${after_event}::uuid)`
  return whenBuilt(
    db.any(sql.type(Told)`
      with told as (
        select e.family, e.object, e.sequence, e.event, e.type, e.created_at from read.events e
        where e.client_id = ${order.client_id} and e.type = any(${sql.array(types, 'text')})
          and e.created_at >= ${order.since}::timestamptz and e.created_at < ${order.until}::timestamptz and ${after}
        order by e.created_at, e.sequence, e.event limit ${max})
      select t.*, case when d.state <> 'failed' or d.last_error is distinct from 'endpoint_disabled' then d.state end as state
      from told t left join lateral (
        select d.state, d.last_error from ops.webhook_deliveries d
        where d.replay = ${order.replay}::uuid and d.event = t.event and d.day >= ${order.from_day}::date
        order by d.delivery desc limit 1) d on true
      order by t.created_at, t.sequence, t.event`),
  )
}

/** Of each object the first event that has not ended, where it is not under way, as many as there is room for. */
function next(told: readonly Told[], waitingMax: number): Told[] {
  const open = told.filter(({ state }) => state === null || state === 'pending')
  const room = waitingMax - open.filter(({ state }) => state === 'pending').length
  const objects = Map.groupBy(open, ({ family, object }) => `${family}-${object}`)
  const first = [...objects.values()].map(events => events.reduce((a, b) => (b.sequence < a.sequence ? b : a)))
  return first.filter(({ state }) => state === null).slice(0, Math.max(0, room))
}

/**
 * What of these events is sent, stored as the queue stores it: as it was the first time while that is kept, and made again from the stream
 * where it is not. `left` are the events that are not sent: what was about the endpoint itself, and what can't be told.
 */
async function payloadsOf(
  service: Service,
  modules: readonly PublicEvents[],
  order: Order,
  wanted: readonly Told[],
): Promise<{ payloads: Payload[]; left: Set<string> }> {
  const places = wanted.map(({ family, object, sequence, event, created_at }) => ({
    id: event,
    stream: `${family}-${object}`,
    revision: sequence - 1,
    created_at,
  }))
  const stored = await storedEvents(service, places)
  const missing = places.filter(({ id }) => !stored.has(id))
  const again = await toldAgain(service, modules, missing)
  const itself = `"webhook_id":"wh_${order.webhook}"`
  const payloads: Payload[] = []
  const left = new Set<string>()
  for (const { event, type, created_at } of wanted) {
    const draft = again.get(event)
    const made = draft === undefined ? undefined : await asStored(service, draft)
    const told = stored.get(event) ?? made
    if (told === undefined || (isOperational(type) && told.envelope.includes(itself))) left.add(event)
    else payloads.push({ event, type, sequence: told.sequence, created_at, body: told.sealed })
  }
  return { payloads, left }
}

async function asStored(service: Service, draft: Draft): Promise<Stored> {
  const shared = sharedPart(draft.event)
  return { envelope: `${shared}}`, sequence: draft.sequence, sealed: await sealPayload(service, draft, shared) }
}

/**
 * A payload is found by its event and the day of the delivery, so an event of another day is stored once more. What is stored of this day can
 * be unreadable by now, because its person was erased: what is left to tell takes its place.
 */
async function queue(tx: Transaction, order: Order, day: Day, payloads: readonly Payload[]): Promise<void> {
  const events = payloads.map(({ event, type, sequence, body, created_at }) => [
    event,
    type,
    sequence,
    body,
    created_at,
  ])
  const rows = payloads.map(({ event, type }) => [uuidv7(), event, type])
  await tx.query(sql.unsafe`
    with events as (
      insert into ops.webhook_events as e (day, event, client_id, type, sequence, test, body, created_at)
      select ${day}::date, n.event, ${order.client_id}, n.type, n.sequence, false, n.body, n.created_at
      from ${sql.unnest(events, ['uuid', 'text', 'int4', 'bytea', 'timestamptz'])}
        as n(event, type, sequence, body, created_at)
      on conflict (event, day) do update set body = excluded.body where e.body <> excluded.body),
    queued as (
      insert into ops.webhook_deliveries (day, delivery, event, webhook, type, state, test, due_at, created_at, replay)
      select ${day}::date, n.delivery, n.event, ${order.webhook}, n.type, 'pending', false, now(), now(), ${order.replay}
      from ${sql.unnest(rows, ['uuid', 'uuid', 'text'])} as n(delivery, event, type)),
    counted as (update ops.webhook_replays set queued = queued + ${rows.length} where replay = ${order.replay})
    select pg_notify(${DUE_CHANNEL}, ${order.webhook})`)
}
