import { z } from 'zod'
import type { Api } from '#http/api.ts'
import { RefundParams } from '#modules/refunds/schemas.ts'
import { RefundHistoryLine, refundHistory } from '#queries/audit/refund-history.ts'
import { ChainReport, verifyRefundChain } from '#queries/audit/verify-refund-chain.ts'
import { getRefund } from '#queries/refunds/get-refund.ts'
import type { Service } from '#service.ts'

const RefundAudit = z.object({
  refund_id: z.string(),
  beneficiary_mismatch: z
    .boolean()
    .describe("The beneficiary is not the transaction's user; false also where nobody looked"),
  network_contradicted: z
    .boolean()
    .describe(
      'The payment network said what can not be true beside what is recorded; see NetworkContradicted in the history',
    ),
  history: z.array(RefundHistoryLine),
  chain: ChainReport,
})

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
