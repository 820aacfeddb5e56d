import type { Examples } from '#http/openapi/examples.ts'

const refund_id = 'rf_16a0e931-dd36-539c-9d54-ef8a65eb5d70'
const created_at = '2026-11-21T03:31:30.497Z'
const actor = {
  sub: 'usr_8c6be14f-dc22-544d-9adb-3178daabcab6',
  client_id: 'clt_01a1fd5a-4fa1-72b3-a186-e48874acf533',
  role: 'integrator',
  ip: '198.51.100.7',
}
const hash = '509a9ab5d415f0454bcc4c8fda47e415aee31a99210499a83dc59f8e9b157772'

/** Who did what to a refund. */
export const auditExamples: Examples = {
  getRefundHistory: {
    answers: {
      200: {
        refund_id,
        beneficiary_mismatch: false,
        network_contradicted: false,
        history: [
          {
            revision: 0,
            event_id: '32a3cbf5-422e-5ba5-b482-dcaf0f72b8e2',
            type: 'RefundRequested',
            at: created_at,
            actor,
            request_id: 'req_DPHYImPWHzcU8y228e',
            correlation_id: 'req_DPHYImPWHzcU8y228e',
            causation_id: null,
            facts: { transaction_id: 'tx_1', amount_minor: 10_025, currency: 'EUR', reason: 'confirmed_fraud' },
            prev_hash: null,
            hash,
          },
        ],
        chain: { events: 1, intact: true, first_broken_revision: null, head_hash: hash },
      },
    },
  },
}
