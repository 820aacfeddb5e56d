import type { Examples } from '#http/openapi/examples.ts'

const user_id = 'user_1'
const erasure = {
  legal_basis: 'consent_withdrawn',
  requested_at: '2026-11-21T03:31:30.497Z',
  requested_by: 'usr_8c6be14f-dc22-544d-9adb-3178daabcab6',
  retained_until: null,
  keys_deleted_at: '2026-11-21T03:31:30.611Z',
  streams: 2,
}
const subject = {
  user_id,
  status: 'shredded',
  erasure: { ...erasure, shredded_at: '2026-11-21T03:32:15.702Z' },
}

export const subjectExamples: Examples = {
  eraseSubject: {
    body: { legal_basis: 'consent_withdrawn' },
    responses: { 202: { user_id, status: 'shredding', erasure: { ...erasure, shredded_at: null } } },
  },
  getSubject: { responses: { 200: subject } },
  exportSubject: {
    responses: {
      200: {
        subject: { user_id, status: 'active', erasure: null },
        data: [
          {
            family: 'refund',
            id: 'rf_16a0e931-dd36-539c-9d54-ef8a65eb5d70',
            events: [
              {
                type: 'RefundRequested',
                at: '2026-11-21T03:31:30.497Z',
                data: {
                  transaction_id: 'tx_1',
                  amount_minor: 10_025,
                  currency: 'EUR',
                  reason: 'confirmed_fraud',
                  beneficiary: { user_id, name: 'Ada Lovelace', account_masked: '70******01', bank_code: 'COBADEFF' },
                },
              },
            ],
          },
        ],
        next_cursor: null,
      },
    },
  },
}
