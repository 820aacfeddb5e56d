import type { Answer, Input } from '../../client/types.ts'
import { type ConsoleRoute, pickFromQuery } from '../routing/route.ts'

export type AnalysisAnswer = Answer<'getSmsAnalysis'>
export type AnalysisRowAnswer = Answer<'listSmsAnalyses'>['data'][number]
export type AnalysisQuery = NonNullable<NonNullable<Input<'listSmsAnalyses'>>['query']>

/** What a message can be reported as. */
export const MESSAGE_CLASSES = ['phishing', 'promotion', 'legitimate'] as const
export type MessageClass = (typeof MESSAGE_CLASSES)[number]

export const RISK_LEVEL_NAMES = ['critical', 'high', 'medium', 'low'] as const

/** Filters of the address that the API knows. */
export const ANALYSIS_FILTERS = [
  ...['is_phishing', 'risk_level', 'verdict', 'user_id', 'device_id', 'message_id', 'since', 'until'],
  'cursor',
] as const

const PAGE_SIZE = 50

export function analysisQueryOf(query: ConsoleRoute['query']): AnalysisQuery {
  return { ...pickFromQuery(query, ANALYSIS_FILTERS), limit: PAGE_SIZE } as AnalysisQuery
}

export function verdictOf({ is_phishing }: Pick<AnalysisRowAnswer, 'is_phishing'>): string {
  return is_phishing ? 'phishing' : 'not phishing'
}
