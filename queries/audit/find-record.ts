import { type AuditDeclaration, nullIfUnreadable } from '#declarations/history-view.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'

/** Reads the records of one client or of all. `client_id` also resolves ids that clients choose. */
export type Reader = { client_id: string; readsAll: boolean }

/** A stream with the owner of each event (null = none) and the people that its events name, by revision. */
export type FoundRecord = {
  audited: AuditDeclaration
  id: string
  events: readonly Recorded<DomainEvent>[]
  owners: readonly (string | null)[]
  people: readonly { client_id: string | null; user_id: string; revision: number }[]
}

export function canSee({ client_id, readsAll }: Reader, owner: string | null | undefined): boolean {
  return readsAll || owner === client_id
}

/** Null when there is no record, or none of its events is for the reader. */
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

/** As in the read model `history`. */
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
