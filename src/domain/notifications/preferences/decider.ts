import { isDeepStrictEqual } from 'node:util'
import { family } from '#event-sourcing/category.ts'
import type { Decider } from '#event-sourcing/decider.ts'
import { type PreferencesData, type PreferencesEvent, preferencesStreams } from './events.ts'

export type Preferences = PreferencesData & { updated_at: string | null }

export type PreferencesCommand = { type: 'set'; data: PreferencesData }

const preferencesDecider: Decider<PreferencesCommand, Preferences, PreferencesEvent> = {
  initial: { off: [], quiet_hours: null, updated_at: null },
  decide({ data }, { updated_at: _, ...present }) {
    const isSame = isDeepStrictEqual(normalise(data), normalise(present))
    return isSame ? [] : [{ type: 'NotificationPreferencesSet', data: normalise(data) }]
  },
  evolve: (_, { data, at }) => ({ ...data, updated_at: at }),
}

export const preferences = family(preferencesStreams, preferencesDecider)

function normalise({ off, quiet_hours }: PreferencesData): PreferencesData {
  return { off: [...new Set(off)].sort(), quiet_hours }
}
