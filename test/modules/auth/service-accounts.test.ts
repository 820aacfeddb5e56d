import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { LIVE_SERVICE_ACCOUNTS_MAX } from '#domain/auth/service-accounts/decider.ts'
import { accountKey } from '#services/auth/login-throttle.ts'
import { until } from '../../harness/client.ts'
import { noteSecret } from '../../harness/secrets.ts'
import { suite } from '../../harness/suite.ts'
import { startEdge } from '../../http/edge-under-test.ts'

/**
 * Two instances and a clock of the test's own; what needs the other modules or lists is in
 * service-account-calls.test.ts.
 */
const test = suite('service accounts')
const edge = await startEdge({ instances: 2, env: { TRUST_PROXY: 'true' } })
const [one, two] = edge.instances
test.after(edge.stop)

const PASSWORD = 'a good long password'
const HOUR_MS = 3_600_000
/** The promise: a revocation is obeyed on every instance within it. */
const REVOKED_MS_MAX = 5_000

let banks = 0
/** A client with an administrator of its own, who is logged in anew for each request: clocks move here. */
async function bank() {
  const name = `bank-${++banks}`
  const { body } = await one!.call('POST', '/admin/clients', { token: await edge.logIn(), json: { name, tier: 'C' } })
  const client_id = String(body.client_id)
  const admin = { email: `admin@${name}.example`, password: PASSWORD }
  await one!.call('POST', '/admin/users', { token: await edge.logIn(), json: { ...admin, client_id, role: 'admin' } })
  const path = `/admin/clients/${client_id}/service-accounts`
  const ask = async (method: string, of: string, json?: object) =>
    one!.call(method, path + of, { token: await edge.logIn(admin), ...(json === undefined ? {} : { json }) })
  const make = async (more: object = {}) => {
    const { body: made } = await ask('POST', '', { name: 'worker', scopes: ['refund:read', 'refund:write'], ...more })
    return made as Record<'service_account_id' | 'email' | 'secret', string>
  }
  return { client_id, path, admin, ask, make }
}
type Login = { email: unknown; password: unknown }
const logIn = ({ email, password }: Login, instance = one!, address = '203.0.113.7') =>
  instance.call('POST', '/api/auth/login', { json: { email, password }, headers: { 'x-forwarded-for': address } })
const loginOf = ({ email, secret }: { email: string; secret: string }) => ({ email, password: secret })
async function tokensOf(made: { email: string; secret: string }) {
  const { status, body, text } = await logIn(loginOf(made))
  assert.is(status, 200, text)
  return { access: String(body.access_token), refresh: String(body.refresh_token), body }
}
const me = (token: string, instance = one!) => instance.call('GET', '/api/auth/me', { token })
const refresh = (refresh_token: string, instance = one!) =>
  instance.call('POST', '/api/auth/refresh', { json: { refresh_token } })

test('one is made, logs in with what is shown once, and its tokens carry its scopes, also when refreshed', async () => {
  const { ask, client_id } = await bank()
  const scopes = ['webhooks:manage', 'refund:read', 'refund:read']
  const { status, body: made, headers } = await ask('POST', '', { name: 'refund worker', scopes })
  assert.is(status, 201)
  assert.is(headers.get('cache-control'), 'no-store')
  const { service_account_id, email, secret, created_at, ...rest } = made as Record<string, string>
  assert.equal(rest, {
    ...{ client_id, name: 'refund worker', scopes: ['refund:read', 'webhooks:manage'], status: 'active' },
    ...{ expires_at: null, revoked_at: null, last_used_at: null },
  })
  assert.match(String(secret), /^svcsec_[\w-]{43}$/)
  assert.match(String(email), /^svc_[0-9a-f-]{36}@clt-[0-9a-f-]{36}\.service-accounts\.internal$/)
  const { body: tokens, access, refresh: refreshToken } = await tokensOf({ email: email!, secret: secret! })
  assert.equal(Object.keys(tokens).sort(), ['access_token', 'expires_in', 'refresh_token', 'token_type', 'user'])
  assert.equal(tokens.user, { id: service_account_id, email })
  const self = {
    id: service_account_id,
    email,
    client_id,
    role: 'service_account',
    is_platform: false,
    display_name: null,
  }
  assert.equal((await me(access, two!)).body, { ...self, scopes: ['refund:read', 'webhooks:manage'] })
  const again = String((await refresh(refreshToken, two!)).body.access_token)
  assert.equal((await me(again)).body, { ...self, scopes: ['refund:read', 'webhooks:manage'] })
  const shown = await ask('GET', `/${service_account_id}`)
  assert.equal({ ...shown.body, last_used_at: null }, { ...rest, service_account_id, email, created_at })
  assert.is((await one!.call('POST', '/api/auth/logout', { token: access })).status, 200)
  assert.is((await refresh(refreshToken)).status, 401)
})

