import type { PublicEvent } from './envelope.ts'
import type { EventType } from './event-types.ts'

type Data = PublicEvent['data']

/** Realistic `data` for the test endpoint; its times are just before `now`. */
export function sampleData(type: EventType, now: Date): Data {
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000).toISOString()
  return samples[type](ago)
}

type Ago = (seconds: number) => string

const ALERT_ID = 'alr_sample'

/** The spec's "data of fraud.detected". */
const detected = (ago: Ago, more: object = {}): Data => ({
  object: 'fraud_alert',
  transaction_id: 'txn_sample_1',
  user_id: 'user_sample',
  fraud_score: 0.92,
  fraud_level: 'critical',
  amount: 1250.5,
  currency: 'EUR',
  risk_factors: ['new_device_large_transfer', 'amount_unusual'],
  recommendation: 'deny',
  detected_at: ago(60),
  ...more,
})

const alert = (ago: Ago, more: object): Data => detected(ago, { id: ALERT_ID, alert_id: ALERT_ID, ...more })

const refund = (ago: Ago, status: string, more: object): Data => ({
  object: 'refund',
  refund_id: 'rf_sample',
  status,
  transaction_id: 'txn_sample_1',
  alert_id: ALERT_ID,
  amount: 1250.5,
  currency: 'EUR',
  reason: 'confirmed_fraud',
  description: 'Card not present',
  beneficiary: { name: 'Ana Sample', account_masked: 'DE89**************3000' },
  created_at: ago(20),
  metadata: { case_id: 'case_sample', agent_id: 'agent_sample' },
  ...more,
})

const finding = (ago: Ago, object: string, id: string, more: object): Data => ({
  object,
  id,
  user_id: 'user_sample',
  detected_at: ago(30),
  severity: 'high',
  ...more,
})

/** Descriptions of fields, for types without a schema of their module. */
export const SAMPLE_FIELDS: Record<string, string> = {
  object: 'The kind of object that the event is about.',
  id: 'The object’s id, at most 128 characters.',
  user_id: 'Your id of the user, at most 128 characters.',
  detected_at: 'When it was found; ISO 8601, UTC, milliseconds.',
  severity: 'How bad it is: low, medium, high or critical.',
  source: 'Where the data was found.',
  sender: 'The address that the e-mail claims to come from.',
  caller: 'The number that called, in E.164 form.',
}

const samples: Record<EventType, (ago: Ago) => Data> = {
  'fraud.detected': ago => detected(ago),
  'fraud.resolved': ago => alert(ago, { resolution: 'confirmed_fraud', resolved_by: 'analyst', resolved_at: ago(0) }),
  'fraud.escalated': ago => alert(ago, { reason: 'score_threshold', escalated_at: ago(0) }),
  'fraud.score_updated': ago => alert(ago, { previous_score: 0.65, updated_at: ago(0) }),
  'refund.created': ago => refund(ago, 'pending', {}),
  'refund.processing': ago => refund(ago, 'processing', {}),
  'refund.completed': ago =>
    refund(ago, 'completed', { completed_at: ago(2), processing_time_seconds: 18, reference: 'PAY-SAMPLE-1' }),
  'refund.failed': ago => refund(ago, 'failed', { failure_reason: 'INVALID_ACCOUNT_NUMBER' }),
  'refund.cancelled': ago =>
    refund(ago, 'cancelled', { cancelled_at: ago(2), cancelled_by: 'agent_sample', cancel_reason: 'customer request' }),
  'refund.voided': ago =>
    refund(ago, 'voided', {
      voided_at: ago(2),
      voided_by: 'admin_sample',
      void_reason: 'compliance_hold',
      void_details: 'Asked for by compliance',
      original_amount: 1250.5,
      funds_transferred: true,
      reversal_status: 'pending',
      completed_at: ago(10),
      processing_time_seconds: 10,
      reference: 'PAY-SAMPLE-1',
    }),
  'darkweb.leak_detected': ago => finding(ago, 'darkweb_leak', 'leak_sample', { source: 'paste site' }),
  'phishing.email_detected': ago => finding(ago, 'phishing_email', 'mail_sample', { sender: 'support@bank.example' }),
  'url.malicious_detected': ago =>
    finding(ago, 'malicious_url', 'sms_sample', {
      source: 'sms',
      domain: 'bank-login.example',
      domains: ['bank-login.example'],
    }),
  'spam.call_blocked': ago => finding(ago, 'spam_call', 'call_sample', { caller: '+10000000000', severity: 'low' }),
  'webhook.disabled': ago => ({
    object: 'webhook',
    webhook_id: 'wh_sample',
    reason: 'failing',
    failed_days: [1, 2, 3, 4, 5, 6, 7].map(days => ago(days * 86_400).slice(0, 10)).reverse(),
    disabled_at: ago(0),
  }),
  'webhook.delivery_exhausted': ago => ({
    object: 'webhook_delivery',
    webhook_id: 'wh_sample',
    delivery_id: 'dlv_sample',
    event_id: 'evt_sample',
    event_type: 'refund.completed',
    attempts: 8,
    error_code: 'http_500',
    exhausted_at: ago(0),
  }),
}
