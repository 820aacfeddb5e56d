import { family } from '#event-sourcing/category.ts'
import type { Decider } from '#event-sourcing/decider.ts'
import type { Person } from '#values/person.ts'
import { type CoveredStreams, type SubjectEvent, subjectStreams } from './events.ts'
import { LEGAL_BASES, type LegalBasis } from './legal-basis.ts'
import { type Erasure, evolve, type RevisionByStream, type SubjectState } from './state.ts'

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

/** The end of the duty is unknown while a refund is open. */
function canShred({ status, retain, retained_until }: Erasure, now: Date): boolean {
  if (status === 'restricted') return !retain
  return status === 'retained' && retained_until !== null && now.getTime() >= Date.parse(retained_until)
}

/** The end of the duty moves with later closings, and never back. */
function isLater(until: string, { status, retained_until }: Erasure): boolean {
  return status === 'retained' && retained_until !== null && Date.parse(until) > Date.parse(retained_until)
}

/** During an erasure only a new duty to retain has an effect; after it, a request covers data recorded since. */
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
