import type { DomainEvent, Recorded } from '#decider.ts'
import { type Draft, publicId } from '#delivery/enqueue/draft.ts'
import type { PublicEvents } from '#delivery/enqueue/public-events.ts'
import { type Stored, storedEvents } from '#delivery/enqueue/stored.ts'
import { createTranslation } from '#delivery/enqueue/translate.ts'
import { sharedPart } from '#domain/webhooks/envelope.ts'
import type { EventPlace } from '#queries/events/list-events.ts'
import type { Service } from '#service.ts'
import type { EventRecord } from './schemas.ts'

/** Streams are read whole, so there is nothing to remember from one page to the next. */
const REMEMBERED_MAX = 1
/** Streams that are read at the same time for one page. */
const PARALLEL = 16

/**
 * The events at these places as they are delivered, byte for byte. While they are kept for deliveries it is those that are shown, also
 * when a version before this one wrote them; older ones are made again from their streams, by what makes deliveries, and so are those of
 * a person who was erased since, without their data. What delivery could not tell, and has set aside, is left out.
 */
export async function tell(
  service: Service,
  modules: readonly PublicEvents[],
  places: readonly EventPlace[],
): Promise<EventRecord[]> {
  const stored = await storedEvents(service, places)
  const missing = places.filter(({ id }) => !stored.has(id))
  const made = missing.length === 0 ? new Map<string, Stored>() : await madeAgain(service, modules, missing)
  const test_mode = service.config.ENVIRONMENT === 'sandbox'
  return places.flatMap(({ id }) => {
    const told = stored.get(id) ?? made.get(id)
    if (told === undefined) return []
    return [{ ...JSON.parse(told.envelope), metadata: { sequence: told.sequence, test_mode } }]
  })
}

/** What an event says is what its object had become by then, so the streams are read from their beginnings. */
async function madeAgain(service: Service, modules: readonly PublicEvents[], places: readonly EventPlace[]) {
  const last = new Map<string, number>()
  for (const { stream, revision } of places) last.set(stream, Math.max(revision, last.get(stream) ?? 0))
  const streams = await readAll(service, last)
  const drafts = new Map<string, Draft>()
  for (const translation of await createTranslation(service, modules, REMEMBERED_MAX)(streams))
    if ('draft' in translation && translation.draft !== null) drafts.set(translation.draft.event.id, translation.draft)
  const made = new Map<string, Stored>()
  for (const { id } of places) {
    const draft = drafts.get(publicId({ id }))
    if (draft) made.set(id, { envelope: `${sharedPart(draft.event)}}`, sequence: draft.sequence })
  }
  return made
}

/** The events of streams, each up to a revision, stream by stream. */
async function readAll({ store }: Pick<Service, 'store'>, last: ReadonlyMap<string, number>) {
  const read = new Map<string, Recorded<DomainEvent>[]>()
  const waiting = last.entries()
  const worker = async () => {
    for (const [stream, end] of waiting) {
      const events = await store.read(stream)
      read.set(
        stream,
        events.filter(({ revision }) => revision <= end),
      )
    }
  }
  await Promise.all(Array.from({ length: Math.min(PARALLEL, last.size) }, worker))
  return [...read.values()].flat()
}
