import type { Examples } from '#http/openapi/examples.ts'

const event = {
  id: 'evt_c3f4b375-64bb-525d-9bbf-27df2459a6b2',
  type: 'refund.completed',
  api_version: '2026-11-01',
  created_at: '2026-11-21T03:31:41.953Z',
  data: {
    object: 'refund',
    refund_id: 'rf_16a0e931-dd36-539c-9d54-ef8a65eb5d70',
    status: 'completed',
    transaction_id: 'tx_1',
    amount: 100.25,
    currency: 'EUR',
    reason: 'confirmed_fraud',
    beneficiary: { name: 'Ada Lovelace', account_masked: '70******01' },
    created_at: '2026-11-21T03:31:30.497Z',
    metadata: { case_id: 'case_81', agent_id: 'agent_7' },
    completed_at: '2026-11-21T03:31:41.953Z',
    reference: 'SBX-EA999833-2006',
    processing_time_seconds: 12,
  },
  metadata: { sequence: 3, test_mode: true },
}

export const eventExamples: Examples = {
  listEvents: {
    responses: {
      200: {
        data: [event],
        pagination: {
          next_cursor: Buffer.from(`${event.created_at} 3 ${event.id.slice('evt_'.length)}`).toString('base64url'),
          has_more: true,
        },
      },
    },
  },
  getEvent: { responses: { 200: event } },
}
