import { inboundKind } from '#bus/inbound/inbound-kind.ts'
import { findReportedTransaction, OutcomeBody, reportOutcomes } from '#commands/fraud/report-outcomes.ts'
import examples from './examples.json' with { type: 'json' }

/** Like `POST /fraud/outcomes` with one outcome. */
export const outcomeInbound = inboundKind({
  kind: 'fraud.outcome',
  name: 'InboundFraudOutcome',
  summary: 'Report the outcome of a transaction',
  description:
    'As `POST /fraud/outcomes` does with one; without `reported_at` it became known at `time`. It may come before its transaction: for ten minutes it waits for it, then it is refused with FRAUD_003.',
  schema: OutcomeBody,
  example: examples.reportFraudOutcomes.body[0],
  isTooEarly: ({ code }) => code === 'FRAUD_003',
  findRecord: async (service, client_id, { transaction_id }) =>
    typeof transaction_id === 'string' ? findReportedTransaction(service, client_id, transaction_id) : null,
  async take(service, context, { time, data }) {
    const { recorded } = await reportOutcomes(service, context, [{ ...data, reported_at: data.reported_at ?? time }])
    return recorded === 0 ? 'duplicate' : 'recorded'
  },
})
