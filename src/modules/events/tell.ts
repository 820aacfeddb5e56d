import type { DomainEvent, Recorded } from '#decider.ts'
import { type Draft, publicId } from '#delivery/enqueue/draft.ts'
import type { PublicEvents } from '#delivery/enqueue/public-events.ts'
import { createTranslation } from '#delivery/enqueue/translate.ts'
import { API_VERSION } from '#domain/webhooks/envelope.ts'
import type { EventPlace } from '#queries/events/list-events.ts'
import type { Service } from '#service.ts'

/** Streams are read whole, so there is nothing to remember from one page to the next. */
const REMEMBERED_MAX = 1
/** Streams that are read at the same time for one page. */
const PARALLEL = 16

type TellingService = Pick<Service, 'store' | 'vault' | 'execute' | 'config'>

/**
 * The events at these places, made by what makes deliveries, so that `data` is what was sent, byte for byte. The streams are read from
 * their beginnings: what an event says is what its object had become by then. What delivery could not tell, and has set aside, is left
 * out. A person's data that were erased since are not in it any more.
 */
export async function tell(service: TellingService, modules: readonly PublicEvents[], places: readonly EventPlace[]) {
  const last = new Map<string, number>()
  for (const { stream, revision } of places) last.set(stream, Math.max(revision, last.get(stream) ?? 0))
  const streams = await readAll(service, last)
  const drafts = new Map<string, Draft>()
  for (const translation of await createTranslation(service, modules, REMEMBERED_MAX)(streams))
    if ('draft' in translation && translation.draft !== null) drafts.set(translation.draft.event.id, translation.draft)
  const test_mode = service.config.ENVIRONMENT === 'sandbox'
  return places.flatMap(({ id }) => {
    const draft = drafts.get(publicId({ id }))
    if (draft === undefined) return []
    const { type, created_at, data } = draft.event
    const metadata = { sequence: draft.sequence, test_mode }
    return [{ id: draft.event.id, type, api_version: API_VERSION, created_at, data, metadata }]
  })
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
