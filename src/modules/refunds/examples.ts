import type { Examples } from '#http/openapi/examples.ts'

const refund_id = 'rf_16a0e931-dd36-539c-9d54-ef8a65eb5d70'
const created_at = '2026-11-21T03:31:30.497Z'
const brief = { amount: 100.25, currency: 'EUR', created_at }
const pending = {
  refund_id,
  status: 'pending',
  idempotency_key: '5f0c3a52-0c35-4f0e-9f43-6b1d6f7a9f11',
  transaction_id: 'tx_1',
  amount: brief.amount,
  currency: brief.currency,
  reason: 'confirmed_fraud',
  beneficiary: { name: 'Ada Lovelace', account_masked: '70******01' },
  created_at,
  estimated_completion: '2026-11-21T03:32:00.497Z',
  tracking: { reference: 'RFD-773A2373D8FF', trace_id: '773a2373d8ff5ecfbe63c156462c9834' },
  metadata: { case_id: 'case_81', agent_id: 'agent_7' },
}
const completed = {
  ...pending,
  status: 'completed',
  completion: {
    completed_at: '2026-11-21T03:31:41.953Z',
    reference: 'SBX-EA999833-2006',
    processing_time_seconds: 11,
  },
}
const duplicate = {
  code: 'REFUND_004',
  message: 'Duplicate request, original response returned.',
  first_request_at: created_at,
}
export const refundExamples: Examples = {
  requestRefund: {
    body: {
      transaction_id: 'tx_1',
      refund: { amount: brief.amount, currency: brief.currency, reason: pending.reason },
      beneficiary: {
        user_id: 'user_1',
        name: 'Ada Lovelace',
        account_number: '7000440001',
        bank_code: 'COBADEFF',
      },
      metadata: pending.metadata,
    },
    responses: { 201: pending, 200: { ...completed, duplicate } },
  },
  getRefund: { responses: { 200: completed } },
  listRefunds: {
    responses: {
      200: {
        data: [{ refund_id, status: 'completed', ...brief }],
        pagination: {
          ...{ page: 1, page_size: 50, total_items: 1, total_pages: 1 },
          ...{ total_capped: false, next_cursor: null },
        },
      },
    },
  },
  cancelRefund: {
    body: { reason: 'requested by mistake', cancelled_by: 'agent_7' },
    responses: {
      200: {
        refund_id,
        status: 'cancelled',
        cancelled_at: '2026-11-21T03:31:31.698Z',
        cancelled_by: 'agent_7',
        cancel_reason: 'requested by mistake',
      },
    },
  },
  retryRefund: {
    body: {
      update_beneficiary: { account_number: '7000440001', bank_code: 'COBADEFF' },
      retry_reason: 'account number corrected',
    },
    responses: {
      200: {
        refund_id,
        status: 'pending',
        retry_count: 1,
        previous_failure: { failed_at: '2026-11-21T03:31:33.140Z', failure_reason: 'INVALID_ACCOUNT_NUMBER' },
        retried_at: '2026-11-21T03:40:02.770Z',
        created_at,
      },
    },
  },
  voidRefund: {
    body: { reason: 'compliance_hold', details: 'case 81', voided_by: 'agent_9' },
    responses: {
      200: {
        refund_id,
        status: 'voided',
        voided_at: '2026-11-21T03:50:26.794Z',
        voided_by: 'agent_9',
        void_reason: 'compliance_hold',
        void_details: 'case 81',
        original_amount: brief.amount,
        funds_transferred: true,
        reversal_status: 'pending',
      },
    },
  },
}
