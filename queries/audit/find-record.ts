import type { AuditDeclaration } from '#declarations/history-view.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'

/** Who asks: for the records of one client or of all. `client_id` also says whose record is meant by an id that clients choose. */
export type Reader = { client_id: string; readsAll: boolean }

/** A whole stream, with whose each of its events is (null = nobody's), and the people that events of it name, by their revisions. */
export type FoundRecord = {
  audited: AuditDeclaration
  id: string
  events: readonly Recorded<DomainEvent>[]
  owners: readonly (string | null)[]
  people: readonly { client_id: string | null; user_id: string; revision: number }[]
}

/** Whether the reader may see an event. */
export function canSee({ client_id, readsAll }: Reader, owner: string | null | undefined): boolean {
  return readsAll || owner === client_id
}

/**
 * The record that a reader means, from the event store alone. Null when there is none of which the reader may see anything: another
 * client's is like one that does not exist.
 */
export async function findRecord(
  { store }: Pick<Service, 'store'>,
  all: readonly AuditDeclaration[],
  { audited, requestedId, reader }: { audited: AuditDeclaration; requestedId: string; reader: Reader },
): Promise<FoundRecord | null> {
  for (const id of audited.idsOf(requestedId, reader.client_id)) {
    const events = await store.read(audited.prefix + id)
    const owners = await ownersOf({ store }, all, audited, events)
    if (owners.some(owner => canSee(reader, owner)))
      return { audited, id, events, owners, people: peopleIn(audited, events, owners) }
  }
  return null
}

/** Whose each event of a stream is, as the history's read model has it. */
async function ownersOf(
  { store }: Pick<Service, 'store'>,
  all: readonly AuditDeclaration[],
  audited: AuditDeclaration,
  events: readonly Recorded<DomainEvent>[],
): Promise<(string | null)[]> {
  const named = new Map<string, string | null>()
  const owners: (string | null)[] = []
  for (const event of events) {
    const owner = nullIfUnreadable(() => audited.owner(event))
    if (owner === null) owners.push(owners.at(-1) ?? null)
    else if ('client_id' in owner) owners.push(owner.client_id)
    else {
      if (!named.has(owner.stream)) named.set(owner.stream, await firstOwner({ store }, all, owner.stream))
      owners.push(named.get(owner.stream) ?? null)
    }
  }
  return owners
}

/** The client that the first event of a stream names. */
async function firstOwner(
  { store }: Pick<Service, 'store'>,
  all: readonly AuditDeclaration[],
  stream: string,
): Promise<string | null> {
  const [first] = await store.read(stream)
  const audited = all.find(({ prefix }) => stream.startsWith(prefix))
  if (first === undefined || audited === undefined) return null
  const owner = nullIfUnreadable(() => audited.owner(first))
  return owner !== null && 'client_id' in owner ? owner.client_id : null
}

function peopleIn(
  audited: AuditDeclaration,
  events: readonly Recorded<DomainEvent>[],
  owners: readonly (string | null)[],
): FoundRecord['people'] {
  return events.flatMap((event, index) => {
    const user_id = nullIfUnreadable(() => audited.subject(event))
    return user_id === null ? [] : [{ client_id: owners[index] ?? null, user_id, revision: event.revision }]
  })
}

/** An event that this version can't read says neither whose it is nor whom it is about. */
function nullIfUnreadable<T>(read: () => T | null): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
