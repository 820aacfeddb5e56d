import type { Requester } from '#event-sourcing/requester.ts'
import { fieldRejection, type Rejection } from '#values/errors.ts'
import { type AnalysisState, isAnalysis, type RecordedAnalysis } from './state.ts'

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
