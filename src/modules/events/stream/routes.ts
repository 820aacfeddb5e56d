import { z } from 'zod'
import type { PublicEventDeclaration } from '#delivery/enqueue/public-event-declaration.ts'
import type { Api } from '#http/api.ts'
import { createConcurrencyLimit } from '#http/concurrency-limit.ts'
import type { Service } from '#service.ts'
import { Rejection } from '#values/errors.ts'
import { prose } from '#values/prose.ts'
import { createEventFeed } from './event-feed.ts'
import { EVENT_STREAM_TYPE, startEventStream } from './event-stream.ts'

const STREAMS_MAX = 100
/** Of the refusal of one more. */
const RETRY_AFTER_S = 60

const streamEventsOperation = {
  config: {
    scope: 'events:read',
    responseTypes: [EVENT_STREAM_TYPE],
    isOpenEnded: true,
    headers: z.object({
      'Last-Event-ID': z
        .string()
        .optional()
        .describe('The last `id` that the reader got: the stream continues after it. From now on without it.'),
    }),
  } as const,
  schema: {
    tags: ['events'],
    operationId: 'streamEvents',
    summary: 'Events as they happen, as server-sent events',
    description: [
      prose(
        'Streams the events of your client, each as in `GET /events`, in order, as soon as it is stored. Read it with',
        '`fetch`: an `EventSource` can’t send a token. Each message has an `id`; a message without `data` only moves',
        'it. After a lost connection send the last `id` as `Last-Event-ID`, to any process of the service: no event is',
        'missing and none comes twice.',
      ),
      prose(
        'A message `event: reset` means that the stream can’t continue after your `id`: it is of another or restored',
        'log or of another client (`unknown`, or `behind`), or more than 1,000 of your events, 10,000 events of all',
        'kinds, or an hour behind (`behind`). Read your lists then; the stream goes on from the `id` of that message.',
      ),
      prose(
        'A heartbeat comes every 15 s: without one for 45 s, reconnect. The stream ends with its access token, within',
        '5 s of the end of the session or of the right to read events, and when a process stops: reconnect after',
        '`retry` milliseconds, with a new token where that is needed. A reader that does not read is cut off. At most',
        '100 streams per client and process are open: for one more, `429` names in `Retry-After` when to try again.',
      ),
      prose('Events of persons whose erasure was requested are left out, as in `GET /events`.'),
    ].join('\n\n'),
    response: { 200: z.string().describe('Messages as they come, until one side ends the stream.') },
  },
}

export type EventStreams = ReturnType<typeof createEventStreams>

export function createEventStreams(service: Service, modules: readonly PublicEventDeclaration[]) {
  const open = new Set<{ end(): void }>()
  let isEnding = false
  return {
    service,
    feed: createEventFeed(service, modules),
    limit: createConcurrencyLimit(STREAMS_MAX, 'streams', RETRY_AFTER_S),
    open,
    isEnding: () => isEnding,
    /** Readers reconnect to another process. */
    end(): void {
      isEnding = true
      for (const stream of open) stream.end()
    },
  }
}

export function streamRoutes(api: Api, { service, feed, limit, open, isEnding }: EventStreams): void {
  const deps = { service, feed, authenticator: api.authenticator }

  api.get('/events/stream', streamEventsOperation, async (request, reply) => {
    if (request.method === 'HEAD') return reply.type(EVENT_STREAM_TYPE).send('' as never)
    if (isEnding()) throw new Rejection('SERVICE_UNAVAILABLE', { reason: 'the process is stopping' })
    const { scopes: scope, plan, ...caller } = request.caller
    const lastEventId = request.headers['last-event-id']
    const releaseSlot = limit.acquire(caller.client_id)
    const stream = { end: () => {} }
    open.add(stream)
    const release = () => {
      open.delete(stream)
      releaseSlot()
    }
    const params = { claims: { ...caller, scope }, lastEventId: textOf(lastEventId), release }
    stream.end = await startEventStream(deps, params, reply)
    if (isEnding()) stream.end()
  })
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}
