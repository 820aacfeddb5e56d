import { z } from 'zod'
import { erasePaths, presentPaths, setValueAt, valueAt } from '#declarations/paths.ts'
import type { PersonalDataMap } from '#declarations/personal-data.ts'
import { subjects } from '#domain/subjects/decider.ts'
import { isErasedIn } from '#domain/subjects/state.ts'
import { openSealed } from '#edge/vault/open-sealed.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import { type ErasureService, eventsAbout, mapStreams } from '#privacy/subject-streams.ts'
import type { FoundSubject } from '#services/subjects/find-subject.ts'
import { cursorOf, readCursor } from '#values/cursor.ts'
import { ERASED } from '#values/person.ts'

/** One stream is read per object. */
const PAGE_SIZE = 100

const Stream = z.string().max(250)

/** Errors: INVALID_REQUEST for an invalid cursor, or one of another person's export. */
export async function exportSubject(
  service: ErasureService,
  { subject, state, streams }: FoundSubject,
  cursor: string | undefined,
) {
  const scope = subjects.id(subject)
  // Cursors of earlier versions have no scope.
  const position = z.union([z.tuple([z.literal(scope), Stream]), z.tuple([Stream])])
  const after = cursor === undefined ? '' : readCursor(cursor, position, 'INVALID_REQUEST').at(-1)!
  const remaining = streams.filter(stream => stream > after)
  const page = remaining.slice(0, PAGE_SIZE)
  const data = await mapStreams(service, page, async (events, stream) => {
    const dash = stream.indexOf('-')
    const [family, id] = [stream.slice(0, dash), stream.slice(dash + 1)]
    const personal = service.personalOf({ stream })
    const exported = eventsAbout(personal, subject, events).map(async event => {
      const isErased = isErasedIn(state, stream, event.revision)
      const data = personal === undefined ? event.data : await openEvent(service, personal, id, event, isErased)
      return { type: event.type, at: event.at, data }
    })
    return {
      family,
      id,
      events: (await Promise.all(exported)) as { type: string; at: string; data: Record<string, unknown> }[],
    }
  })
  const last = page.at(-1)
  return { data, next_cursor: remaining.length > PAGE_SIZE && last !== undefined ? cursorOf(scope, last) : null }
}

/** Omits sealed texts that are not for the person: password hashes and full account numbers. */
async function openEvent(
  service: ErasureService,
  { fields, sealed = {} }: PersonalDataMap,
  id: string,
  { type, data }: Recorded<DomainEvent>,
  isErased: boolean,
): Promise<object> {
  const paths = fields.get(type) ?? []
  if (isErased) return erasePaths(data, paths)
  const copy = structuredClone(data)
  for (const path of presentPaths(data, paths)) {
    const text = valueAt(data, path)
    if (typeof text !== 'string' || !/^v1\.[^.]+\.[\w-]+$/.test(text)) continue
    const part = sealed[path]
    const opened = part === undefined ? undefined : await openSealed(service, text, `${id}|${part}`)
    setValueAt(copy, path, opened === undefined ? undefined : (opened ?? ERASED))
  }
  return copy
}
