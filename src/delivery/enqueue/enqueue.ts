import { randomUUID } from 'node:crypto'
import { sql } from 'slonik'
import { v7 as uuidv7 } from 'uuid'
import type { Dispatcher } from '#delivery/dispatch/dispatcher.ts'
import type { LeasedDelivery } from '#delivery/dispatch/leased-delivery.ts'
import { type EndpointState, endpointIdOf, loadEndpoint, writeEndpointRow } from '#delivery/endpoint-row.ts'
import type { DeliveryLimits } from '#delivery/limits.ts'
import { NO_CLIENT } from '#delivery/maintenance/reassign-events.ts'
import { DUE_CHANNEL, ENQUEUER, uuidOf, withQueueDay } from '#delivery/queue.ts'
import { sharedPart } from '#domain/webhooks/envelope.ts'
import { dayOf } from '#edge/postgres/day-partitions.ts'
import type { Transaction } from '#edge/postgres/pool.ts'
import { prepared } from '#edge/postgres/prepared.ts'
import { isReadable, type LogEvent, type LoggedEvent } from '#event-sourcing/event-store.ts'
import type { Service } from '#service.ts'
import type { Batch, CheckpointWriter } from '#subscription/batch.ts'
import { isPoisonEvent, reasonOf } from '#subscription/error-classification.ts'
import { type ParkedEvent, parkEvents } from '#subscription/parked-events.ts'
import { sealPayload } from './payload.ts'
import type { Draft } from './public-event-declaration.ts'
import type { EndpointRouting, Route } from './routing.ts'
import type { Translation } from './translator.ts'

export type EnqueuingService = Pick<Service, 'db' | 'execute' | 'vault' | 'log' | 'now'>

/** Created again whenever a process becomes the leader. */
export type EnqueueDeps = {
  service: EnqueuingService
  limits: DeliveryLimits
  dispatcher: Pick<Dispatcher, 'reserve' | 'release' | 'handOver'>
  routing: EndpointRouting
  translate(events: LoggedEvent[]): Promise<Translation[]>
}

/** `body`: the payload, sealed, so that an erasure takes effect on rows in memory too. */
type StoredEvent = { day: string; event: string; draft: Draft; body: Buffer }
type QueuedDelivery = LeasedDelivery & { leased: boolean }
type Endpoint = { id: string; newest: EndpointState }

/**
 * Writes, in one transaction, a row per event, a row per event and endpoint, and the checkpoint, so that no event is
 * lost or queued twice. Events without a subscriber are stored as well: a later endpoint can get them with `recover`.
 * Events that can't be read or translated are parked. Deliveries that the local dispatcher has capacity for are
 * inserted leased and handed over after the commit, without a claim.
 */
export async function enqueue(
  deps: EnqueueDeps,
  { events, position }: Batch,
  checkpoint: CheckpointWriter,
): Promise<void> {
  const { service, limits, dispatcher, routing } = deps
  const day = dayOf(service.now())
  const lease = randomUUID()
  const { translated, endpoints, poisoned } = await translateBatch(deps, events)
  const stored = await Promise.all(
    translated.map(async ({ draft }) => {
      if (draft === null) return null
      const body = await sealPayload(service, draft, sharedPart(draft.event))
      return { day, event: uuidOf(draft.event.id), draft, body }
    }),
  )
  const queued: QueuedDelivery[] = []
  const startedAtMs = performance.now()

  try {
    for (const [index, { logged }] of translated.entries()) {
      const row = stored[index]
      if (row)
        for (const webhook of routing.targets(row.draft.client_id, row.draft.event.type, row.draft.except))
          queued.push({ ...toDelivery(row, webhook, lease), leased: dispatcher.reserve(webhook) })
      routing.advance(logged)
    }
    const rows = stored.filter(row => row !== null)
    const changed = routing.takeChanged()
    const commit = () =>
      checkpoint.commit(events, position, async tx => {
        await parkEvents(tx, ENQUEUER, poisoned)
        for (const { id, newest } of endpoints) await writeEndpointRow(tx, id, newest)
        if (rows.length > 0) await insertRows(tx, rows, queued, limits.leaseMs)
        for (const route of changed) await writeRoute(tx, route)
      })
    await (rows.length > 0 ? withQueueDay(service.db, day, commit) : commit())
  } catch (error) {
    // A reservation that is not released is lost for good.
    for (const { leased, webhook } of queued) if (leased) dispatcher.release(webhook)
    throw error
  }
  for (const { event, reason } of poisoned)
    service.log.error({ stream: event.stream, revision: event.revision, reason }, 'event parked: no endpoint gets it')
  const handedOver = queued.filter(({ leased }) => leased)
  dispatcher.handOver(handedOver, startedAtMs)
}

