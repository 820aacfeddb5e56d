import type { Requester } from '#event-sourcing/requester.ts'
import { fieldRejection, type Rejection } from '#values/errors.ts'
import { type AnalysisState, isAnalysis, type RecordedAnalysis } from './state.ts'

/** What is answered for an analysis that does not exist and for somebody else's, so that nobody learns which ids are taken. */
export function analysisNotFound(): Rejection {
  return fieldRejection('NOT_FOUND', [{ field: 'analysis_id', reason: 'names no analysis' }])
}

/** The analysis, when it belongs to whoever asks. Errors: NOT_FOUND. */
export function getOwnAnalysis(state: AnalysisState, { client_id, user_id }: Requester): RecordedAnalysis {
  if (!isAnalysis(state)) throw analysisNotFound()
  if (client_id !== null && state.client_id !== client_id) throw analysisNotFound()
  if (user_id !== null && state.user_id !== user_id) throw analysisNotFound()
  return state
}
