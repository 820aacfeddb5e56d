import type { Recorded } from '#event-sourcing/decider.ts'
import type { Person } from '#values/person.ts'
import type { CoveredStreams, SubjectEvent } from './events.ts'
import type { LegalBasis } from './legal-basis.ts'

export type RevisionByStream = ReadonlyMap<string, number>

/** `restricted`: nothing is erased yet; `retained`: not before a known day; `shredding`: done within a minute. */
export type ErasureStatus = 'restricted' | 'retained' | 'shredding' | 'shredded'

export type Erasure = Person & {
  status: ErasureStatus
  is_user: boolean
  legal_basis: LegalBasis
  retain: boolean
  requested_at: string
  /** The `sub` of the caller who requested it. */
  requested_by: string
  retained_until: string | null
  keys_deleted_at: string | null
  shredded_at: string | null
  /** Of the last erasure that was carried out, which may be an earlier one than this request. */
  last_shredded_at: string | null
  /** The last covered revision by stream: of this request, and of all erasures. */
  restricted: RevisionByStream
  erased: RevisionByStream
}

export type SubjectState = { status: 'absent' } | Erasure

/** New records are refused, and existing ones are visible to auditors only. */
export function isRestricted(state: SubjectState): state is Erasure {
  return state.status !== 'absent' && state.status !== 'shredded'
}

/** A person who returns may continue in the same stream after this revision. */
export function isErasedIn(state: SubjectState, stream: string, revision = 0): boolean {
  return state.status !== 'absent' && (state.erased.get(stream) ?? -1) >= revision
}

/** Data of an earlier erasure are not restricted again. */
export function isRestrictedIn(state: SubjectState, stream: string, revision: number): boolean {
  return (
    isRestricted(state) && ((state.restricted.get(stream) ?? -1) >= revision || !isErasedIn(state, stream, revision))
  )
}

/** The last revision that needs no restriction any more; -1 = none. */
export function coveredRevision({ restricted, erased }: Erasure, stream: string): number {
  return Math.max(restricted.get(stream) ?? -1, erased.get(stream) ?? -1)
}

const NO_STREAMS: RevisionByStream = new Map()

export function evolve(state: SubjectState, { type, data, at, metadata }: Recorded<SubjectEvent>): SubjectState {
  if (type === 'SubjectErasureRequested') {
    const erased = state.status === 'absent' ? NO_STREAMS : state.erased
    const restricted = isRestricted(state) ? state.restricted : NO_STREAMS
    const last_shredded_at = state.status === 'absent' ? null : state.last_shredded_at
    const times = { requested_at: at, retained_until: null, keys_deleted_at: null, shredded_at: null }
    return {
      ...data,
      ...times,
      last_shredded_at,
      status: 'restricted',
      requested_by: metadata.actor.sub,
      restricted,
      erased,
    }
  }
  if (state.status === 'absent') return state
  switch (type) {
    case 'SubjectRestricted':
      return { ...state, restricted: merge(state.restricted, data) }
    case 'SubjectRetained':
      return { ...state, status: 'retained', retained_until: data.until }
    case 'SubjectShreddingStarted':
      return { ...state, status: 'shredding' }
    case 'SubjectErased':
      return { ...state, erased: merge(state.erased, data) }
    case 'SubjectKeysDeleted':
      return { ...state, keys_deleted_at: at }
    case 'SubjectShredded':
      return { ...state, status: 'shredded', shredded_at: at, last_shredded_at: at }
  }
}

function merge(known: RevisionByStream, { streams }: CoveredStreams): RevisionByStream {
  return new Map([...known, ...streams.map(({ stream, revision }) => [stream, revision] as const)])
}
