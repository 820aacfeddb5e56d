import { generateKeyPairSync } from 'node:crypto'
import { hashSync } from '@node-rs/argon2'
import { calculateJwkThumbprint, decodeJwt, decodeProtectedHeader, importJWK, type JWTPayload, SignJWT } from 'jose'
import * as assert from 'uvu/assert'
import { changeOwnPassword } from '#commands/auth/change-own-password.ts'
import { changeUser } from '#commands/auth/change-user.ts'
import { logIn } from '#commands/auth/log-in.ts'
import { registerUser } from '#commands/auth/register-user.ts'
import { PLATFORM_CLIENT_ID } from '#domain/auth/platform.ts'
import { users } from '#domain/auth/users/decider.ts'
import { userSubject } from '#privacy/user-id.ts'
import type { MemoryStore } from '../../harness/memory-store.ts'
import { suite } from '../../harness/suite.ts'
import { ADMIN, startEdge } from '../../http/edge-under-test.ts'
import { systemContext } from '../../http/system-context.ts'

const test = suite('tokens and sessions')
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const jwk = privateKey.export({ format: 'jwk' })
const older = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
const auditKey = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
const env = { JWT_KEYS: JSON.stringify({ keys: [jwk, older] }), AUDIT_KEYS: JSON.stringify({ keys: [auditKey] }) }
const edge = await startEdge({ instances: 3, env })
const [one, two, three] = edge.instances
test.after(edge.stop)

const SECOND_MS = 1_000
let people = 0
async function loggedIn(role: 'integrator' | 'operator' | 'auditor' | 'admin' = 'integrator') {
  const email = `person${++people}@bank.example`
  const password = 'a good long password'
  const user = { client_id: PLATFORM_CLIENT_ID, email, role, password }
  const user_id = await registerUser(one!.auth, systemContext(one!.auth.now()), user)
  const again = async () => {
    const { body } = await one!.call('POST', '/api/auth/login', { json: { email, password } })
    return { access: String(body.access_token), refresh: String(body.refresh_token) }
  }
  return { email, password, user_id, again, ...(await again()) }
}
const me = (token: string, instance = one!) => instance.call('GET', '/api/auth/me', { token })
const refresh = (refresh_token: string, instance = one!) =>
  instance.call('POST', '/api/auth/refresh', { json: { refresh_token } })

/** A token with other claims or another header, signed with the service's own key. */
async function forged(claims: JWTPayload, header: { typ?: string; kid?: string } = {}, key: object = jwk) {
  const { access } = await loggedIn()
  const payload = { ...decodeJwt(access), ...claims }
  const original = decodeProtectedHeader(access)
  return new SignJWT(payload)
    .setProtectedHeader({ ...original, alg: 'ES256', ...header })
    .sign(await importJWK(key, 'ES256'))
}
const nowS = () => Math.floor(one!.auth.now().getTime() / 1_000)

test('an access token carries what the design says', async () => {
  const { access, user_id } = await loggedIn('operator')
  const claims = decodeJwt(access)
  assert.is(decodeProtectedHeader(access).typ, 'at+jwt')
  assert.is(claims.sub, user_id)
  assert.is(claims.client_id, PLATFORM_CLIENT_ID)
  assert.is(claims.exp! - claims.iat!, 3600)
  assert.ok(String(claims.scope).split(' ').includes('refund:void'))
})

test('who they are is answered from what the guard knows, without a read of the store', async () => {
  const { access, email, user_id } = await loggedIn('auditor')
  await me(access)
  const store = one!.service.store as MemoryStore
  const { reads } = store
  const { status, body } = await me(access)
  assert.equal([status, body.id, body.email, body.role], [200, user_id, email, 'auditor'])
  assert.is(store.reads, reads)
})

test('a refresh token is no Bearer token and an access token refreshes nothing', async () => {
  const { access, refresh: token } = await loggedIn()
  for (const answer of [await me(token), await refresh(access)]) {
    assert.is(answer.status, 401)
    assert.is(answer.body.error_code, 'AUTH_001')
  }
})

test('no token, another scheme, a token in the query and rubbish are AUTH_001 with a challenge', async () => {
  const { access } = await loggedIn()
  const tries = [
    await one!.call('GET', '/api/auth/me'),
    await one!.call('GET', '/api/auth/me', { headers: { authorization: `Basic ${access}` } }),
    await one!.call('GET', `/api/auth/me?access_token=${access}`),
    await me('rubbish'),
    await me(`${access}x`),
    await me(access.split('.').slice(0, 2).join('.')),
  ]
  for (const { status, body, headers } of tries) {
    assert.is(status, 401)
    assert.is(body.error_code, 'AUTH_001')
    assert.match(headers.get('www-authenticate') ?? '', /^Bearer/)
  }
  const lowerCase = await one!.call('GET', '/api/auth/me', { headers: { authorization: `bearer ${access}` } })
  assert.is(lowerCase.status, 200)
})

