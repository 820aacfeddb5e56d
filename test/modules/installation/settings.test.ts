import * as assert from 'uvu/assert'
import { logIn } from '../../harness/client.ts'
import { ADMIN, startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('settings')
const service = await startTestService({
  ...{ VOID_FOUR_EYES: 'true', REFUND_CANCEL_WINDOW_MS: '70', RETENTION_YEARS: '7', SMS_RETENTION_DAYS: '8' },
  ...{ NOTIFICATION_RETENTION_DAYS: '9', DETECTION_RETENTION_DAYS: '10' },
  SOCIAL_PROVIDERS: '{"google": {"audiences": ["app"]}}',
  WEBAUTHN_ORIGINS: 'https://console.bank.example',
})
test.after(() => service.end())
const { admin } = service
const other = await service.newClient()

async function logInAs(role: string) {
  const email = `${role}@bank.example`
  await admin.post('/admin/users', { email, role, password: ADMIN.password })
  return logIn(service.url, email, ADMIN.password)
}

test('are as configured, for every user but consumers, and the same for all clients', async () => {
  const users = await Promise.all(['operator', 'auditor', 'integrator', 'admin'].map(logInAs))
  for (const user of [admin, other, ...users])
    assert.equal((await user.get('/settings')).body, {
      environment: 'sandbox',
      void_four_eyes: true,
      refund_cancel_window_ms: 70,
      retention: { person_years: 7, delivery_days: 30, sms_days: 8, notification_days: 9, detection_days: 10 },
      configured: {
        payment_network: 'sandbox',
        push_networks: [],
        social_logins: ['google'],
        webauthn_origins: ['https://console.bank.example'],
        bus: [],
        checkpoint_copies: [],
      },
    })
})

test('are refused to consumers, machines and callers without a token', async () => {
  const { client_id } = (await admin.get('/api/auth/me')).body
  const made = await admin.post(`/admin/clients/${client_id}/service-accounts`, {
    ...{ name: 'machine', scopes: ['refund:read'] },
  })
  const machine = await logIn(service.url, made.body.email, made.body.secret)
  for (const caller of [await logInAs('consumer'), machine]) {
    const { status, body } = await caller.get('/settings')
    assert.equal([status, body.error_code], [403, 'AUTH_003'])
  }
  assert.is((await admin.as(null).get('/settings')).status, 401)
})

test('users learn whether their client runs the service', async () => {
  assert.is((await admin.get('/api/auth/me')).body.is_platform, true)
  assert.is((await other.get('/api/auth/me')).body.is_platform, false)
})

test.run()
