import pMap from 'p-map'
import { sql } from 'slonik'
import { z } from 'zod'
import { sharedPart } from '#domain/webhooks/envelope.ts'
import { addDays, dayOf } from '#edge/postgres/day-partitions.ts'
import type { Service } from '#service.ts'
import { isPoisonEvent } from '#subscription/error-classification.ts'
import { openPayload, sealPayload } from './payload.ts'
import { type Draft, type PublicEventDeclaration, publicId } from './public-event-declaration.ts'
import { createTranslator } from './translator.ts'

/** `id` and `revision` of a domain event and its stream. */
type Position = { id: string; stream: string; revision: number; created_at: string }

/** `envelope`: the shared part as it is sent, as closed JSON text. */
type FoundEvent = { envelope: string; sequence: number; toStored(): Promise<Buffer> }

/** Streams are read whole, so nothing needs to be cached between calls. */
const CACHED_MAX = 1
const PARALLEL = 16

const Row = z.object({ event: z.string(), sequence: z.int(), body: z.instanceof(Buffer) })

/**
 * Public events by domain event id, byte for byte as they are delivered: from the stored payloads, or built again from
 * their streams where those are dropped or erased. Events that can't be translated are missing.
 */
export async function findPublicEvents(
  service: Pick<Service, 'db' | 'store' | 'vault' | 'execute'>,
  modules: readonly PublicEventDeclaration[],
  positions: readonly Position[],
): Promise<Map<string, FoundEvent>> {
  const found = await readStored(service, positions)
  const missing = positions.filter(({ id }) => !found.has(id))
  for (const [id, draft] of await rebuild(service, modules, missing)) {
    const shared = sharedPart(draft.event)
    const toStored = () => sealPayload(service, draft, shared)
    found.set(id, { envelope: `${shared}}`, sequence: draft.sequence, toStored })
  }
  return found
}

/** Missing: payloads past their retention, enqueued more than a day after the event, or of an erased person. */
async function readStored(
  service: Pick<Service, 'db' | 'vault'>,
  positions: readonly Position[],
): Promise<Map<string, FoundEvent>> {
  const days = positions.map(({ created_at }) => dayOf(new Date(created_at))).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return new Map()
  const ids = positions.map(({ id }) => id)
  // The days exclude all other partitions. A clock may have been on the other side of midnight.
  const rows = await service.db.any(sql.type(Row)`
    select event, sequence, body from ops.webhook_events
    where event = any(${sql.array(ids, 'uuid')}) and not test
      and day >= ${addDays(first, -1)}::date and day <= ${addDays(last, 1)}::date`)
  const opened = await Promise.all(
    rows.map(async ({ event, sequence, body }) => {
      const shared = await openPayload(service, event, body)
      if (shared === null) return []
      return [[event, { envelope: `${shared.toString('utf8')}}`, sequence, toStored: async () => body }] as const]
    }),
  )
  return new Map(opened.flat())
}

/** Built with the translators of deliveries. Those of an erased person are without that person's data. */
async function rebuild(
  service: Pick<Service, 'store' | 'vault' | 'execute'>,
  modules: readonly PublicEventDeclaration[],
  positions: readonly Position[],
): Promise<Map<string, Draft>> {
  const byStream = Map.groupBy(positions, ({ stream }) => stream)
  const ids = new Map(positions.map(({ id }) => [publicId({ id }), id]))
  // An event shows its object's state at that time, so streams are read from the beginning.
  const read = async ([stream, wanted]: [string, Position[]]) => {
    const lastRevision = Math.max(...wanted.map(({ revision }) => revision))
    const events = await service.store.read(stream).catch(error => {
      if (!isPoisonEvent(error)) throw error
      return []
    })
    return events.filter(({ revision }) => revision <= lastRevision)
  }
  const events = (await pMap(byStream, read, { concurrency: PARALLEL })).flat()
  const translations = await createTranslator(service, modules, CACHED_MAX)(events)
  const rebuilt = translations.flatMap(translation => {
    const draft = 'draft' in translation ? translation.draft : null
    const id = draft && ids.get(draft.event.id)
    return draft && id ? [[id, draft] as const] : []
  })
  return new Map(rebuilt)
}