test('no event and no record of it holds the secret', async () => {
  const { client_id, make, ask } = await bank()
  const made = await make()
  noteSecret(made.secret)
  await tokensOf(made)
  const events = await one!.service.store.read(`serviceaccounts-${client_id}`)
  assert.equal(
    events.map(({ type }) => type),
    ['ServiceAccountCreated'],
  )
  const shown = await ask('GET', `/${made.service_account_id}`)
  const random = made.secret.slice('svcsec_'.length)
  for (const text of [JSON.stringify(events), shown.text]) assert.not(text.includes(random))
  const { secret_hash } = events[0]!.data as { secret_hash: string }
  assert.not(shown.text.includes(secret_hash))
})

test('a revocation ends logins and refreshes at once, and open sessions on every instance within 5 s; once more is no error', async () => {
  const { make, ask } = await bank()
  const made = await make()
  const other = await make()
  const tokens = await tokensOf(made)
  const kept = await tokensOf(other)
  for (const instance of edge.instances) assert.is((await me(tokens.access, instance)).status, 200)
  const revoked = await ask('DELETE', `/${made.service_account_id}`)
  const since = performance.now()
  assert.equal([revoked.status, revoked.body.status, typeof revoked.body.revoked_at], [200, 'revoked', 'string'])
  assert.equal((await refresh(tokens.refresh, two!)).body.error_code, 'AUTH_001')
  assert.equal((await logIn(loginOf(made), two!)).body.error_code, 'AUTH_001')
  const again = await ask('DELETE', `/${made.service_account_id}`)
  assert.equal([again.status, again.body.revoked_at], [200, revoked.body.revoked_at])
  await delay(REVOKED_MS_MAX - (performance.now() - since))
  for (const instance of edge.instances) {
    const { status, body } = await me(tokens.access, instance)
    assert.equal([status, body.error_code], [401, 'AUTH_001'])
    assert.is((await me(kept.access, instance)).status, 200)
  }
})

test('an expired one logs in and refreshes no more, and its access tokens end with it', async () => {
  const { make, ask } = await bank()
  const expires_at = new Date(one!.auth.now().getTime() + HOUR_MS / 2).toISOString()
  const made = await make({ expires_at: expires_at.replace('Z', '+00:00') })
  const tokens = await tokensOf(made)
  edge.pass(HOUR_MS / 2 - 60_000)
  assert.is((await refresh(tokens.refresh)).status, 200)
  edge.pass(60_000)
  assert.is((await logIn(loginOf(made))).body.error_code, 'AUTH_001')
  assert.is((await refresh(tokens.refresh)).body.error_code, 'AUTH_001')
  assert.is((await me(tokens.access)).body.error_code, 'AUTH_001')
  const { body } = await ask('GET', `/${made.service_account_id}`)
  assert.equal([body.status, body.expires_at], ['expired', expires_at])
  const past = await ask('POST', '', { name: 'late', scopes: ['refund:read'], expires_at })
  assert.equal([past.status, (past.body.details as { field: string }).field], [400, 'expires_at'])
})

test("a suspended client's machines are out, and in again when it is reinstated", async () => {
  const { make, client_id } = await bank()
  const made = await make()
  const tokens = await tokensOf(made)
  const change = async (status: string) =>
    one!.call('PATCH', `/admin/clients/${client_id}`, { token: await edge.logIn(), json: { status } })
  await change('disabled')
  assert.is((await logIn(loginOf(made))).body.error_code, 'AUTH_001')
  assert.is((await refresh(tokens.refresh)).body.error_code, 'AUTH_001')
  await change('active')
  assert.is((await logIn(loginOf(made))).status, 200)
})

test('scopes beyond those of the maker are refused by name, and so are scopes that there are not', async () => {
  const { ask } = await bank()
  const beyond = await ask('POST', '', { name: 'king', scopes: ['refund:read', 'users:admin'] })
  assert.equal([beyond.status, beyond.body.error_code], [403, 'AUTH_003'])
  const { field, scopes, reason } = beyond.body.details as Record<string, unknown>
  assert.equal([field, scopes], ['scopes', ['users:admin']])
  assert.match(String(reason), /users:admin/)
  for (const [scopes, field] of [
    [[], 'scopes'],
    [['refund:everything'], 'scopes.0'],
    [undefined, 'scopes'],
  ]) {
    const { status, body } = await ask('POST', '', { name: 'none', scopes })
    assert.equal([status, (body.details as { field: string }).field], [400, field])
  }
})

