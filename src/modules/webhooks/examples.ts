import type { Examples } from '#http/openapi/examples.ts'

const webhook_id = 'wh_01a1fd5d-24a8-75c8-a66a-ea579c23b7be'
const webhook = {
  webhook_id,
  url: 'https://hooks.bank.example/security',
  events: ['refund.*'],
  description: 'refunds to the core system',
  metadata: {},
  rate_per_second: null,
  status: 'active',
  disabled_reason: null,
  created_at: '2026-11-21T09:08:22.306Z',
  updated_at: '2026-11-21T09:08:22.306Z',
}
const { url, events, description } = webhook
const secret = 'whsec_<32 bytes in base64>'
const delivery = {
  delivery_id: 'dlv_01a1fd5d-2bbe-7735-9c11-1d5856a0c3d1',
  event_id: 'evt_c3f4b375-64bb-525d-9bbf-27df2459a6b2',
  event_type: 'refund.completed',
  status: 'pending',
  test_mode: false,
  replay: false,
  attempts: 1,
  created_at: '2026-11-21T09:08:24.126Z',
  next_attempt_at: '2026-11-21T09:08:31.464Z',
  finished_at: null,
  last_attempt: { at: '2026-11-21T09:08:25.977Z', status_code: 503, error_code: 'http_503' },
}
const delivered = {
  ...delivery,
  attempt_log: [
    {
      number: 1,
      at: delivery.last_attempt.at,
      status_code: 503,
      duration_ms: 41,
      error_code: 'http_503',
      response: { headers: { 'content-type': 'text/plain' }, body: 'try again later', body_encoding: 'utf8' },
    },
  ],
}
const recovery = {
  recovery_id: 'rcv_01a1fd5d-369d-70e8-9d4a-e2db81c5dcd3',
  mode: 'recover',
  recovers: 'failed',
  state: 'running',
  since: '2026-11-01T00:00:00.000Z',
  until: '2026-11-21T09:08:26.908Z',
  requeued: 0,
  created_at: '2026-11-21T09:08:26.908Z',
  finished_at: null,
}

export const webhookExamples: Examples = {
  createWebhook: { body: { url, events, description }, responses: { 201: { ...webhook, secret } } },
  listWebhooks: { responses: { 200: { data: [webhook] } } },
  getWebhook: { responses: { 200: webhook } },
  updateWebhook: { body: { status: 'active', events: ['refund.*'] }, responses: { 200: webhook } },
  deleteWebhook: { responses: { 200: { webhook_id, status: 'deleted' } } },
  rotateWebhookSecret: {
    responses: {
      200: {
        webhook_id,
        secret,
        rotated_at: '2026-11-21T09:08:22.395Z',
        previous_expires_at: '2026-11-22T09:08:22.395Z',
      },
    },
  },
  sendTestEvent: {
    body: { event_type: 'refund.completed' },
    responses: {
      200: {
        webhook_id,
        event_id: delivery.event_id,
        event_type: 'refund.completed',
        delivery_id: delivery.delivery_id,
        status: 'pending',
      },
    },
  },
  listDeliveries: {
    responses: { 200: { data: [delivery], pagination: { next_cursor: null, has_more: false } } },
  },
  getDelivery: { responses: { 200: delivered } },
  retryDelivery: { responses: { 200: delivered } },
  recoverDeliveries: { body: { since: recovery.since }, responses: { 200: recovery } },
  getRecovery: { responses: { 200: { ...recovery, state: 'finished', finished_at: '2026-11-21T09:08:27.412Z' } } },
}
