import { z } from 'zod'
import { REPORTED_OUTCOMES } from '#domain/fraud/outcomes/events.ts'
import { instant } from '#values/instant.ts'
import { plainText } from '#values/text.ts'

/** Outcomes of one request. */
export const OUTCOMES_MAX = 1_000

export const OutcomeInput = z.object({
  transaction_id: plainText(128).describe('Your own id of a transaction that was scored or recorded.'),
  outcome: z
    .enum(REPORTED_OUTCOMES)
    .describe('What it turned out to be. A chargeback is a fraud that was not stopped, and counts as one.'),
  reported_at: instant
    .nullish()
    .transform(text => (text === null || text === undefined ? null : new Date(text).toISOString()))
    .describe(
      'When it became known; ISO 8601 date and time with any offset; just now unless said. Not before the transaction, and not more than 5 minutes ahead.',
    ),
})
export type OutcomeInput = z.output<typeof OutcomeInput>