test('a machine makes no machines and has neither password nor keys', async () => {
  const { make, path } = await bank()
  const { access: token } = await tokensOf(await make({ scopes: ['refund:read', 'audit:read'] }))
  const json = { name: 'child', scopes: ['refund:read'] }
  assert.is((await one!.call('POST', path, { token, json })).body.error_code, 'AUTH_003')
  const own: [string, string, object?][] = [
    ['POST', '/api/auth/password', { current_password: 'x', new_password: PASSWORD }],
    ['POST', '/api/auth/biometric/register', {}],
    ['POST', '/api/auth/social-link', {}],
    ['GET', '/api/auth/biometric'],
    ['GET', '/api/auth/identities'],
    ['DELETE', '/api/auth/identities/idn_1'],
    ['DELETE', '/api/auth/biometric/cred_1'],
  ]
  for (const [method, of, json] of own) {
    const { status, body } = await one!.call(method, of, { token, ...(json === undefined ? {} : { json }) })
    assert.equal([status, body.error_code], [403, 'AUTH_003'], of)
  }
})

test("another client's machines are not there, whoever asks", async () => {
  const mine = await bank()
  const theirs = await bank()
  const made = await theirs.make()
  const token = await edge.logIn(mine.admin)
  const json = { name: 'mine', scopes: ['refund:read'] }
  for (const [method, of, body] of [
    ['POST', theirs.path, json],
    ['GET', theirs.path],
    ['GET', `${theirs.path}/${made.service_account_id}`],
    ['DELETE', `${theirs.path}/${made.service_account_id}`],
    ['GET', `${mine.path}/${made.service_account_id}`],
    ['DELETE', `${mine.path}/${made.service_account_id}`],
    ['DELETE', `${mine.path}/constructor`],
  ] as const) {
    const { status } = await one!.call(method, of, { token, ...(body === undefined ? {} : { json: body }) })
    assert.is(status, 404, `${method} ${of}`)
  }
  // A name that claims to be of another client is of nobody.
  const [, domain] = (await mine.make()).email.split('@')
  assert.is((await logIn({ email: `${made.service_account_id}@${domain}`, password: made.secret })).status, 401)
  const platform = await edge.logIn()
  const path = `${theirs.path}/${made.service_account_id}`
  assert.is((await one!.call('DELETE', path, { token: platform })).status, 200)
  assert.is((await logIn(loginOf(made))).status, 401)
  const nowhere = '/admin/clients/clt_none/service-accounts'
  assert.is((await one!.call('POST', nowhere, { token: platform, json })).status, 404)
})

test('of many that are made at once no more than the limit are made, and revoking one makes room', async () => {
  const { admin, path, ask, client_id } = await bank()
  const token = await edge.logIn(admin)
  const json = { name: 'one of many', scopes: ['refund:read'] }
  const makeOne = (_: unknown, n: number) => edge.instances[n % 2]!.call('POST', path, { token, json })
  for (let made = 0; made < LIVE_SERVICE_ACCOUNTS_MAX - 3; made += 1) assert.is((await makeOne(0, made)).status, 201)
  const crowd = await Promise.all(Array.from({ length: 12 }, makeOne))
  const made = crowd.filter(({ status }) => status === 201)
  // Two instances that write the same stream at once may tell one or the other to come back.
  for (const { status } of crowd) assert.ok([201, 409, 503].includes(status), String(status))
  assert.ok(made.length <= 3, `${made.length} were made`)
  for (let n = made.length; n < 3; n += 1) assert.is((await makeOne(0, 0)).status, 201)
  const full = await makeOne(0, 1)
  assert.equal([full.status, full.body.error_code], [409, 'CONFLICT'])
  assert.match(String((full.body.details as { reason: string }).reason), /at most 50 .*revoke/)
  const events = await one!.service.store.read(`serviceaccounts-${client_id}`)
  assert.is(events.length, LIVE_SERVICE_ACCOUNTS_MAX)
  const [first] = events.map(({ data }) => (data as { service_account_id: string }).service_account_id)
  await ask('DELETE', `/${first}`)
  assert.is((await makeOne(0, 0)).status, 201)
})

test('wrong secrets are refused alike, cost no hash, lock neither the machine nor its address, and count for nothing', async () => {
  const { make } = await bank()
  const made = await make()
  const before = edge.instances.map(({ auth }) => auth.passwords.computed())
  const stranger = made.email.replace(/^svc_.{8}/, 'svc_00000000')
  const nowhere = made.email.replace(/@clt-.{8}/, '@clt-00000000')
  const wrong = await logIn({ email: made.email, password: 'wrong' })
  const shape = ({ status, body: { error_code, message, details } }: typeof wrong) => [
    status,
    error_code,
    message,
    details,
  ]
  for (const email of [stranger, nowhere])
    assert.equal(shape(await logIn({ email, password: made.secret })), shape(wrong))
  assert.equal(shape(wrong).slice(0, 2), [401, 'AUTH_001'])
  for (let n = 0; n < 60; n += 1) assert.is((await logIn({ email: made.email, password: 'wrong' })).status, 401)
  assert.is((await logIn(loginOf(made))).status, 200)
  assert.equal(
    edge.instances.map(({ auth }) => auth.passwords.computed()),
    before,
  )
  const key = accountKey(one!.auth.vault, made.email)
  const counted = await edge.db.any(sql.unsafe`select 1 from ops.login_attempts where key = ${key}`)
  assert.is(counted.length, 0)
})

