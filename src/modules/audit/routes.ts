import { z } from 'zod'
import type { Api } from '#http/api.ts'
import { RefundParams } from '#modules/refunds/schemas.ts'
import { RefundHistoryLine, refundHistory } from '#queries/audit/refund-history.ts'
import { ChainReport, verifyRefundChain } from '#queries/audit/verify-refund-chain.ts'
import { getRefund } from '#queries/refunds/get-refund.ts'
import type { Service } from '#service.ts'

const RefundAudit = z
  .object({
    refund_id: z.string().describe('The refund: `rf_` and a UUID.'),
    beneficiary_mismatch: z
      .boolean()
      .describe("Whether the beneficiary is not the transaction's user; false also where nobody looked."),
    network_contradicted: z
      .boolean()
      .describe(
        'Whether the payment network said what can not be true beside what is recorded; see NetworkContradicted in the history.',
      ),
    history: z.array(RefundHistoryLine).describe('Everything that happened to the refund, oldest first.'),
    chain: ChainReport,
  })
  .describe('The history of the refund, and whether it is as it was written.')

/** What an auditor reads: who did what to a refund, when and on whose request, and whether the record is as it was written. */
export function auditRoutes(api: Api, service: Service): void {
  api.get(
    '/audit/refunds/:refund_id',
    {
      config: { scope: 'audit:read', invalid: 'REFUND_001', errors: ['REFUND_003'] },
      schema: {
        tags: ['audit'],
        operationId: 'getRefundHistory',
        summary: 'The history of a refund with its hash chain verified',
        description:
          'Reads everything that happened to a refund, who caused it and on whose request, and recomputes the hash chain from the event store: `chain.intact` says whether the history is as it was written. Names and account numbers are not in it. 503 means that the history is being built anew; come back later.',
        params: RefundParams,
        response: { 200: RefundAudit },
      },
    },
    async request => {
      const { refund_id } = request.params
      const { client_id } = request.caller
      const { beneficiary_mismatch = false, contradictions } = await getRefund(service, client_id, refund_id)
      const [history, chain] = await Promise.all([
        refundHistory(service.db, { client_id, refund_id }),
        verifyRefundChain(service, refund_id),
      ])
      return { refund_id, beneficiary_mismatch, network_contradicted: contradictions.length > 0, history, chain }
    },
  )
}
