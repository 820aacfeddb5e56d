import type { ErrorAdvice } from '#http/openapi/error-advice.ts'
import type { Tag } from '#http/openapi/tags.ts'

/** Groups of operations in the reference. */
export const fraudTags: readonly Tag[] = [
  {
    name: 'fraud',
    order: 30,
    'x-displayName': 'Fraud detection',
    description:
      'A transaction is scored from the data of its user, merchant and device at its own time, by a model, by rules, and by your own lists and policy. A score at the alert threshold opens an alert: a case that analysts or rules assign, escalate and resolve. Your endpoints receive an event at each step.',
  },
]

export const fraudErrorAdvice: ErrorAdvice = {
  FRAUD_001: 'Correct the fields in `details`.',
  FRAUD_002: 'Split the batch.',
  FRAUD_003: 'Check the transaction id.',
  FRAUD_004: 'Use an operation type of the list.',
  FRAUD_005: 'Wait for the seconds in `Retry-After`.',
  FRAUD_006: 'Repeat it; if the error persists, report the `request_id`.',
}
