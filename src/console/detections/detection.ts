import type { Answer, Input } from '../../client/types.ts'
import { type ConsoleRoute, pickFromQuery } from '../routing/route.ts'

export type DetectionAnswer = Answer<'getDetection'>
export type DetectionRowAnswer = Answer<'listDetections'>['data'][number]
export type DetectionKindName = DetectionAnswer['kind']
export type DetectionQuery = NonNullable<NonNullable<Input<'listDetections'>>['query']>

/** What was detected, in words. A test holds this against the service's own list. */
export const KIND_TITLES: Record<DetectionKindName, string> = {
  'darkweb.leak_detected': 'Leak',
  'phishing.email_detected': 'Phishing e-mail',
  'url.malicious_detected': 'Malicious URL',
  'spam.call_blocked': 'Blocked call',
}

export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const

/** Filters of the address that the API knows. */
export const DETECTION_FILTERS = ['kind', 'user_id', 'since', 'until', 'cursor'] as const

const PAGE_SIZE = 50

export function detectionQueryOf(query: ConsoleRoute['query']): DetectionQuery {
  return { ...pickFromQuery(query, DETECTION_FILTERS), limit: PAGE_SIZE } as DetectionQuery
}
