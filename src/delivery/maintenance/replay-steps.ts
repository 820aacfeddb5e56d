import { sql } from 'slonik'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { findPublicEvents } from '#delivery/enqueue/find-public-events.ts'
import type { PublicEventDeclaration } from '#delivery/enqueue/public-event-declaration.ts'
import type { DeliveryLimits } from '#delivery/limits.ts'
import { DUE_CHANNEL, withQueueDay } from '#delivery/queue.ts'
import { EVENT_TYPES, isOperational, subscribes } from '#domain/webhooks/event-types.ts'
import { type Day, dayOf } from '#edge/postgres/day-partitions.ts'
import type { Transaction } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import type { Service } from '#service.ts'
import { assertLease, type Lease } from '#subscription/lease.ts'

const Replay = z.object({
  replay: z.string(),
  webhook: z.string(),
  client_id: z.string(),
  events: z.array(z.string()),
  since: z.string(),
  until: z.string(),
  /** No delivery of the replay is in an earlier partition. */
  from_day: z.string(),
  after_created_at: z.string().nullable(),
  after_sequence: z.int().nullable(),
  after_event: z.string().nullable(),
})
type Replay = z.infer<typeof Replay>

/** `state` of its delivery in this replay: null = not queued, or given up only because the endpoint was disabled. */
const ReplayEvent = z.object({
  family: z.string(),
  object: z.string(),
  sequence: z.int(),
  event: z.string(),
  type: z.string(),
  created_at: z.string(),
  state: z.string().nullable(),
})
type ReplayEvent = z.infer<typeof ReplayEvent>

type Payload = { event: string; type: string; sequence: number; created_at: string; body: Buffer }

/**
 * Takes the oldest open replay of each active endpoint one step further; false when there is none. A step queues the
 * earliest unfinished event of each object, and only a few at a time (src/delivery/README.md). The position advances
 * past finished events, so a restart continues there.
 */
export async function replaySteps(
  service: Service,
  modules: readonly PublicEventDeclaration[],
  limits: DeliveryLimits,
  lease: Lease,
): Promise<boolean> {
  const replays = await service.db.any(sql.type(Replay)`
    select distinct on (r.webhook) r.replay, r.webhook, e.client_id, e.events, r.since, r.until,
      ((r.created_at at time zone 'UTC')::date - 1)::text as from_day, r.after_created_at, r.after_sequence, r.after_event
    from ops.webhook_replays r join ops.webhook_endpoints e using (webhook)
    where r.finished_at is null and e.status = 'active' order by r.webhook, r.replay`)
  for (const replay of replays) {
    if (lease.signal.aborted) break
    // A failing replay must not stop the others.
    await step(service, modules, limits, lease, replay).catch(error =>
      service.log.warn({ err: error, recovery_id: `rcv_${replay.replay}` }, 'webhook replay not taken further'),
    )
  }
  return replays.length > 0
}

async function step(
  service: Service,
  modules: readonly PublicEventDeclaration[],
  limits: DeliveryLimits,
  lease: Lease,
  replay: Replay,
): Promise<void> {
  const candidates = await readWindow(service, replay, limits.replayWindow)
  const day = dayOf(service.now())
  const next = selectNext(candidates, limits.replayWaitingMax)
  const { payloads, skipped } = await payloadsOf(service, modules, replay, next)
  const isOver = ({ event, state }: ReplayEvent) => skipped.has(event) || (state !== null && state !== 'pending')
  const open = candidates.findIndex(candidate => !isOver(candidate))
  const last = open === -1 ? candidates.at(-1) : candidates[open - 1]
  const commit = () =>
    service.db.transaction(async tx => {
      await assertLease(tx, lease)
      // Locks the replay: a statement of a killed process may still run.
      const isThere = await tx.maybeOne(sql.unsafe`
        select from ops.webhook_replays where replay = ${replay.replay}
          and after_event is not distinct from ${replay.after_event}::uuid for update`)
      if (isThere === null) return
      if (payloads.length > 0) await queuePayloads(tx, replay, day, payloads)
      if (last !== undefined)
        await tx.query(sql.unsafe`
          update ops.webhook_replays set after_created_at = ${last.created_at}::timestamptz,
            after_sequence = ${last.sequence}, after_event = ${last.event} where replay = ${replay.replay}`)
      if (candidates.length === 0)
        await tx.query(sql.unsafe`update ops.webhook_replays set finished_at = now() where replay = ${replay.replay}`)
    })
  await (payloads.length > 0 ? withQueueDay(service.db, day, commit) : commit())
}

