import { family } from '#event-sourcing/category.ts'
import type { Decider, Recorded } from '#event-sourcing/decider.ts'
import type { Person } from '#values/person.ts'
import { type CoveredStreams, type SubjectEvent, subjectStreams } from './events.ts'
import { LEGAL_BASES, type LegalBasis } from './legal-basis.ts'

type RevisionByStream = ReadonlyMap<string, number>

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
  /** The last covered revision by stream: of this request, and of all erasures. */
  restricted: RevisionByStream
  erased: RevisionByStream
}
export type SubjectState = { status: 'absent' } | Erasure

export type SubjectCommand =
  /** `hasNewData`: the person has data that no earlier erasure covered. */
  | ({ type: 'request'; is_user: boolean; legal_basis: LegalBasis; hasNewData: boolean } & Person)
  | { type: 'restrict'; streams: CoveredStreams['streams'] }
  | { type: 'retain'; until: string }
  | { type: 'start_shredding'; now: Date }
  | { type: 'erase'; streams: CoveredStreams['streams'] }
  | { type: 'keys_deleted' }
  | { type: 'shredded' }

export const subjectDecider: Decider<SubjectCommand, SubjectState, SubjectEvent> = {
  initial: { status: 'absent' },
  decide(command, state) {
    if (command.type === 'request') return decideRequest(command, state)
    if (state.status === 'absent') return []
    const { client_id, user_id, status } = state
    switch (command.type) {
      case 'restrict': {
        // Streams of an earlier erasure are listed too and stay erased.
        const streams = uncovered(state.erased, uncovered(state.restricted, command.streams))
        if ((status !== 'restricted' && status !== 'retained') || streams.length === 0) return []
        return [{ type: 'SubjectRestricted', data: { client_id, user_id, streams } }]
      }
      case 'retain':
        if (!state.retain || !(status === 'restricted' || isLater(command.until, state))) return []
        return [{ type: 'SubjectRetained', data: { until: command.until } }]
      case 'start_shredding':
        return canShred(state, command.now) ? [{ type: 'SubjectShreddingStarted', data: {} }] : []
      case 'erase': {
        const streams = uncovered(state.erased, command.streams)
        if (status !== 'shredding' || streams.length === 0) return []
        return [{ type: 'SubjectErased', data: { client_id, user_id, streams } }]
      }
      case 'keys_deleted':
        if (status !== 'shredding' || state.keys_deleted_at !== null) return []
        return [{ type: 'SubjectKeysDeleted', data: {} }]
      case 'shredded':
        if (status !== 'shredding' || state.keys_deleted_at === null) return []
        return [{ type: 'SubjectShredded', data: {} }]
    }
  },
  evolve,
}

export const subjects = family(subjectStreams, subjectDecider)

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

/** The end of the duty is unknown while a refund is open. */
function canShred({ status, retain, retained_until }: Erasure, now: Date): boolean {
  if (status === 'restricted') return !retain
  return status === 'retained' && retained_until !== null && now.getTime() >= Date.parse(retained_until)
}

/** The end of the duty moves with later closings, and never back. */
function isLater(until: string, { status, retained_until }: Erasure): boolean {
  return status === 'retained' && retained_until !== null && Date.parse(until) > Date.parse(retained_until)
}

/**
 * During an erasure only a new duty to retain has an effect; after an erasure, a request covers data recorded since.
 */
function decideRequest({ type: _, hasNewData, ...params }: SubjectCommand & { type: 'request' }, state: SubjectState) {
  const retain = LEGAL_BASES[params.legal_basis] === 'retain'
  const request: SubjectEvent = { type: 'SubjectErasureRequested', data: { ...params, retain } }
  if (state.status === 'absent') return [request]
  if (state.status === 'shredded') return hasNewData ? [request] : []
  return state.status === 'restricted' && !state.retain && retain ? [request] : []
}

function uncovered(known: RevisionByStream, streams: CoveredStreams['streams']): CoveredStreams['streams'] {
  return streams.filter(({ stream, revision }) => (known.get(stream) ?? -1) < revision)
}

const NO_STREAMS: RevisionByStream = new Map()

function evolve(state: SubjectState, { type, data, at, metadata }: Recorded<SubjectEvent>): SubjectState {
  if (type === 'SubjectErasureRequested') {
    const erased = state.status === 'absent' ? NO_STREAMS : state.erased
    const restricted = isRestricted(state) ? state.restricted : NO_STREAMS
    const times = { requested_at: at, retained_until: null, keys_deleted_at: null, shredded_at: null }
    return { ...data, ...times, status: 'restricted', requested_by: metadata.actor.sub, restricted, erased }
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
      return { ...state, status: 'shredded', shredded_at: at }
  }
}

function merge(known: RevisionByStream, { streams }: CoveredStreams): RevisionByStream {
  return new Map([...known, ...streams.map(({ stream, revision }) => [stream, revision] as const)])
}