type TranslatedEvent = { logged: LoggedEvent; draft: Draft | null }

async function translateBatch({ service, translate }: EnqueueDeps, events: LogEvent[]) {
  const poisoned: ParkedEvent[] = events.flatMap(event =>
    isReadable(event) ? [] : [{ event, reason: event.unreadable }],
  )
  const readable = events.filter(isReadable)
  const translations = await translate(readable)
  const translated: TranslatedEvent[] = []
  for (const [index, logged] of readable.entries()) {
    const translation = translations[index]!
    if ('refused' in translation) poisoned.push({ event: logged, reason: translation.refused })
    else translated.push({ logged, draft: translation.draft })
  }
  const endpoints: Endpoint[] = []
  for (const [id, event] of new Map(translated.map(({ logged }) => [endpointIdOf(logged), logged])))
    try {
      if (id !== null) endpoints.push({ id, newest: await loadEndpoint(service, id) })
    } catch (error) {
      if (!isPoisonEvent(error)) throw error
      poisoned.push({ event, reason: reasonOf(error) })
    }
  return { translated, endpoints, poisoned }
}

const NEW_DELIVERY = { test: false, replay: false, manual: false, delivered: false, attempts: 0, tries: 0 }

function toDelivery({ day, event, draft, body }: StoredEvent, webhook: string, lease: string): LeasedDelivery {
  const { type, created_at } = draft.event
  const { sequence } = draft
  return { ...NEW_DELIVERY, day, id: uuidv7(), event, webhook, type, sequence, created_at, body, lease }
}

async function writeRoute(tx: Transaction, { webhook, events }: Route): Promise<void> {
  await tx.query(sql.unsafe`
    update ops.webhook_endpoints set routed = ${events !== null}, routed_events = ${sql.array(events ?? [], 'text')}
    where webhook = ${webhook}`)
}

async function insertRows(
  tx: Transaction,
  stored: StoredEvent[],
  queued: QueuedDelivery[],
  leaseMs: number,
): Promise<void> {
  const events = stored.map(({ day, event, draft, body }) => {
    const { type, created_at } = draft.event
    return [day, event, draft.withheld ? NO_CLIENT : draft.client_id, type, draft.sequence, body, created_at]
  })
  const rows = queued.map(({ day, id, event, webhook, type, lease, leased }) => {
    const leasing = leased ? [leaseMs, lease] : [0, null]
    return [day, id, event, webhook, type, ...leasing]
  })
  const webhooksToNotify = [...new Set(queued.filter(({ leased }) => !leased).map(({ webhook }) => webhook))]
  await tx.query(
    prepared(sql.unsafe`
    with events as (
      insert into ops.webhook_events (day, event, client_id, type, sequence, test, body, created_at)
      select n.day, n.event, n.client_id, n.type, n.sequence, false, n.body, n.created_at
      from ${sql.unnest(events, ['date', 'uuid', 'text', 'text', 'int4', 'bytea', 'timestamptz'])}
        as n(day, event, client_id, type, sequence, body, created_at)),
    deliveries as (
      insert into ops.webhook_deliveries (day, delivery, event, webhook, type, state, test, due_at, lease, created_at)
      select n.day, n.delivery, n.event, n.webhook, n.type, 'pending', false, now() + n.lease_ms * interval '1 millisecond', n.lease, now()
      from ${sql.unnest(rows, ['date', 'uuid', 'uuid', 'uuid', 'text', 'float8', 'uuid'])}
        as n(day, delivery, event, webhook, type, lease_ms, lease))
    select count(pg_notify(${DUE_CHANNEL}, w)) from unnest(${sql.array(webhooksToNotify, 'text')}) w`),
  )
}
