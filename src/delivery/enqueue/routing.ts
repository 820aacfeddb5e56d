import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { uuidOf } from '#delivery/queue.ts'
import { subscribes } from '#domain/webhooks/event-types.ts'
import { type WebhookEvent, webhookStreams } from '#domain/webhooks/events.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'

/** The event types of an endpoint; null = it is deleted. */
export type Route = { webhook: string; events: readonly string[] | null }

/**
 * The endpoints that get an event: their state at one position of the log. It advances event by event, so that an event
 * goes exactly to the endpoints that existed before it. Changed routes are stored with the checkpoint.
 */
export type EndpointRouting = Awaited<ReturnType<typeof loadRouting>>

const RouteRow = z.object({ webhook: z.string(), client_id: z.string(), routed_events: z.array(z.string()) })

export async function loadRouting(db: CommonQueryMethods) {
  const rows = await db.any(sql.type(RouteRow)`
    select webhook, client_id, routed_events from ops.webhook_endpoints where routed`)
  const owners = new Map(rows.map(({ webhook, client_id }) => [webhook, client_id]))
  /** Event types by endpoint, by client. */
  const clients = new Map<string, Map<string, readonly string[]>>()
  const changed = new Map<string, Route>()

  function setRoute(clientId: string, { webhook, events }: Route) {
    const routes = clients.get(clientId) ?? new Map<string, readonly string[]>()
    clients.set(clientId, routes)
    if (events === null) routes.delete(webhook)
    else routes.set(webhook, events)
  }
  for (const { webhook, client_id, routed_events } of rows) setRoute(client_id, { webhook, events: routed_events })

  return {
    targets(clientId: string, type: string, except: string | null): string[] {
      const routes = [...(clients.get(clientId) ?? [])]
      const excluded = except === null ? null : uuidOf(except)
      return routes.flatMap(([webhook, events]) => (webhook !== excluded && subscribes(events, type) ? webhook : []))
    },
    /** The owner is that of the creation: an administrator or the service may have caused later events. */
    advance(recorded: Recorded<DomainEvent>): void {
      if (!webhookStreams.has(recorded)) return
      const event = webhookStreams.parse(recorded)
      const webhook = uuidOf(webhookStreams.idOf(event))
      if (event.type === 'WebhookCreated') owners.set(webhook, event.data.client_id)
      const clientId = owners.get(webhook)
      // Deleted, or its creation could not be read.
      if (clientId === undefined) return
      const events = routedBy(event)
      if (events === undefined) return
      if (events === null) owners.delete(webhook)
      setRoute(clientId, { webhook, events })
      changed.set(webhook, { webhook, events })
    },
    takeChanged(): Route[] {
      const taken = [...changed.values()]
      changed.clear()
      return taken
    },
  }
}

/** Event types from then on; null = none any more, undefined = as before. Newer events may have `events` too. */
function routedBy({ type, data }: WebhookEvent): readonly string[] | null | undefined {
  if (type === 'WebhookDeleted') return null
  return type === 'WebhookCreated' || type === 'WebhookUpdated' ? data.events : undefined
}
