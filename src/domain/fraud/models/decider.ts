import { family } from '#event-sourcing/category.ts'
import type { Decider } from '#event-sourcing/decider.ts'
import { Rejection } from '#values/errors.ts'
import { type ModelEvent, modelStreams } from './events.ts'

export const MODEL_STATUSES = ['available', 'shadow', 'live', 'retired'] as const
export type ModelStatus = (typeof MODEL_STATUSES)[number]

export const MODEL_ACTIONS = ['promote', 'shadow', 'retire'] as const
export type ModelAction = (typeof MODEL_ACTIONS)[number]

/** `sha256`: of its file, hex. */
export type ModelName = { version: string; sha256: string }

export type ModelCommand = ModelName & {
  type: ModelAction
  client_id: string
  shipped: ModelName
}

/** `live` null: the model of each release. `retired`: versions. */
export type ModelsState = { live: ModelName | null; shadow: ModelName | null; retired: ReadonlySet<string> }

const EVENT_TYPE = { promote: 'ModelPromoted', shadow: 'ModelShadowed', retire: 'ModelRetired' } as const

/** A missing action is refused; an unchanged status has no event. */
export const MODEL_STATES: Readonly<Record<ModelStatus, Partial<Record<ModelAction, ModelStatus>>>> = {
  available: { promote: 'live', shadow: 'shadow', retire: 'retired' },
  shadow: { promote: 'live', shadow: 'shadow', retire: 'retired' },
  // Another model must be promoted first: without a live model nothing is scored.
  live: { promote: 'live' },
  // It must be observed in the shadow before it is promoted.
  retired: { shadow: 'shadow', retire: 'retired' },
}

export function statusOf({ live, shadow, retired }: ModelsState, version: string, shipped: ModelName): ModelStatus {
  if ((live ?? shipped).version === version) return 'live'
  if (shadow?.version === version) return 'shadow'
  return retired.has(version) ? 'retired' : 'available'
}

const modelDecider: Decider<ModelCommand, ModelsState, ModelEvent> = {
  initial: { live: null, shadow: null, retired: new Set() },

  decide({ type, shipped, ...named }, state) {
    const status = statusOf(state, named.version, shipped)
    const current = [state.live ?? shipped, state.shadow].find(model => model?.version === named.version)
    if (type !== 'retire' && current && current.sha256 !== named.sha256)
      throw new Rejection('CONFLICT', {
        field: 'version',
        reason: `the file is not the one that is ${status}: another model needs another version`,
        status,
      })
    const next = MODEL_STATES[status][type]
    if (next === undefined)
      throw new Rejection('CONFLICT', {
        field: 'version',
        reason: `a model that is ${status} can't be ${PAST_PARTICIPLE[type]}`,
        status,
      })
    if (next === status) return []
    if (type !== 'promote') return [{ type: EVENT_TYPE[type], data: named }]
    const is_shipped = named.version === shipped.version
    return [{ type: EVENT_TYPE[type], data: { ...named, ...(is_shipped ? { is_shipped } : {}) } }]
  },

  evolve({ live, shadow, retired }, { type, data }) {
    const { version, sha256 } = data
    const others = new Set(retired)
    others.delete(version)
    const isShadow = shadow?.version === version
    switch (type) {
      case 'ModelPromoted':
        return {
          live: 'is_shipped' in data && data.is_shipped ? null : { version, sha256 },
          shadow: isShadow ? null : shadow,
          retired: others,
        }
      case 'ModelShadowed':
        return { live, shadow: { version, sha256 }, retired: others }
      case 'ModelRetired':
        return { live, shadow: isShadow ? null : shadow, retired: others.add(version) }
    }
  },
}

const PAST_PARTICIPLE = { promote: 'promoted', shadow: 'put in the shadow', retire: 'retired' } as const

export const models = family(modelStreams, modelDecider)