test('expired by a second is AUTH_002, and everything else about time is AUTH_001', async () => {
  assert.is((await me(await forged({ exp: nowS() - 1 }))).body.error_code, 'AUTH_002')
  assert.is((await me(await forged({ nbf: nowS() + 60 }))).body.error_code, 'AUTH_001')
  assert.is((await me(await forged({ iat: nowS() + 60 }))).body.error_code, 'AUTH_001')
})

test('a token of an instance that is up to 30 s ahead is good, and its end holds by the own clock to the second', async () => {
  // On a busy machine they ask seconds after the login: by then the token is good at -31.
  const SKEWS_S = [0, -2, -12, -29, -60]
  const skewed = await startEdge({
    instances: SKEWS_S.length,
    skewsMs: SKEWS_S.map(seconds => seconds * SECOND_MS),
  })
  try {
    const { body } = await skewed.instances[0]!.call('POST', '/api/auth/login', { json: ADMIN })
    const found = async (ask: (instance: (typeof skewed.instances)[number]) => Promise<{ status: number }>) =>
      Promise.all(skewed.instances.map(async instance => (await ask(instance)).status))
    assert.equal(await found(instance => me(String(body.access_token), instance)), [200, 200, 200, 200, 401])
    assert.equal(await found(instance => refresh(String(body.refresh_token), instance)), [200, 200, 200, 200, 401])
  } finally {
    await skewed.stop()
  }
  assert.is((await me(await forged({ nbf: nowS() + 25 }))).status, 200)
  assert.is((await me(await forged({ exp: nowS() }))).body.error_code, 'AUTH_002')
})

test('audience, issuer, type and key are checked', async () => {
  assert.is((await me(await forged({ aud: ['security-service-api', 'another'] }))).status, 200)
  assert.is((await me(await forged({ aud: 'another' }))).body.error_code, 'AUTH_001')
  assert.is((await me(await forged({ iss: 'somebody' }))).body.error_code, 'AUTH_001')
  assert.is((await me(await forged({}, { typ: 'JWT' }))).body.error_code, 'AUTH_001')
  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  assert.is((await me(await forged({}, {}, stranger))).body.error_code, 'AUTH_001')
  const [, payload] = (await forged({})).split('.')
  const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')
  assert.is((await me(`${none}.${payload}.`)).body.error_code, 'AUTH_001')
})

test('a token signed by the older published key is good, and the newer key signs', async () => {
  const { body } = await one!.call('GET', '/.well-known/jwks.json')
  const [first, second] = body.keys as { kid: string }[]
  const token = await forged({}, { kid: second!.kid }, older)
  assert.is((await me(token)).status, 200)
  assert.is(decodeProtectedHeader((await loggedIn()).access).kid, first!.kid)
})

test("the audit's key is published and signs no token", async () => {
  const { access } = await loggedIn()
  const { body } = await one!.call('GET', '/.well-known/jwks.json')
  const { kid } = (body.keys as { kid: string; alg: string }[]).find(({ alg }) => alg === 'EdDSA')!
  for (const header of [{ kid }, {}]) {
    const token = await new SignJWT(decodeJwt(access))
      .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', ...header })
      .sign(await importJWK(auditKey, 'EdDSA'))
    const answer = await me(token)
    assert.is(answer.status, 401)
    assert.is(answer.body.error_code, 'AUTH_001')
  }
})

