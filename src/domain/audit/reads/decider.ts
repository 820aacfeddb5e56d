import { family } from '#event-sourcing/category.ts'
import type { Decider } from '#event-sourcing/decider.ts'
import { type ReadEvent, readStreams } from './events.ts'

/** Null = nothing was read under this id. */
export type ReadState = { read: (ReadEvent & { read_at: string; read_by: string }) | null }
export type ReadCommand = { type: 'record'; read: ReadEvent }

export const readDecider: Decider<ReadCommand, ReadState, ReadEvent> = {
  initial: { read: null },
  decide: ({ read }, state) => (state.read === null ? [read] : []),
  evolve(state, { type, data, at, metadata }) {
    const read = { type, data, read_at: at, read_by: metadata.actor.sub } as NonNullable<ReadState['read']>
    return state.read === null ? { read } : state
  },
}

export const reads = family(readStreams, readDecider)
