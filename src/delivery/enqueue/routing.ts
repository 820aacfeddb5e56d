import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { uuidOf } from '#delivery/queue.ts'
import { subscribes } from '#domain/webhooks/event-types.ts'
import { webhookStreams } from '#domain/webhooks/events.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'

type Route = { webhook: string; events: readonly string[] }

/**
 * Which endpoints get an event: the state of all endpoints at one place in the log. It moves with the log, event by event, so
 * that an event goes exactly to the endpoints that existed before it. `changed` are the routes to store with the checkpoint.
 */
export type EndpointRouting = {
  targets(clientId: string, type: string, except: string | null): string[]
  /**
   * Takes in an event of an endpoint; others are ignored. Whose endpoint it is says the event that created it, and no later one:
   * an administrator or the service itself may have caused those.
   */
  advance(event: Recorded<DomainEvent>): void
  /** Routes that differ from what is stored; null events = gone. */
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
      // Gone already, or its creation could not be read: there is nothing to route.
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
