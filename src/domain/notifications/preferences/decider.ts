import { isDeepStrictEqual } from 'node:util'
import { family } from '#event-sourcing/category.ts'
import type { Decider } from '#event-sourcing/decider.ts'
import { Rejection } from '#values/errors.ts'
import { type PreferencesData, type PreferencesEvent, preferencesStreams } from './events.ts'

export type Preferences = PreferencesData & { updated_at: string | null }

/** `expected`: the `updated_at` that the caller has read; undefined = any. */
export type PreferencesCommand = { type: 'set'; data: PreferencesData; expected?: string | null | undefined }

const preferencesDecider: Decider<PreferencesCommand, Preferences, PreferencesEvent> = {
  initial: { off: [], quiet_hours: null, updated_at: null },
  decide({ data, expected }, { updated_at, ...present }) {
    if (isDeepStrictEqual(normalise(data), normalise(present))) return []
    if (expected !== undefined && expected !== updated_at)
      throw new Rejection('CONFLICT', { field: 'expected_updated_at', reason: 'is not the last change', updated_at })
    return [{ type: 'NotificationPreferencesSet', data: normalise(data) }]
  },
  evolve: (_, { data, at }) => ({ ...data, updated_at: at }),
}

export const preferences = family(preferencesStreams, preferencesDecider)

function normalise({ off, quiet_hours }: PreferencesData): PreferencesData {
  return { off: [...new Set(off)].sort(), quiet_hours }
}
