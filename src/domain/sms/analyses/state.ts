import type { Recorded } from '#event-sourcing/decider.ts'
import type { AnalysedData, AnalysisEvent, Verdict } from './events.ts'

/** An analysis as its events tell it, without what is sealed, which can be large and is read from its event. */
export type RecordedAnalysis = Omit<AnalysedData, 'sealed'> & {
  status: 'analysed' | 'judged'
  analysed_at: string
  /** Null while nobody has said what the message was. */
  feedback: { verdict: Verdict; at: string; actor: string } | null
}

export type AnalysisState = { status: 'absent' } | RecordedAnalysis

export function isAnalysis(state: AnalysisState): state is RecordedAnalysis {
  return state.status !== 'absent'
}

/** Collates; an event that makes no sense leaves the state as it is. */
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