function readWindow({ db }: Service, replay: Replay, max: number): Promise<readonly ReplayEvent[]> {
  const types = EVENT_TYPES.filter(type => subscribes(replay.events, type))
  const { after_created_at, after_sequence, after_event } = replay
  const after =
    after_event === null
      ? sql.fragment`true`
      : sql.fragment`(e.created_at, e.sequence, e.event) > (${after_created_at}::timestamptz, ${after_sequence}::integer, ${after_event}::uuid)`
  return rejectIfUnbuilt(
    db.any(sql.type(ReplayEvent)`
      with candidates as (
        select e.family, e.object, e.sequence, e.event, e.type, e.created_at from read.events e
        where e.client_id = ${replay.client_id} and e.type = any(${sql.array(types, 'text')})
          and e.created_at >= ${replay.since}::timestamptz and e.created_at < ${replay.until}::timestamptz and ${after}
        order by e.created_at, e.sequence, e.event limit ${max})
      select t.*, case when d.state <> 'failed' or d.last_error is distinct from 'endpoint_disabled' then d.state end as state
      from candidates t left join lateral (
        select d.state, d.last_error from ops.webhook_deliveries d
        where d.replay = ${replay.replay}::uuid and d.event = t.event and d.day >= ${replay.from_day}::date
        order by d.delivery desc limit 1) d on true
      order by t.created_at, t.sequence, t.event`),
  )
}

/** The first unfinished event of each object unless it is pending, as many as there is room for. */
function selectNext(candidates: readonly ReplayEvent[], waitingMax: number): ReplayEvent[] {
  const open = candidates.filter(({ state }) => state === null || state === 'pending')
  const room = waitingMax - open.filter(({ state }) => state === 'pending').length
  const objects = Map.groupBy(open, ({ family, object }) => `${family}-${object}`)
  const first = [...objects.values()].map(events => events.reduce((a, b) => (b.sequence < a.sequence ? b : a)))
  return first.filter(({ state }) => state === null).slice(0, Math.max(0, room))
}

/** As stored, or built again. `skipped`: events about the endpoint itself, and those that can't be translated. */
async function payloadsOf(
  service: Service,
  modules: readonly PublicEventDeclaration[],
  replay: Replay,
  wanted: readonly ReplayEvent[],
): Promise<{ payloads: Payload[]; skipped: Set<string> }> {
  const positions = wanted.map(({ family, object, sequence, event, created_at }) => ({
    id: event,
    stream: `${family}-${object}`,
    revision: sequence - 1,
    created_at,
  }))
  const found = await findPublicEvents(service, modules, positions)
  const ownWebhookId = `"webhook_id":"wh_${replay.webhook}"`
  const payloads: Payload[] = []
  const skipped = new Set<string>()
  for (const { event, type, created_at } of wanted) {
    const publicEvent = found.get(event)
    if (publicEvent === undefined || (isOperational(type) && publicEvent.envelope.includes(ownWebhookId)))
      skipped.add(event)
    else payloads.push({ event, type, sequence: publicEvent.sequence, created_at, body: await publicEvent.toStored() })
  }
  return { payloads, skipped }
}

/**
 * A payload is found by event and day, so that of another day is stored once more. A stored one that became unreadable,
 * because its person was erased, is replaced.
 */
async function queuePayloads(tx: Transaction, replay: Replay, day: Day, payloads: readonly Payload[]): Promise<void> {
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
      select ${day}::date, n.event, ${replay.client_id}, n.type, n.sequence, false, n.body, n.created_at
      from ${sql.unnest(events, ['uuid', 'text', 'int4', 'bytea', 'timestamptz'])}
        as n(event, type, sequence, body, created_at)
      on conflict (event, day) do update set body = excluded.body where e.body <> excluded.body),
    queued as (
      insert into ops.webhook_deliveries (day, delivery, event, webhook, type, state, test, due_at, created_at, replay)
      select ${day}::date, n.delivery, n.event, ${replay.webhook}, n.type, 'pending', false, now(), now(), ${replay.replay}
      from ${sql.unnest(rows, ['uuid', 'uuid', 'text'])} as n(delivery, event, type)),
    counted as (update ops.webhook_replays set queued = queued + ${rows.length} where replay = ${replay.replay})
    select pg_notify(${DUE_CHANNEL}, ${replay.webhook})`)
}
