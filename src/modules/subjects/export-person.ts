import { z } from 'zod'
import type { Held } from '#commands/subjects/request-erasure.ts'
import { at, heldUnder, type Personal, put, without } from '#declarations/personal-data.ts'
import { isErasedFrom } from '#domain/subjects/decider.ts'
import { openSealed } from '#edge/vault/open-sealed.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import type { Erasing } from '#privacy/subject-streams.ts'
import { ofEach, theirs } from '#privacy/subject-streams.ts'
import { cursorOf, readCursor } from '#values/cursor.ts'
import { ERASED } from '#values/person.ts'

/** Objects on a page; the stream of each is read. */
const PAGE = 100

const Place = z.tuple([z.string().max(300)])

/** A page of what is held about a person, with what is sealed of them open. Errors: INVALID_REQUEST for a cursor that is not ours. */
export async function exportPerson(erasing: Erasing, { whose, state, streams }: Held, cursor: string | undefined) {
  const [after] = cursor === undefined ? [''] : readCursor(cursor, Place, 'INVALID_REQUEST')
  const left = streams.filter(stream => stream > after)
  const page = left.slice(0, PAGE)
  const data = await ofEach(erasing, page, async (events, stream) => {
    const dash = stream.indexOf('-')
    const [family, id] = [stream.slice(0, dash), stream.slice(dash + 1)]
    const of = erasing.personalOf({ stream })
    const told = theirs(of, whose, events).map(async event => {
      const isErased = isErasedFrom(state, stream, event.revision)
      const data = of === undefined ? event.data : await openEvent(erasing, of, id, event, isErased)
      return { type: event.type, at: event.at, data }
    })
    return {
      family,
      id,
      events: (await Promise.all(told)) as { type: string; at: string; data: Record<string, unknown> }[],
    }
  })
  const last = page.at(-1)
  return { data, next_cursor: left.length > PAGE && last !== undefined ? cursorOf(last) : null }
}

/** Sealed texts that are nobody's to see, hashes of passwords and full account numbers, are left out. */
async function openEvent(
  erasing: Erasing,
  { fields, sealed = {} }: Personal,
  id: string,
  { type, data }: Recorded<DomainEvent>,
  isErased: boolean,
): Promise<object> {
  const paths = fields.get(type) ?? []
  if (isErased) return without(data, paths)
  const copy = structuredClone(data)
  for (const path of heldUnder(data, paths)) {
    const text = at(data, path)
    if (typeof text !== 'string' || !/^v1\.[^.]+\.[\w-]+$/.test(text)) continue
    const part = sealed[path]
    const opened = part === undefined ? undefined : await openSealed(erasing, text, `${id}|${part}`)
    put(copy, path, opened === undefined ? undefined : (opened ?? ERASED))
  }
  return copy
}
