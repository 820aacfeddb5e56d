import { family } from '#event-sourcing/category.ts'
import type { Decider, Recorded } from '#event-sourcing/decider.ts'
import { Rejection } from '#values/errors.ts'
import { type ListEntryData, type ListEvent, listStreams } from './events.ts'

export type ListCommand =
  | { type: 'add'; entry: ListEntryData; now: Date }
  | { type: 'remove'; client_id: string; entry_id: string; reason: string | null }

export type ListEntry = ListEntryData & { added_at: string; added_by: string }

/** By entry_id, in order of addition; expired entries stay until the next change. */
export type ListState = ReadonlyMap<string, ListEntry>

/** Every score checks all entries of its client. */
export const LIST_ENTRIES_MAX = 10_000

const listDecider: Decider<ListCommand, ListState, ListEvent> = {
  initial: new Map(),

  decide(command, state) {
    if (command.type === 'remove') {
      const { client_id, entry_id, reason } = command
      if (!state.has(entry_id)) throw new Rejection('NOT_FOUND', { entry_id })
      return [{ type: 'ListEntryRemoved', data: { client_id, entry_id, ...(reason === null ? {} : { reason }) } }]
    }
    const { entry, now } = command
    const active = [...state.values()].filter(known => isActive(known, now))
    const same = active.find(
      ({ list, kind, value }) => list === entry.list && kind === entry.kind && value === entry.value,
    )
    if (same !== undefined)
      throw new Rejection('CONFLICT', { field: 'value', reason: 'is on the list', entry_id: same.entry_id })
    if (active.length >= LIST_ENTRIES_MAX)
      throw new Rejection('CONFLICT', { reason: `there are ${LIST_ENTRIES_MAX} entries; remove some first` })
    return [{ type: 'ListEntryAdded', data: entry }]
  },

  evolve: (state, event) => collate(state, [event]),
  evolveAll: collate,
}

export const lists = family(listStreams, listDecider)

export function isActive({ expires_at }: ListEntryData, now: Date): boolean {
  return expires_at === null || Date.parse(expires_at) > now.getTime()
}

function collate(state: ListState, events: readonly Recorded<ListEvent>[]): ListState {
  const entries = new Map(state)
  for (const { type, data, at, metadata } of events)
    if (type === 'ListEntryRemoved') entries.delete(data.entry_id)
    else entries.set(data.entry_id, { ...data, added_at: at, added_by: metadata.actor.sub })
  const last = events.at(-1)
  // Removes expired entries, which every score would check for ever.
  if (last !== undefined) for (const [id, entry] of entries) if (!isActive(entry, new Date(last.at))) entries.delete(id)
  return entries
}
