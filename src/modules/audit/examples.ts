import type { Examples } from '#http/openapi/examples.ts'

const refund_id = 'rf_16a0e931-dd36-539c-9d54-ef8a65eb5d70'
const client_id = 'clt_01a1fd5a-4fa1-72b3-a186-e48874acf533'
const created_at = '2026-11-21T03:31:30.497Z'
const sub = 'usr_8c6be14f-dc22-544d-9adb-3178daabcab6'
const hash = '509a9ab5d415f0454bcc4c8fda47e415aee31a99210499a83dc59f8e9b157772'
const key_id = 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k'
const read_id = '8f0f2a5e-3e58-4b5c-9a43-5a7c2c3a6d11'

const line = {
  revision: 0,
  event_id: '32a3cbf5-422e-5ba5-b482-dcaf0f72b8e2',
  type: 'RefundRequested',
  at: created_at,
  actor: { sub, client_id, role: 'integrator', ip: '198.51.100.7' },
  request_id: 'req_DPHYImPWHzcU8y228e',
  correlation_id: 'req_DPHYImPWHzcU8y228e',
  causation_id: null,
  reason: 'confirmed_fraud',
  facts: { transaction_id: 'tx_1', amount_minor: 10_025, currency: 'EUR', reason: 'confirmed_fraud' },
  prev_hash: null,
  hash,
}
const refund = {
  ...{ refund_id, client_id, status: 'pending', transaction_id: 'tx_1', amount: 100.25, currency: 'EUR' },
  ...{ reason: 'confirmed_fraud', created_at, created_by: sub, attempt: 0, transfer: 'none', contradictions: [] },
  beneficiary: { user_id: 'user_1', account_id: null, account_masked: '70******01', bank_code: 'COBADEFF' },
}
const endpoint = {
  ...{ webhook_id: 'wh_4be0643f-1d98-573b-97cd-ca98a65347dd', client_id, url: 'https://bank.example/hooks' },
  ...{ events: ['refund.*'], rate_per_second: null, status: 'active', disabled_reason: null },
  ...{ created_at, updated_at: created_at, secrets: [{ version: 1, expires_at: null }] },
}
const last = { pagination: { next_cursor: null, has_more: false }, read_id }
const chain = { events: 1, intact: true, first_broken_revision: null, head_hash: hash }

export const auditExamples: Examples = {
  getRefundHistory: {
    responses: {
      200: {
        refund_id,
        beneficiary_mismatch: false,
        network_contradicted: false,
        reconciliation_flags: [],
        ...{
          family: 'refunds',
          id: refund_id,
          client_id,
          as_of: '2026-11-21T03:31:31.000Z',
          revision: 0,
          state: refund,
        },
        history: [{ ...line, unreadable: null, state_before: null, state_after: refund }],
        chain,
        ...last,
      },
    },
  },
  getAuditRecord: {
    responses: {
      200: {
        ...{ family: 'webhooks', id: endpoint.webhook_id, client_id, as_of: null, revision: 0, state: endpoint },
        history: [
          {
            ...line,
            type: 'WebhookCreated',
            reason: null,
            facts: { url: endpoint.url, events: endpoint.events, rate_per_second: null, not_shown: ['description'] },
            ...{ unreadable: null, state_before: null, state_after: endpoint },
          },
        ],
        chain,
        ...last,
      },
    },
  },
  verifyExport: {
    responses: {
      200: {
        intact: true,
        problem: null,
        signature: { valid: true, key_id, problem: null },
        ...{ events: 3, streams: 1, redacted: 0 },
        manifest: {
          format: 'audit-export/1',
          encoding: 'ndjson',
          exported_by: { sub, client_id, role: 'auditor' },
          ...{
            client_id,
            family: 'refunds',
            from: null,
            to: '2026-12-01T00:00:00.000Z',
            events: 3,
            streams: 1,
            redacted: 0,
            restricted: 0,
          },
          ...{ first_position: '4711/4711', last_position: '6002/6002', read_to: '90210/90210' },
          lines_sha256: 'c0cfda4f8a0a2e0b7b6e2a5d9c8f8f3fb2f3c0f1d5ad2e6c3b8a7e0a1f2d3c4b',
          heads_sha256: '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0',
          made_at: '2026-12-01T08:00:00.000Z',
          key_id,
          signature: 'hrQqDlBhtbrBtGOxPvtu9ZpXnQDZDBgEAyZ5vDHIHq1B3V4bMuP2Tg8ENkF0gZfp3VdXKLJkXq8N3cQy5oaGCA',
        },
      },
    },
  },
  searchAudit: {
    responses: {
      200: { data: [{ family: 'refunds', id: refund_id, client_id, subject: 'user_1', ...line }], ...last },
    },
  },
}
