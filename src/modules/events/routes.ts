import { isTestMode } from '#config/test-mode.ts'
import { findPublicEvents } from '#delivery/enqueue/find-public-events.ts'
import type { PublicEventDeclaration } from '#delivery/enqueue/public-event-declaration.ts'
import type { Api } from '#http/api.ts'
import { EVENT_LIST } from '#projections/events/events.ts'
import { findEvent, ListEventsQuery, listEvents, type PublicEventPosition } from '#queries/events/list-events.ts'
import type { Service } from '#service.ts'
import { waitForCheckpoint } from '#subscription/wait-for-checkpoint.ts'
import { Rejection } from '#values/errors.ts'
import { prose } from '#values/prose.ts'
import { EventListResponse, EventParams, EventResponse } from './schemas.ts'

const tags = ['events']
const config = { scope: 'events:read' } as const

const listEventsOperation = {
  config,
  schema: {
    tags,
    operationId: 'listEvents',
    summary: 'List events, newest first, whether or not an endpoint subscribes to them',
    description: [
      prose(
        'Lists the events that your endpoints got, or would have got with a subscription: use it to find what a',
        'receiver missed. An event is listed as soon as the request that caused it is answered. Events are never',
        'dropped.',
      ),
      prose(
        'Pages go by cursor: new events cause no duplicates and no gaps. An event may be listed some seconds after',
        'its `created_at`, so begin each time window one minute before the end of the last one, and drop repeats by',
        '`id`.',
      ),
      prose(
        'Test events of `POST /webhooks/{webhook_id}/test` are not listed. `400` names the invalid filter or',
        '`cursor`; `503` means that the list is being built: repeat after `Retry-After`.',
      ),
    ].join('\n\n'),

    querystring: ListEventsQuery,
    response: { 200: EventListResponse },
  },
}

const getEventOperation = {
  config,
  schema: {
    tags,
    operationId: 'getEvent',
    summary: 'One event, as it was delivered',
    description: prose(
      'Shows one event with the `data` of its deliveries. `404` means that there is no such event, or that it is a',
      'test event or another client’s event.',
    ),

    params: EventParams,
    response: { 200: EventResponse.describe('The event.') },
  },
}

/** For clients that missed deliveries or have no endpoint. Not in the spec. */
export function eventRoutes(api: Api, service: Service, modules: readonly PublicEventDeclaration[]): void {
  const prefixes = modules.flatMap(({ prefixes }) => prefixes)
  const waitForEventList = () => waitForCheckpoint(service, { name: EVENT_LIST, prefixes })

  /** Events that can't be translated are left out. */
  async function loadEvents(positions: readonly PublicEventPosition[]): Promise<EventResponse[]> {
    const found = await findPublicEvents(service, modules, positions)
    const test_mode = isTestMode(service.config)
    return positions.flatMap(({ id }) => {
      const event = found.get(id)
      if (event === undefined) return []
      return [{ ...JSON.parse(event.envelope), metadata: { sequence: event.sequence, test_mode } }]
    })
  }

  api.get('/events', listEventsOperation, async request => {
    // Later pages hold older events only.
    if (request.query.cursor === undefined) await waitForEventList()
    const { positions, pagination } = await listEvents(service.db, request.caller.client_id, request.query)
    return { data: await loadEvents(positions), pagination }
  })

  api.get('/events/:event_id', getEventOperation, async request => {
    const uuid = /^evt_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(request.params.event_id)?.[1]
    if (uuid === undefined) throw new Rejection('NOT_FOUND')
    const find = () => findEvent(service.db, request.caller.client_id, uuid)
    // A delivery can be ahead of the list.
    const position = (await find()) ?? (await waitForEventList().then(find))
    const [event] = position === null ? [] : await loadEvents([position])
    if (event === undefined) throw new Rejection('NOT_FOUND')
    return event
  })
}
