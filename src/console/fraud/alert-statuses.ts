import type { Answer } from '../../client/types.ts'

export type FraudAlertAnswer = Answer<'getFraudAlert'>

export const FRAUD_ALERT_STATUSES = ['open', 'escalated', 'reopened', 'resolved'] as const
export type FraudAlertStatusName = (typeof FRAUD_ALERT_STATUSES)[number]

export const FRAUD_ALERT_LEVELS = ['critical', 'high', 'medium', 'low'] as const

/** What the API shows in place of the ids of an erased person. */
export const ERASED_ID = '[erased]'
