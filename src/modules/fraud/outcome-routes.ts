import { z } from 'zod'
import { OUTCOMES_MAX, OutcomeBody, reportOutcomes, reportOutcomesErrors } from '#commands/fraud/report-outcomes.ts'
import { type Api, contextOf } from '#http/api.ts'
import type { Service } from '#service.ts'
import { prose } from '#values/prose.ts'

const OutcomesResponse = z
  .object({
    recorded: z.int().describe(`New outcomes, 0 to ${OUTCOMES_MAX}.`),
    duplicates: z.int().describe(`Outcomes that were already recorded, 0 to ${OUTCOMES_MAX}.`),
  })
  .describe('All outcomes of the request are recorded.')

const reportFraudOutcomesOperation = {
  config: { scope: 'fraud:score', errors: reportOutcomesErrors },
  schema: {
    tags: ['fraud'],
    operationId: 'reportFraudOutcomes',
    summary: 'Report the outcomes of up to 1,000 transactions',
    description: prose(
      'Records outcomes of transactions: one as an object, or up to 1,000 as an array. Scores of transactions made',
      'at `reported_at` or later use them; existing scores never change. Of several outcomes of a transaction, the',
      'one with the newest `reported_at` is valid, of equal times the last. A repeated outcome counts as a',
      'duplicate and changes nothing, so the request can be repeated at any time. FRAUD_003: transactions are',
      'unknown; `details.transaction_ids` names all of them. INVALID_REQUEST: a field is invalid. In both cases',
      'nothing was recorded, and `details` name the fields.',
    ),
    body: z.union([z.array(OutcomeBody).min(1).max(OUTCOMES_MAX), OutcomeBody]),
    response: { 201: OutcomesResponse },
  },
} as const

/** Not in the spec. */
export function outcomeRoutes(api: Api, service: Service): void {
  api.post('/fraud/outcomes', reportFraudOutcomesOperation, async (request, reply) => {
    const inputs = Array.isArray(request.body) ? request.body : [request.body]
    return reply.code(201).send(await reportOutcomes(service, contextOf(request, service.now()), inputs))
  })
}
