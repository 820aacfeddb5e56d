import * as assert from 'uvu/assert'
import { suite } from '../../harness/suite.ts'
import { startEdge } from '../../http/edge-under-test.ts'

const test = suite('onboarding')
const edge = await startEdge()
const [instance] = edge.instances
test.after(edge.stop)
const platform = await edge.logIn()
const PASSWORD = 'a good long password'
const as = (token: string) => (method: string, path: string, json?: object) =>
  instance!.call(method, path, { token, ...(json === undefined ? {} : { json }) })
const admin = as(platform)

async function bank(name: string) {
  const { body } = await admin('POST', '/admin/clients', { name })
  const email = `admin@${name}.example`
  const user = { client_id: body.client_id, email, role: 'admin', password: PASSWORD }
  const { body: made } = await admin('POST', '/admin/users', user)
  const call = as(await edge.logIn({ email, password: PASSWORD }))
  return { client_id: String(body.client_id), user_id: String(made.user_id), call }
}

test('a client is onboarded, shown, changed and recorded with who did it', async () => {
  const made = await admin('POST', '/admin/clients', { name: 'First Bank' })
  assert.is(made.status, 201)
  assert.is(made.body.tier, 'B')
  assert.is(made.body.agreed_limit, null)
  const path = `/admin/clients/${made.body.client_id}`
  const changed = await admin('PATCH', path, { name: 'First Bank plc', tier: 'C' })
  assert.equal({ ...changed.body, created_at: '' }, { ...made.body, name: 'First Bank plc', tier: 'C', created_at: '' })
  assert.equal((await admin('GET', path)).body, changed.body)
  const events = await instance!.service.store.read(`client-${made.body.client_id}`)
  assert.equal(
    events.map(({ type }) => type),
    ['ClientRegistered', 'ClientTermsChanged'],
  )
  const { body: me } = await admin('GET', '/api/auth/me')
  for (const { metadata } of events) assert.is(metadata.actor.sub, me.id)
  await admin('PATCH', path, { name: 'First Bank plc' })
  assert.is(
    (await instance!.service.store.read(`client-${made.body.client_id}`)).length,
    2,
    'a change to the same is none',
  )
})

test('no event holds an address, a password or a hash in clear', async () => {
  const { user_id } = await bank('sealed')
  const [registered] = await instance!.service.store.read(`user-${user_id}`)
  const text = JSON.stringify(registered)
  assert.not.match(text, /sealed\.example|argon2|good long password/)
})

test("an administrator of a client sees and changes that client's users, and nobody else's", async () => {
  const one = await bank('one')
  const two = await bank('two')
  const own = await one.call('POST', '/admin/users', { email: 'u@one.example', role: 'integrator', password: PASSWORD })
  assert.is(own.status, 201)
  assert.is(own.body.client_id, one.client_id)
  assert.is((await one.call('PATCH', `/admin/users/${own.body.user_id}`, { role: 'auditor' })).status, 200)
  assert.is((await one.call('GET', `/admin/clients/${one.client_id}`)).status, 200)
  const refused = [
    await one.call('GET', `/admin/users/${two.user_id}`),
    await one.call('PATCH', `/admin/users/${two.user_id}`, { status: 'disabled' }),
    await one.call('GET', `/admin/clients/${two.client_id}`),
    await one.call('POST', '/admin/users', {
      client_id: two.client_id,
      email: 'x@two.example',
      role: 'admin',
      password: PASSWORD,
    }),
  ]
  assert.equal([...new Set(refused.map(({ status }) => status))], [404])
  // The answer is the same whether the client is there or not.
  for (const client_id of [one.client_id, two.client_id, 'clt_none']) {
    const { status, body } = await one.call('PATCH', `/admin/clients/${client_id}`, { tier: 'C' })
    const reason = 'only administrators of the platform may do this'
    assert.equal([status, body.error_code, body.details], [403, 'AUTH_003', { reason }], client_id)
  }
  assert.is((await one.call('POST', '/admin/clients', { name: 'Third' })).status, 403)
  assert.is((await two.call('GET', '/api/auth/me')).status, 200)
})

test('an address has one account, in whatever spelling', async () => {
  const user = { email: 'Same@Bank.example', role: 'integrator', password: PASSWORD }
  assert.is((await admin('POST', '/admin/users', user)).status, 201)
  const again = await admin('POST', '/admin/users', { ...user, email: 'same@bank.EXAMPLE' })
  assert.is(again.status, 409)
  assert.is(again.body.error_code, 'CONFLICT')
})

test('what can not be is refused by field: an address, a role, a short password, an unknown client, a zero limit', async () => {
  const user = { email: 'ok@bank.example', role: 'integrator', password: PASSWORD }
  const cases: [object, string, string][] = [
    [{ ...user, email: 'no address' }, '/admin/users', 'email'],
    [{ ...user, role: 'king' }, '/admin/users', 'role'],
    [{ ...user, password: 'short' }, '/admin/users', 'password'],
    [{ name: '', tier: 'B' }, '/admin/clients', 'name'],
    [{ name: 'x', tier: 'D' }, '/admin/clients', 'tier'],
    [{ name: 'x', agreed_limit: { per_minute: 0, per_day: null } }, '/admin/clients', 'agreed_limit.per_minute'],
    [{ name: 'x', sms_quota: { per_month: 0 } }, '/admin/clients', 'sms_quota.per_month'],
    [{ name: 'x', country: 'Spain' }, '/admin/clients', 'country'],
  ]
  for (const [json, path, field] of cases) {
    const { status, body } = await admin('POST', path, json)
    assert.is(status, 400, field)
    assert.is((body.details as { field: string }).field, field)
  }
  assert.is((await admin('POST', '/admin/users', { ...user, client_id: 'clt_none' })).status, 404)
})

test('401 comes before 403, 403 before 404, 404 before 400', async () => {
  const { call } = await bank('order')
  await call('POST', '/admin/users', { email: 'i@order.example', role: 'integrator', password: PASSWORD })
  const integrator = as(await edge.logIn({ email: 'i@order.example', password: PASSWORD }))
  const wrong = { role: 'king' }
  assert.is((await instance!.call('PATCH', '/admin/users/usr_none', { json: wrong })).status, 401)
  assert.is((await integrator('PATCH', '/admin/users/usr_none', wrong)).status, 403)
  assert.is((await admin('PATCH', '/admin/users/usr_none', wrong)).status, 404)
  const { body } = await admin('GET', '/api/auth/me')
  assert.is((await admin('PATCH', `/admin/users/${body.id}`, wrong)).status, 400)
})

test.run()
