import type { PublicEventDeclaration } from '#delivery/enqueue/public-event-declaration.ts'
import type { Api } from '#http/api.ts'
import { findEvent, ListEventsQuery, listEvents } from '#queries/events/list-events.ts'
import type { Service } from '#service.ts'
import { waitForCheckpoint } from '#subscription/wait-for-checkpoint.ts'
import { Rejection } from '#values/errors.ts'
import { loadPublicEvents } from './load-public-events.ts'
import { EventListResponse, EventParams, EventResponse } from './schemas.ts'

/** How long a caller waits for what it has just done, or was just told of; the read model is behind by milliseconds. */
const OWN_WRITES_MS_MAX = 500

/** The client's public events, for whoever missed deliveries or has no endpoint (ours; the spec shows none). */
export function eventRoutes(api: Api, service: Service, modules: readonly PublicEventDeclaration[]): void {
  const prefixes = modules.flatMap(({ prefixes }) => prefixes)
  const waitForEventList = () =>
    waitForCheckpoint(service, { subscription: 'events', prefixes, msMax: OWN_WRITES_MS_MAX })
  const described = { tags: ['events'] }
  const config = { scope: 'events:read' } as const

  api.get(
    '/events',
    {
      config,
      schema: {
        ...described,
        operationId: 'listEvents',
        summary: 'List events, newest first, whether or not an endpoint wanted them',
        description: [
          'Lists what your endpoints were told, or would have been: read it to find what a receiver missed. An event is listed as soon as the request that caused it is answered, and is kept for as long as what it tells of: nothing is dropped after a time.',
          'Pages go by cursor: while new events come, nothing is shown twice and nothing that was there is left out. An event may be listed some seconds after its `created_at`, so let a window begin where the last one ended, less a minute, and drop what you know by its `id`.',
          'Test events of `POST /webhooks/{webhook_id}/test` are not listed. `400` names the filter that is wrong, or a `cursor` that no page gave; `503` says that the list is being built: repeat after `Retry-After`.',
        ].join('\n\n'),
        querystring: ListEventsQuery,
        response: { 200: EventListResponse },
      },
    },
    async request => {
      // Pages after the first are of the past.
      if (request.query.cursor === undefined) await waitForEventList()
      const { positions, pagination } = await listEvents(service.db, request.caller.client_id, request.query)
      return { data: await loadPublicEvents(service, modules, positions), pagination }
    },
  )

  api.get(
    '/events/:event_id',
    {
      config,
      schema: {
        ...described,
        operationId: 'getEvent',
        summary: 'One event, as it was delivered',
        description:
          'Shows one event with the `data` that its deliveries carry. `404` is answered for an id that names no event, a test event, or an event of another client: nothing tells them apart.',
        params: EventParams,
        response: { 200: EventResponse.describe('The event.') },
      },
    },
    async request => {
      const uuid = /^evt_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(request.params.event_id)?.[1]
      if (uuid === undefined) throw new Rejection('NOT_FOUND')
      const find = () => findEvent(service.db, request.caller.client_id, uuid)
      // A delivery can be ahead of the list.
      const position = (await find()) ?? (await waitForEventList().then(find))
      const [event] = position === null ? [] : await loadPublicEvents(service, modules, [position])
      if (event === undefined) throw new Rejection('NOT_FOUND')
      return event
    },
  )
}