test('people whose passwords wait to be hashed do not keep machines out', async () => {
  const { make } = await bank()
  const made = await make()
  const { passwords } = one!.auth
  let isBusy = true
  const busy = Array.from({ length: 50 }, async () => {
    while (isBusy) await passwords.hash('busy').catch(() => new Promise(resolve => setTimeout(resolve, 20)))
  })
  const person = await logIn({ email: 'somebody@bank.example', password: 'wrong' })
  const machine = await logIn(loginOf(made))
  isBusy = false
  await Promise.all(busy)
  assert.equal([person.status, machine.status], [503, 200])
})

test('without PostgreSQL an account is still revoked and refused, although the answer can not tell its last use', async () => {
  const cut = await startEdge()
  const [lone] = cut.instances
  const token = await cut.logIn()
  const { client_id } = (await lone!.call('GET', '/api/auth/me', { token })).body
  const path = `/admin/clients/${client_id}/service-accounts`
  const json = { name: 'worker', scopes: ['refund:read'] }
  const { body } = await lone!.call('POST', path, { token, json })
  const login = { json: { email: body.email, password: body.secret } }
  await cut.breakDatabase()
  assert.is((await lone!.call('POST', '/api/auth/login', login)).status, 200)
  assert.is((await lone!.call('DELETE', `${path}/${body.service_account_id}`, { token })).status, 503)
  assert.is((await lone!.call('POST', '/api/auth/login', login)).status, 401)
  await cut.stop()
})

test('a fleet that logs in at once is admitted, and a login for every request gets 429', async () => {
  const { make } = await bank()
  const made = await make()
  const other = await make()
  const left = 60_000 - (one!.auth.now().getTime() % 60_000)
  if (left < 20_000) edge.pass(left)
  const fleet = await Promise.all(Array.from({ length: 60 }, (_, n) => logIn(loginOf(made), edge.instances[n % 2]!)))
  assert.equal([...new Set(fleet.map(({ status }) => status))], [200])
  const late = await logIn(loginOf(made), two!)
  assert.equal([late.status, late.body.error_code], [429, 'AUTH_004'])
  const seconds = Number(late.headers.get('retry-after'))
  assert.ok(seconds > 0 && seconds <= 60, `Retry-After ${seconds}`)
  assert.is((late.body.details as { retry_after_seconds: number }).retry_after_seconds, seconds)
  assert.is((await logIn(loginOf(other))).status, 200)
  edge.pass(seconds * 1_000)
  assert.is((await logIn(loginOf(made))).status, 200)
})

test('spellings of one login name are one, and no user can have such an address', async () => {
  const { make, client_id } = await bank()
  const made = await make()
  for (const email of [made.email.toUpperCase(), ` ${made.email} `, made.email.replaceAll('.', '。')])
    assert.is((await logIn({ email, password: made.secret })).status, 200, email)
  const token = await edge.logIn()
  for (const domain of ['clt-1.service-accounts.internal', 'service-accounts.internal']) {
    const json = { client_id, email: `ada@${domain}`, role: 'admin', password: PASSWORD }
    const { status, body } = await one!.call('POST', '/admin/users', { token, json })
    assert.equal([status, (body.details as { field: string }).field], [400, 'email'], domain)
  }
})

test('use is noted to the minute: of logins, refreshes and calls', async () => {
  const { make, ask } = await bank()
  const made = await make()
  const used = async () => {
    const { body } = await ask('GET', `/${made.service_account_id}`)
    return body.last_used_at === null ? null : Date.parse(String(body.last_used_at))
  }
  assert.is(await used(), null)
  const now = () => one!.auth.now().getTime()
  // It is written beside the answer, not before it.
  const isNear = () => until(used, at => at !== null && Math.abs(at - now()) < HOUR_MS / 8)
  const tokens = await tokensOf(made)
  await isNear()
  edge.pass(HOUR_MS / 4)
  // What is remembered of the session is not asked again for 4 s of the machine's time.
  await delay(4_100)
  await me(tokens.access)
  await isNear()
  edge.pass(HOUR_MS / 4)
  await refresh(tokens.refresh)
  await isNear()
})

test.run()
