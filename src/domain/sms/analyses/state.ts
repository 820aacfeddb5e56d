import type { Recorded } from '#event-sourcing/decider.ts'
import type { Requester } from '#event-sourcing/requester.ts'
import { fieldRejection, type Rejection } from '#values/errors.ts'
import type { AnalysedData, AnalysisEvent, Verdict } from './events.ts'

/** Without the sealed content, which can be large and is read from its event. */
export type RecordedAnalysis = Omit<AnalysedData, 'sealed'> & {
  status: 'analysed' | 'judged'
  analysed_at: string
  feedback: { verdict: Verdict; at: string; actor: string } | null
}

export type AnalysisState = { status: 'absent' } | RecordedAnalysis

export function isAnalysis(state: AnalysisState): state is RecordedAnalysis {
  return state.status !== 'absent'
}

export function evolve(state: AnalysisState, { type, data, at, metadata }: Recorded<AnalysisEvent>): AnalysisState {
  if (type === 'SmsAnalysed') {
    if (isAnalysis(state)) return state
    const { sealed: _, ...clear } = data
    return { ...clear, status: 'analysed', analysed_at: at, feedback: null }
  }
  if (!isAnalysis(state)) return state
  if (type === 'SmsFeedbackGiven')
    return { ...state, status: 'judged', feedback: { verdict: data.verdict, at, actor: metadata.actor.sub } }
  return state
}

/** The same for missing and for foreign analyses, so that a caller cannot find out which ids exist. */
export function analysisNotFound(): Rejection {
  return fieldRejection('NOT_FOUND', [{ field: 'analysis_id', reason: 'names no analysis' }])
}

/** Throws NOT_FOUND unless the analysis belongs to the requester. */
export function getOwnAnalysis(state: AnalysisState, { client_id, user_id }: Requester): RecordedAnalysis {
  if (!isAnalysis(state)) throw analysisNotFound()
  if (client_id !== null && state.client_id !== client_id) throw analysisNotFound()
  if (user_id !== null && state.user_id !== user_id) throw analysisNotFound()
  return state
}
