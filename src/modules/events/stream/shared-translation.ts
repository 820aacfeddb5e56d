import { LRUCache } from 'lru-cache'
import { createKeyedMutex } from '#concurrency/keyed-mutex.ts'
import { isTestMode } from '#config/test-mode.ts'
import type { PublicEventDeclaration } from '#delivery/enqueue/public-event-declaration.ts'
import { createTranslator, type Translation } from '#delivery/enqueue/translator.ts'
import { recordOf } from '#domain/webhooks/envelope.ts'
import { isReadable, type LogEvent, type LoggedEvent } from '#event-sourcing/event-store.ts'
import type { Service } from '#service.ts'
import type { Anchor } from './stream-id.ts'

/** `record`: that of `GET /events`, as JSON text on one line. */
export type StreamedEvent = { client_id: string; anchor: Anchor; record: string }

/** Objects whose state is kept; another is read from its stream once. */
const CACHED_OBJECTS_MAX = 1_000
const KEPT_BYTES_MAX = 8 * 2 ** 20
const KEPT_BYTES_OF_ONE = 100

/**
 * The public events among the events of the log. Each is translated once, however many readers get it: live, or later
 * because they reconnect. Those of restricted persons are left out, and those that can't be translated.
 */
export function createSharedTranslation(service: Service, modules: readonly PublicEventDeclaration[]) {
  const prefixes = modules.flatMap(({ prefixes }) => prefixes)
  const test_mode = isTestMode(service.config)
  const translate = createTranslator(service, modules, CACHED_OBJECTS_MAX)
  /** Translators cache by object, so they take one batch at a time. */
  const runExclusive = createKeyedMutex()
  const kept = new LRUCache<string, { event: StreamedEvent | null }>({
    maxSize: KEPT_BYTES_MAX,
    sizeCalculation: ({ event }) => KEPT_BYTES_OF_ONE + (event?.record.length ?? 0),
  })
  let generation = 0

  const isPublic = (event: LogEvent): event is LoggedEvent =>
    isReadable(event) && prefixes.some(prefix => event.stream.startsWith(prefix))

  function toStreamed(event: LoggedEvent, translation: Translation): StreamedEvent | null {
    const draft = 'draft' in translation ? translation.draft : null
    if (draft === null || draft.withheld) return null
    const { client_id, sequence } = draft
    const anchor = { position: event.position, event: event.id }
    return { client_id, anchor, record: recordOf(draft.event, { sequence, test_mode }) }
  }

  async function translateAll(events: readonly LoggedEvent[]): Promise<StreamedEvent[]> {
    const known = new Map(events.map(event => [event.id, kept.get(event.id)]))
    const missing = events.filter(({ id }) => known.get(id) === undefined)
    const before = generation
    const translations = missing.length === 0 ? [] : await translate(missing)
    for (const [index, event] of missing.entries()) {
      const entry = { event: toStreamed(event, translations[index]!) }
      known.set(event.id, entry)
      if (generation === before) kept.set(event.id, entry)
    }
    return events.flatMap(({ id }) => known.get(id)?.event ?? [])
  }

  return {
    prefixes,
    /** In the order of the log. Rejects during an outage. */
    translate: (events: readonly LogEvent[]): Promise<StreamedEvent[]> =>
      runExclusive('', () => translateAll(events.filter(isPublic))),
    /** A person was restricted or erased: what was translated before shows more than it may. */
    forget() {
      generation += 1
      kept.clear()
    },
  }
}