test('the published keys are public, named and cacheable', async () => {
  const { body, headers, text } = await one!.call('GET', '/.well-known/jwks.json')
  const keys = body.keys as Record<string, string>[]
  assert.is(keys.length, 3)
  for (const key of keys.slice(0, 2)) {
    assert.equal(Object.keys(key).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
    assert.is(key.alg, 'ES256')
    assert.is(key.use, 'sig')
  }
  const kid = await calculateJwkThumbprint(auditKey)
  assert.equal(keys[2], { kty: 'OKP', crv: 'Ed25519', x: auditKey.x, kid, use: 'sig', alg: 'EdDSA' })
  for (const { d } of [jwk, older, auditKey]) assert.not.match(text, String(d))
  assert.match(headers.get('cache-control') ?? '', /max-age=\d+/)
})

test('refreshing twice with one token works, and the answer holds no refresh token', async () => {
  const { refresh: token } = await loggedIn()
  for (const instance of [one!, two!]) {
    const { status, body } = await refresh(token, instance)
    assert.is(status, 200)
    assert.equal(Object.keys(body).sort(), ['access_token', 'expires_in', 'token_type'])
    assert.is((await me(String(body.access_token), three)).status, 200)
  }
})

test('the eleventh refresh in a minute is too many, on whichever instance', async () => {
  const { refresh: token } = await loggedIn()
  const left = 60_000 - (one!.auth.now().getTime() % 60_000)
  if (left < 10_000) edge.pass(left)
  for (let n = 0; n < 10; n += 1) assert.is((await refresh(token, edge.instances[n % 3]!)).status, 200)
  const { body, headers } = await refresh(token)
  assert.is(body.error_code, 'RATE_LIMIT_EXCEEDED')
  assert.equal([headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')], ['10', '0'])
})

test('a session ends 14 days after its last refresh and 30 days after its login', async () => {
  const DAY_MS = 86_400 * SECOND_MS
  const idle = await loggedIn()
  const used = await loggedIn()
  edge.pass(13 * DAY_MS)
  assert.is((await refresh(used.refresh)).status, 200)
  edge.pass(2 * DAY_MS)
  assert.is((await refresh(idle.refresh)).body.error_code, 'AUTH_001')
  assert.is((await refresh(used.refresh)).status, 200)
  edge.pass(12 * DAY_MS)
  assert.is((await refresh(used.refresh)).status, 200)
  edge.pass(4 * DAY_MS)
  assert.is((await refresh(used.refresh)).body.error_code, 'AUTH_002')
})

test('logging out ends this session on all instances, twice is no error, and other sessions live', async () => {
  const user = await loggedIn()
  const other = await user.again()
  for (const instance of edge.instances) assert.is((await me(user.access, instance)).status, 200)
  for (let n = 0; n < 2; n += 1)
    assert.is((await one!.call('POST', '/api/auth/logout', { token: user.access })).status, 200)
  assert.is((await me(user.access)).status, 401)
  assert.is((await refresh(user.refresh, two)).body.error_code, 'AUTH_001')
  await new Promise(resolve => setTimeout(resolve, 4_500))
  for (const instance of edge.instances) {
    assert.is((await me(user.access, instance)).status, 401)
    assert.is((await me(other.access, instance)).status, 200)
  }
})

test('logging out takes a refresh token too, and nothing less', async () => {
  const { access, refresh: token } = await loggedIn()
  assert.is((await one!.call('POST', '/api/auth/logout', { json: { refresh_token: token } })).status, 200)
  assert.is((await me(access)).status, 401)
  assert.is((await one!.call('POST', '/api/auth/logout')).status, 401)
  assert.is((await one!.call('POST', '/api/auth/logout', { json: { refresh_token: 'rubbish' } })).status, 401)
})

test('a demoted user keeps the scopes of an issued token and gets fewer at the next refresh', async () => {
  const { access, refresh: token, user_id } = await loggedIn('admin')
  const admin = await edge.logIn()
  const patched = await one!.call('PATCH', `/admin/users/${user_id}`, { token: admin, json: { role: 'auditor' } })
  assert.is(patched.body.role, 'auditor')
  assert.ok(((await me(access)).body.scopes as string[]).includes('refund:void'))
  const fewer = String((await refresh(token)).body.access_token)
  const { status, body } = await one!.call('GET', `/admin/users/${user_id}`, { token: fewer })
  assert.is(status, 403)
  assert.is(body.error_code, 'AUTH_003')
  assert.equal(body.details, { required_scope: 'users:admin' })
})

test('a demoted administrator cannot regain the role with an earlier token', async () => {
  const user = await loggedIn('admin')
  const give = (role: string, token: string, instance = two!) =>
    instance.call('PATCH', `/admin/users/${user.user_id}`, { token, json: { role } })
  assert.is((await give('integrator', await edge.logIn(), one!)).status, 200)
  const again = await give('admin', user.access)
  assert.equal([again.status, again.body.error_code], [403, 'AUTH_003'])
  assert.is((await me(user.access, two!)).status, 200)
})

test('a new password, a disabled user and a revocation each end every session', async () => {
  const admin = await edge.logIn()
  for (const change of [{ password: 'quite another password' }, { status: 'disabled' }, { revoke_sessions: true }]) {
    const { access, refresh: token, user_id } = await loggedIn()
    assert.is((await me(access, two)).status, 200)
    await one!.call('PATCH', `/admin/users/${user_id}`, { token: admin, json: change })
    assert.is((await refresh(token, two)).status, 401)
    assert.is((await me(access, two)).status, 401, JSON.stringify(change))
  }
})

test('a disabled client locks all its users out, and enabling it lets them in again', async () => {
  const admin = await edge.logIn()
  const { body: client } = await one!.call('POST', '/admin/clients', { token: admin, json: { name: 'Other Bank' } })
  const credentials = { email: 'them@other.example', password: 'their own password' }
  const user = { ...credentials, client_id: client.client_id, role: 'integrator' }
  await one!.call('POST', '/admin/users', { token: admin, json: user })
  const change = (status: string) =>
    one!.call('PATCH', `/admin/clients/${client.client_id}`, { token: admin, json: { status } })
  const login = () => one!.call('POST', '/api/auth/login', { json: credentials })
  assert.is((await login()).status, 200)
  await change('disabled')
  assert.is((await login()).status, 401)
  await change('active')
  assert.is((await login()).status, 200)
})

test('changing the own password needs the current one and ends every session', async () => {
  const user = await loggedIn()
  const other = await user.again()
  const change = (current_password: string) =>
    one!.call('POST', '/api/auth/password', {
      token: user.access,
      json: { current_password, new_password: 'the next good password' },
    })
  assert.is((await change('a wrong password')).status, 401)
  assert.is((await me(user.access)).status, 200)
  assert.is((await change(user.password)).status, 200)
  assert.is((await me(user.access)).status, 401)
  assert.is((await refresh(other.refresh)).status, 401)
  const json = { email: user.email, password: 'the next good password' }
  assert.is((await one!.call('POST', '/api/auth/login', { json })).status, 200)
})

/** While the next password is hashed, an administrator sets another one. */
function overtaken(user_id: string) {
  const { auth } = one!
  const hash = async (password: string) => {
    await changeUser(auth, systemContext(auth.now()), { user_id, password: 'what the administrator set' })
    return auth.passwords.hash(password)
  }
  return { ...auth, passwords: { ...auth.passwords, hash } }
}
const loginStatus = async (email: string, password: string) =>
  (await one!.call('POST', '/api/auth/login', { json: { email, password } })).status

test('a change of the own password is too late when an administrator has set another', async () => {
  const { email, password, user_id } = await loggedIn()
  const context = systemContext(one!.auth.now())
  const own = { ...context, actor: { ...context.actor, sub: user_id } }
  const passwords = { current_password: password, new_password: 'what the thief would like' }
  const changed = changeOwnPassword(overtaken(user_id), own, passwords)
  assert.is(
    await changed.then(
      () => 'changed',
      ({ code }) => code,
    ),
    'AUTH_001',
  )
  assert.is(await loginStatus(email, 'what the thief would like'), 401)
  assert.is(await loginStatus(email, 'what the administrator set'), 200)
})

test('a rehash at login does not restore a replaced password', async () => {
  const { email, password, user_id } = await loggedIn()
  const { auth } = one!
  const context = systemContext(auth.now())
  const outdated = hashSync(password, { memoryCost: 4_096, timeCost: 3, parallelism: 1 })
  const password_sealed = await auth.vault.seal(userSubject(user_id), `${user_id}|password`, outdated)
  await auth.execute.run(users, user_id, { type: 'rehash', password_sealed, generation: 0 }, context)
  const { access_token } = await logIn(overtaken(user_id), context, { email, password, user_agent: null })
  assert.is((await me(access_token)).status, 401)
  assert.is(await loginStatus(email, password), 401)
  assert.is(await loginStatus(email, 'what the administrator set'), 200)
})

test('thirty wrong passwords at once over three instances cost five hashes, then the account is locked', async () => {
  const { email } = await loggedIn()
  const before = edge.instances.map(({ auth }) => auth.passwords.computed())
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      edge.instances[n % 3]!.call('POST', '/api/auth/login', { json: { email, password: `guess ${n}` } }),
    ),
  )
  const computed = edge.instances.reduce((sum, { auth }, n) => sum + auth.passwords.computed() - before[n]!, 0)
  assert.is(computed, 5)
  assert.is(answers.filter(({ body }) => body.error_code === 'AUTH_001').length, 5)
  assert.is(answers.filter(({ body }) => body.error_code === 'AUTH_004').length, 25)
})

test('thirty right passwords at once over three instances all get in', async () => {
  const { email, password } = await loggedIn()
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      edge.instances[n % 3]!.call('POST', '/api/auth/login', { json: { email, password } }),
    ),
  )
  assert.equal([...new Set(answers.map(({ status }) => status))], [200])
})

test.run()
