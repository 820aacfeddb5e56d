import { family } from '#event-sourcing/category.ts'
import type { Decider } from '#event-sourcing/decider.ts'
import type { Requester } from '#event-sourcing/requester.ts'
import type { ErrorCode } from '#values/errors.ts'
import {
  type AnalysedData,
  type AnalysisEvent,
  type AnalysisEventType,
  analysisStreams,
  type Verdict,
} from './events.ts'
import { type AnalysisState, analysisNotFound, evolve, getOwnAnalysis } from './state.ts'

export type AnalysisCommand =
  | { type: 'record'; data: AnalysedData }
  | { type: 'give_feedback'; requester: Requester; verdict: Verdict }

type CommandType = AnalysisCommand['type']
type Status = AnalysisState['status']
type Cell = AnalysisEventType | 'replay' | Extract<ErrorCode, 'NOT_FOUND'>

/** On a replay the caller compares the recorded message with its own. */
// biome-ignore format: a table is read by its columns
export const analysisTable = {
  record:        { absent: 'SmsAnalysed', analysed: 'replay',           judged: 'replay'           },
  give_feedback: { absent: 'NOT_FOUND',   analysed: 'SmsFeedbackGiven', judged: 'SmsFeedbackGiven' },
} satisfies Record<CommandType, Record<Status, Cell>>

export const analysisDecider: Decider<AnalysisCommand, AnalysisState, AnalysisEvent> = {
  initial: { status: 'absent' },
  decide(command, state) {
    const cell: Cell = analysisTable[command.type][state.status]
    if (cell === 'NOT_FOUND') throw analysisNotFound()
    if (command.type === 'record') return cell === 'replay' ? [] : [{ type: 'SmsAnalysed', data: command.data }]
    const { verdict, requester } = command
    const { feedback } = getOwnAnalysis(state, requester)
    return feedback?.verdict === verdict ? [] : [{ type: 'SmsFeedbackGiven', data: { verdict } }]
  },
  evolve,
}

export const analyses = { ...family(analysisStreams, analysisDecider), id: analysisStreams.id }
