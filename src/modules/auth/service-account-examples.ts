import type { Examples } from '#http/openapi/examples.ts'

const account = {
  service_account_id: 'svc_01a1fd61-7c1e-7a3f-9d5b-2f4c8e6a0b13',
  client_id: 'clt_01a1fd5a-4fa1-72b3-a186-e48874acf533',
  name: 'refund worker, eu-west',
  email: 'svc_01a1fd61-7c1e-7a3f-9d5b-2f4c8e6a0b13@clt-01a1fd5a-4fa1-72b3-a186-e48874acf533.service-accounts.internal',
  scopes: ['refund:read', 'refund:write'],
  status: 'active',
  created_at: '2026-11-21T09:12:45.214Z',
  expires_at: '2027-11-21T00:00:00.000Z',
  revoked_at: null,
  last_used_at: null,
}
const used = { ...account, last_used_at: '2026-11-21T11:40:02.551Z' }

export const serviceAccountExamples: Examples = {
  createServiceAccount: {
    body: { name: account.name, scopes: account.scopes, expires_at: '2027-11-21T00:00:00Z' },
    responses: { 201: { ...account, secret: '<secret, shown once>' } },
  },
  listServiceAccounts: { responses: { 200: { data: [used] } } },
  getServiceAccount: { responses: { 200: used } },
  revokeServiceAccount: {
    responses: { 200: { ...used, status: 'revoked', revoked_at: '2026-11-21T12:00:00.000Z' } },
  },
}
