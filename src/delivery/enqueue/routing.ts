import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { DomainEvent, Recorded } from '#decider.ts'
import { uuidOf } from '#delivery/queue.ts'
import { subscribes } from '#domain/webhooks/event-types.ts'
import { WEBHOOK_STREAM_PREFIX, type WebhookEvent, webhookIdOf } from '#domain/webhooks/events.ts'

type Route = { webhook: string; events: readonly string[] }

/**
 * Which endpoints get an event: the state of all endpoints at one place in the log. It moves with the log, event by event, so
 * that an event goes exactly to the endpoints that existed before it. `changed` are the routes to store with the checkpoint.
 */
export type Routing = {
  targets(clientId: string, type: string, except: string | null): string[]
  /** Takes in an event of an endpoint; others are ignored. */
  advance(event: Recorded<DomainEvent>): void
  /** Routes that differ from what is stored; null events = gone. */
  takeChanged(): { webhook: string; client_id: string; events: readonly string[] | null }[]
}

const RouteRow = z.object({ webhook: z.string(), client_id: z.string(), routed_events: z.array(z.string()) })

export async function loadRouting(db: CommonQueryMethods): Promise<Routing> {
  const rows = await db.any(sql.type(RouteRow)`
    select webhook, client_id, routed_events from ops.webhook_endpoints where routed`)
  const clients = new Map<string, Map<string, Route>>()
  const changed = new Map<string, { webhook: string; client_id: string; events: readonly string[] | null }>()

  const routesOf = (clientId: string) => {
    const routes = clients.get(clientId) ?? new Map<string, Route>()
    clients.set(clientId, routes)
    return routes
  }
  for (const { webhook, client_id, routed_events } of rows)
    routesOf(client_id).set(webhook, { webhook, events: routed_events })

  return {
    targets(clientId, type, except) {
      const routes = [...(clients.get(clientId)?.values() ?? [])]
      const out = except === null ? null : uuidOf(except)
      return routes.filter(route => route.webhook !== out && subscribes(route.events, type)).map(route => route.webhook)
    },
    advance(recorded) {
      if (!recorded.stream.startsWith(WEBHOOK_STREAM_PREFIX)) return
      const event = recorded as Recorded<WebhookEvent>
      const webhook = uuidOf(webhookIdOf(event.stream))
      const client_id = event.metadata.actor.client_id
      const routes = routesOf(client_id)
      if (event.type === 'WebhookDeleted') {
        routes.delete(webhook)
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
