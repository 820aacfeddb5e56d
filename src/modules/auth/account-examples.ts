import type { Examples } from '#http/openapi/examples.ts'

const client = {
  client_id: 'clt_01a1fd5a-4fa1-72b3-a186-e48874acf533',
  name: 'Bank of Example',
  tier: 'B',
  agreed_limit: null,
  sms_quota: null,
  country: null,
  status: 'active',
  created_at: '2026-11-21T09:05:16.705Z',
}
const agreed = { tier: 'C', agreed_limit: { per_minute: 20_000, per_day: null } }
const user = {
  user_id: 'usr_8c6be14f-dc22-544d-9adb-3178daabcab6',
  client_id: client.client_id,
  email: 'ops@bank.example',
  role: 'integrator',
  status: 'active',
  created_at: '2026-11-21T09:05:18.801Z',
}

export const accountExamples: Examples = {
  registerClient: { body: { name: client.name, tier: 'B' }, responses: { 201: client } },
  listClients: { responses: { 200: { data: [client] } } },
  getClient: { responses: { 200: client } },
  changeClient: { body: agreed, responses: { 200: { ...client, ...agreed } } },
  registerUser: {
    body: {
      client_id: client.client_id,
      email: user.email,
      role: user.role,
      password: 'correct horse battery staple',
    },
    responses: { 201: user },
  },
  listUsers: { responses: { 200: { data: [user] } } },
  getUser: { responses: { 200: user } },
  changeUser: { body: { role: 'operator' }, responses: { 200: { ...user, role: 'operator' } } },
}
