import { raceAbort } from '#concurrency/timeout.ts'
import type { PublicEventDeclaration } from '#delivery/enqueue/public-event-declaration.ts'
import { subjectStreams } from '#domain/subjects/events.ts'
import type { EventStore, Position } from '#event-sourcing/event-store.ts'
import type { Service } from '#service.ts'
import type { Batch } from '#subscription/batch.ts'
import { isAfter } from '#subscription/checkpoint.ts'
import { assertSameLog, LogMismatch } from '#subscription/log-identity.ts'
import { readThroughTail } from '#subscription/read-through-tail.ts'
import { Rejection } from '#values/errors.ts'
import { createSharedTranslation, type StreamedEvent } from './shared-translation.ts'
import type { Anchor } from './stream-id.ts'

const BATCH_MAX = 250

export type FeedReader = {
  client_id: string
  /** Gets each event of its client after it was attached, in the order of the log. */
  deliver(event: StreamedEvent): void
  /** Gets nothing more: the reading of the log ended. */
  end(): void
}

export type EventFeed = ReturnType<typeof createEventFeed>
/** One reading of the log. */
export type Feed = ReturnType<typeof startFeed>

/** One reading of the log for all readers of the process, only while there are any. */
export function createEventFeed(service: Service, modules: readonly PublicEventDeclaration[]) {
  let running: Feed | null = null

  return {
    /** To be left by `leave`. Rejects when the event store is away, and on abort. */
    async join(reader: FeedReader, signal: AbortSignal): Promise<Feed> {
      if (running === null || running.isEnded()) running = startFeed(service, modules)
      const feed = running
      feed.readers.add(reader)
      try {
        await raceAbort(signal, feed.live)
        return feed
      } catch (error) {
        this.leave(feed, reader)
        throw error
      }
    },
    leave(feed: Feed, reader: FeedReader): void {
      feed.readers.delete(reader)
      feed.attached.delete(reader)
      if (feed.readers.size > 0) return
      if (running === feed) running = null
      feed.stop()
    },
  }
}

function startFeed(service: Service, modules: readonly PublicEventDeclaration[]) {
  const { store, log } = service
  const translation = createSharedTranslation(service, modules)
  const stopping = new AbortController()
  const readers = new Set<FeedReader>()
  const attached = new Set<FeedReader>()
  const live = Promise.withResolvers<void>()
  live.promise.catch(() => undefined)
  let at: Position | null = null
  /** The last event that was taken, or where the reading began. */
  let anchor: Anchor | null = null
  let isEnded = false

  async function take({ events, position }: Batch): Promise<void> {
    if (!isAfter(position, at)) return
    // After a lost connection parts of a batch come again.
    const fresh = events.filter(event => isAfter(event.position, at))
    if (fresh.some(({ stream }) => stream.startsWith(subjectStreams.prefix))) translation.forget()
    const streamed = await translation.translate(fresh)
    // Synchronous from here on: a reader is attached before or after all of them.
    for (const event of streamed)
      for (const reader of attached) if (reader.client_id === event.client_id) reader.deliver(event)
    at = position
    const last = fresh.at(-1)
    if (last !== undefined) anchor = { position: last.position, event: last.id }
  }

  async function checkLog(upTo: Position | null): Promise<void> {
    const { commit } = anchor?.position ?? {}
    const checkpoint = { lastEvent: commit ?? null, lastId: anchor?.event ?? null }
    await assertSameLog(store, checkpoint, { name: 'a stream of events', restoreAdvice: 'readers begin again' })
    if (isAfter(upTo, await store.end())) throw new LogMismatch('the log ends before a stream of events')
  }

  async function run(): Promise<void> {
    anchor = await endOf(store)
    at = anchor?.position ?? null
    await readThroughTail(store, {
      prefixes: [...translation.prefixes, subjectStreams.prefix],
      ...{ batchMax: BATCH_MAX, batchDelayMs: 0, signal: stopping.signal, take, checkLog },
      position: () => at,
      onState: state => {
        if (state === 'live') live.resolve()
      },
    })
  }

  run()
    .catch(error => log.warn({ err: error }, 'reading the log for event streams ended; readers reconnect'))
    .finally(() => {
      isEnded = true
      live.reject(new Rejection('SERVICE_UNAVAILABLE', { reason: 'the event log is not available' }))
      for (const reader of [...readers]) reader.end()
    })

  return {
    readers,
    attached,
    live: live.promise,
    translation,
    anchor: () => anchor,
    isEnded: () => isEnded,
    stop: () => stopping.abort(),
  }
}

/** Where new events begin. The event there is unknown when it is one of the event store's own. */
async function endOf(store: Pick<EventStore, 'end' | 'at'>): Promise<Anchor | null> {
  const position = await store.end()
  if (position === null) return null
  return { position, event: (await store.at(position))?.id ?? null }
}
