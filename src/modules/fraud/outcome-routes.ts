import { z } from 'zod'
import { OUTCOMES_MAX, OutcomeBody, reportOutcomes } from '#commands/fraud/report-outcomes.ts'
import { type Api, contextOf } from '#http/api.ts'
import type { Service } from '#service.ts'

const OutcomesResponse = z
  .object({
    recorded: z.int().describe(`Outcomes that are known from now on, 0 to ${OUTCOMES_MAX}.`),
    duplicates: z.int().describe(`Outcomes that were known already, 0 to ${OUTCOMES_MAX}.`),
  })
  .describe('All outcomes of the request are known.')

/** Not in the spec. */
export function outcomeRoutes(api: Api, service: Service): void {
  api.post(
    '/fraud/outcomes',
    {
      config: { scope: 'fraud:score', errors: ['FRAUD_003'] },
      schema: {
        tags: ['fraud'],
        operationId: 'reportFraudOutcomes',
        summary: 'Report what one transaction turned out to be, or up to 1,000',
        description:
          'Records what was found out of transactions: one as an object, or up to 1,000 as an array. Later scores go by it, those of transactions made at `reported_at` or later; a score that was given stays as it is. Of several outcomes of a transaction the one with the newest `reported_at` stands, of the same time the last one. The same again counts as a duplicate and changes nothing, so the request can be repeated at any time. FRAUD_003 means that a transaction is not known, `details.transaction_ids` names all of them; INVALID_REQUEST that a field is not valid; in both cases nothing of the request was recorded, and `details` name the place.',
        body: z.union([z.array(OutcomeBody).min(1).max(OUTCOMES_MAX), OutcomeBody]),
        response: { 201: OutcomesResponse },
      },
    },
    async (request, reply) => {
      const inputs = Array.isArray(request.body) ? request.body : [request.body]
      return reply.code(201).send(await reportOutcomes(service, contextOf(request, service.now()), inputs))
    },
  )
}
