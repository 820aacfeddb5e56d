import type { RefundCommand } from '#domain/refunds/commands.ts'
import type { RefundEvent, RefundEventData } from '#domain/refunds/events.ts'
import type { RefundState } from '#domain/refunds/state.ts'

export const requestedData: RefundEventData<'RefundRequested'> = {
  client_id: 'clt_1',
  transaction_id: 'tx_1',
  alert_id: null,
  amount_minor: 12_550,
  currency: 'EUR',
  reason: 'confirmed_fraud',
  description: null,
  beneficiary: {
    user_id: 'user_1',
    account_id: null,
    name: 'v1.subject.sealed-name',
    account_number: 'v1.subject.sealed-number',
    account_masked: 'DE89**************3000',
    bank_code: 'COBADEFF',
  },
  metadata: { case_id: 'case_1', agent_id: null },
  idempotency_key: 'key-1',
  fingerprint: 'f',
  estimated_completion: '2026-01-01T00:00:30.000Z',
  tracking: { reference: 'RFD-1', trace_id: '0' },
}

export const requested: RefundEvent = { type: 'RefundRequested', data: requestedData }
export const abandoned: RefundEvent = { type: 'RefundAbandoned', data: {} }
export const processing = (attempt = 0): RefundEvent => ({ type: 'RefundProcessingStarted', data: { attempt } })
export const completed = (attempt = 0): RefundEvent => ({
  type: 'RefundCompleted',
  data: { attempt, reference: 'NET-1' },
})
export const failed = (attempt = 0): RefundEvent => ({
  type: 'RefundFailed',
  data: { attempt, reference: 'NET-1', failure_reason: 'INVALID_ACCOUNT_NUMBER' },
})
export const retried = (attempt: number): RefundEvent => ({
  type: 'RefundRetried',
  data: { attempt, retry_reason: null, beneficiary: null },
})
export const cancelled: RefundEvent = {
  type: 'RefundCancelled',
  data: { cancel_reason: 'changed', cancelled_by: 'agent_1' },
}
export const voided = (transfer: 'none' | 'in_flight' | 'settled'): RefundEvent => ({
  type: 'RefundVoided',
  data: { void_reason: 'compliance_hold', void_details: null, voided_by: 'admin', transfer },
})
export const reversalStarted: RefundEvent = { type: 'ReversalStarted', data: {} }

/** A shortest history for each status. */
export const histories: Record<RefundState['status'], RefundEvent[]> = {
  absent: [],
  abandoned: [abandoned],
  pending: [requested],
  processing: [requested, processing()],
  completed: [requested, processing(), completed()],
  failed: [requested, processing(), failed()],
  cancelled: [requested, cancelled],
  voided: [requested, voided('none')],
}

/** A command of each kind, as fits a refund that is at attempt 0. */
export const commands: { [T in RefundCommand['type']]: RefundCommand & { type: T } } = {
  request: { type: 'request', data: requestedData },
  abandon: { type: 'abandon' },
  start_processing: { type: 'start_processing', attempt: 0 },
  complete: { type: 'complete', attempt: 0, reference: 'NET-1' },
  fail: { type: 'fail', attempt: 0, reference: 'NET-1', failure_reason: 'ACCOUNT_CLOSED' },
  cancel: { type: 'cancel', client_id: 'clt_1', cancel_reason: null, cancelled_by: 'agent_1' },
  retry: { type: 'retry', client_id: 'clt_1', attempt: 1, retry_reason: null, beneficiary: null },
  abandon_retry: { type: 'abandon_retry', attempt: 1 },
  void: {
    type: 'void',
    client_id: 'clt_1',
    void_reason: 'compliance_hold',
    void_details_sealed: null,
    voided_by: 'admin',
    voider: 'admin',
    four_eyes: false,
  },
  complete_reversal: { type: 'complete_reversal', attempt: 0, reversal_reference: 'REV-1' },
  fail_reversal: { type: 'fail_reversal', attempt: 0, reversal_reference: 'REV-1' },
}
