import pMap from 'p-map'
import type { Service } from '#service.ts'
import { isFaultOfEvent } from '#subscription/blame.ts'
import { type Draft, publicId } from './draft.ts'
import type { PublicEvents } from './public-events.ts'
import { createTranslation } from './translate.ts'

/** Where a public event stands: `stream` and its revision; `id` is the domain event's. */
type Place = { id: string; stream: string; revision: number }

/** Streams are read whole, so there is nothing to remember from one call to the next. */
const REMEMBERED_MAX = 1
/** Streams that are read at the same time. */
const PARALLEL = 16

/**
 * The public events at these places, made again from their streams by what makes deliveries, by their domain events' ids. Missing is what
 * can't be told; of a person who was erased since, what is left to tell.
 */
export async function toldAgain(
  service: Pick<Service, 'store' | 'vault' | 'execute'>,
  modules: readonly PublicEvents[],
  places: readonly Place[],
): Promise<Map<string, Draft>> {
  // What an event says is what its object had become by then, so the streams are read from their beginnings.
  const last = new Map<string, number>()
  for (const { stream, revision } of places) last.set(stream, Math.max(revision, last.get(stream) ?? 0))
  const streams = await readAll(service, last)
  const drafts = new Map<string, Draft>()
  for (const translation of await createTranslation(service, modules, REMEMBERED_MAX)(streams))
    if ('draft' in translation && translation.draft !== null) drafts.set(translation.draft.event.id, translation.draft)
  const told = new Map<string, Draft>()
  for (const { id } of places) {
    const draft = drafts.get(publicId({ id }))
    if (draft !== undefined) told.set(id, draft)
  }
  return told
}

/** The events of streams, each up to a revision, stream by stream; of one that can't be read, none. */
async function readAll({ store }: Pick<Service, 'store'>, last: ReadonlyMap<string, number>) {
  const read = async ([stream, end]: [string, number]) => {
    const events = await store.read(stream).catch(error => {
      if (!isFaultOfEvent(error)) throw error
      return []
    })
    return events.filter(({ revision }) => revision <= end)
  }
  return (await pMap(last, read, { concurrency: PARALLEL })).flat()
}
