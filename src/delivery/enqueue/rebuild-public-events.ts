import pMap from 'p-map'
import type { Service } from '#service.ts'
import { isPoisonEvent } from '#subscription/error-classification.ts'
import { type Draft, publicId } from './draft.ts'
import type { PublicEventDeclaration } from './public-event-declaration.ts'
import { createTranslator } from './translator.ts'

/** Where a public event stands: `stream` and its revision; `id` is the domain event's. */
type StreamPosition = { id: string; stream: string; revision: number }

/** Streams are read whole, so there is nothing to remember from one call to the next. */
const CACHED_MAX = 1
/** Streams that are read at the same time. */
const PARALLEL = 16

/**
 * The public events at these places, made again from their streams by what makes deliveries, by their domain events' ids. Missing is what
 * can't be told; of a person who was erased since, what is left to tell.
 */
export async function rebuildPublicEvents(
  service: Pick<Service, 'store' | 'vault' | 'execute'>,
  modules: readonly PublicEventDeclaration[],
  positions: readonly StreamPosition[],
): Promise<Map<string, Draft>> {
  // What an event says is what its object had become by then, so the streams are read from their beginnings.
  const lastRevisions = new Map<string, number>()
  for (const { stream, revision } of positions)
    lastRevisions.set(stream, Math.max(revision, lastRevisions.get(stream) ?? 0))
  const streams = await readAll(service, lastRevisions)
  const drafts = new Map<string, Draft>()
  for (const translation of await createTranslator(service, modules, CACHED_MAX)(streams))
    if ('draft' in translation && translation.draft !== null) drafts.set(translation.draft.event.id, translation.draft)
  const rebuilt = new Map<string, Draft>()
  for (const { id } of positions) {
    const draft = drafts.get(publicId({ id }))
    if (draft !== undefined) rebuilt.set(id, draft)
  }
  return rebuilt
}

/** The events of streams, each up to a revision, stream by stream; of one that can't be read, none. */
async function readAll({ store }: Pick<Service, 'store'>, lastRevisions: ReadonlyMap<string, number>) {
  const read = async ([stream, end]: [string, number]) => {
    const events = await store.read(stream).catch(error => {
      if (!isPoisonEvent(error)) throw error
      return []
    })
    return events.filter(({ revision }) => revision <= end)
  }
  return (await pMap(lastRevisions, read, { concurrency: PARALLEL })).flat()
}
