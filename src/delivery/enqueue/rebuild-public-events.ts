import pMap from 'p-map'
import type { Service } from '#service.ts'
import { isPoisonEvent } from '#subscription/error-classification.ts'
import { type Draft, publicId } from './draft.ts'
import type { PublicEventDeclaration } from './public-event-declaration.ts'
import { createTranslator } from './translator.ts'

/** `id` and `revision` of a domain event and its stream. */
type StreamPosition = { id: string; stream: string; revision: number }

/** Streams are read whole, so nothing needs to be cached between calls. */
const CACHED_MAX = 1
const PARALLEL = 16

/**
 * Builds public events again from their streams, with the translators of deliveries, by domain event id. Events that
 * can't be translated are missing; those of an erased person are without that person's data.
 */
export async function rebuildPublicEvents(
  service: Pick<Service, 'store' | 'vault' | 'execute'>,
  modules: readonly PublicEventDeclaration[],
  positions: readonly StreamPosition[],
): Promise<Map<string, Draft>> {
  // An event shows its object's state at that time, so streams are read from the beginning.
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

/** The events of streams up to a revision each; none of an unreadable stream. */
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
