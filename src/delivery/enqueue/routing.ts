import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { uuidOf } from '#delivery/queue.ts'
import { subscribes } from '#domain/webhooks/event-types.ts'
import { webhookStreams } from '#domain/webhooks/events.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'

type Route = { webhook: string; events: readonly string[] }

/**
 * The endpoints that get an event: their state at one position of the log. It advances event by event, so that an event
 * goes exactly to the endpoints that existed before it. Changed routes are stored with the checkpoint.
 */
export type EndpointRouting = {
  targets(clientId: string, type: string, except: string | null): string[]
  /**
   * Applies an endpoint's event; ignores others. The owner is that of the creation: an administrator or the service may
   * have caused later events.
   */
  advance(event: Recorded<DomainEvent>): void
  /** Routes that differ from the stored ones; `events` is null for a deleted endpoint. */
  takeChanged(): { webhook: string; client_id: string; events: readonly string[] | null }[]
}

const RouteRow = z.object({ webhook: z.string(), client_id: z.string(), routed_events: z.array(z.string()) })

export async function loadRouting(db: CommonQueryMethods): Promise<EndpointRouting> {
  const rows = await db.any(sql.type(RouteRow)`
    select webhook, client_id, routed_events from ops.webhook_endpoints where routed`)
  const clients = new Map<string, Map<string, Route>>()
  const changed = new Map<string, { webhook: string; client_id: string; events: readonly string[] | null }>()

  const routesOf = (clientId: string) => {
    const routes = clients.get(clientId) ?? new Map<string, Route>()
    clients.set(clientId, routes)
    return routes
  }
  const owners = new Map<string, string>()
  for (const { webhook, client_id, routed_events } of rows) {
    owners.set(webhook, client_id)
    routesOf(client_id).set(webhook, { webhook, events: routed_events })
  }

  return {
    targets(clientId, type, except) {
      const routes = [...(clients.get(clientId)?.values() ?? [])]
      const excluded = except === null ? null : uuidOf(except)
      return routes
        .filter(route => route.webhook !== excluded && subscribes(route.events, type))
        .map(route => route.webhook)
    },
    advance(recorded) {
      if (!webhookStreams.has(recorded)) return
      const event = webhookStreams.parse(recorded)
      const webhook = uuidOf(webhookStreams.idOf(event))
      if (event.type === 'WebhookCreated') owners.set(webhook, event.data.client_id)
      const client_id = owners.get(webhook)
      // Deleted, or its creation could not be read.
      if (client_id === undefined) return
      const routes = routesOf(client_id)
      if (event.type === 'WebhookDeleted') {
        routes.delete(webhook)
        owners.delete(webhook)
        changed.set(webhook, { webhook, client_id, events: null })
      } else if (
        (event.type === 'WebhookCreated' || event.type === 'WebhookUpdated') &&
        event.data.events !== undefined
      ) {
        routes.set(webhook, { webhook, events: event.data.events })
        changed.set(webhook, { webhook, client_id, events: event.data.events })
      }
    },
    takeChanged() {
      const taken = [...changed.values()]
      changed.clear()
      return taken
    },
  }
}
