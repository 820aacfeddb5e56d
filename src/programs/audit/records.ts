import { readConfig } from '#config/config.ts'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { UnreadableEvent } from '#event-sourcing/category.ts'
import type { EventStore } from '#event-sourcing/event-store.ts'
import { startOfflineEventStore } from '#lifecycle/offline-stores.ts'
import { modules } from '#modules.ts'
import { type FoundRecord, findRecord, type Reader } from '#queries/audit/find-record.ts'
import { CommandError, UsageError } from '#terminal/command-line.ts'

export const historyViews = modules.flatMap(({ historyViews }) => historyViews ?? [])
export const personal = modules.flatMap(module => module.personalData ?? [])
export const familyNames = historyViews.map(({ plural }) => plural)

/** Whose record is meant where callers choose the ids themselves; nobody is kept from anything here. */
export const CLIENT_OPTION = {
  client: { type: 'string', value: 'ID', help: 'the client, for ids of its own, as those of transactions are' },
} as const

export const READER = { client_id: '', readsAll: true } satisfies Reader

/** Works with the event store, and with nothing else. */
export async function withEventStore(work: (store: EventStore) => Promise<void>): Promise<void> {
  const stores = await startOfflineEventStore(readConfig())
  const store = connectEventStore(stores.eventStoreUrl)
  try {
    await work(store)
  } catch (error) {
    throw error instanceof UnreadableEvent ? new CommandError(error.message) : error
  } finally {
    await store.close()
    await stores.stop()
  }
}

/** What a command is asked about: two words, a kind of records and an id. */
export function parseRecordArguments(positionals: readonly string[], wanted: number): { family: string; id: string } {
  const [family, id] = positionals
  if (family === undefined) throw new UsageError(`which kind of records? there are ${familyNames.join(', ')}`)
  if (!familyNames.includes(family))
    throw new UsageError(`there are no records called "${family}", but ${familyNames.join(', ')}`)
  if (id === undefined) throw new UsageError(`which of the ${family}? give its id`)
  if (positionals.length > wanted) throw new UsageError(`"${positionals[wanted]}" is too much`)
  return { family, id }
}

export async function requireRecord(
  store: EventStore,
  { family, id, client }: { family: string; id: string; client: string | undefined },
): Promise<FoundRecord> {
  const audited = historyViews.find(({ plural }) => plural === family)!
  const reader = { ...READER, client_id: client ?? '' }
  const found = await findRecord({ store }, historyViews, { audited, requestedId: id, reader })
  if (found !== null) return found
  const hint =
    client === undefined && audited.idsOf('', 'x').length > 1 ? '; an id of a client’s own needs --client' : ''
  throw new CommandError(`there is nothing of ${family} ${id}${hint}`)
}
