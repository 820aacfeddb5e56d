import type { JWTPayload } from 'jose'
import * as assert from 'uvu/assert'
import { registerUser } from '#commands/auth/register-user.ts'
import { credentials } from '#domain/auth/credentials/decider.ts'
import { PLATFORM_CLIENT_ID } from '#domain/auth/platform.ts'
import { derivedUuid } from '#values/ids.ts'
import { suite } from '../../harness/suite.ts'
import { type Instance, startEdge } from '../../http/edge-under-test.ts'
import { systemContext } from '../../http/system-context.ts'
import { createAuthenticator } from './authenticator.ts'
import { createDeviceKey } from './device-key.ts'
import { startIssuer } from './login-issuer.ts'

/** Another password ends what was registered or linked under the one before, on every instance at once. */
const test = suite('what another password ends')
const ORIGIN = 'http://localhost'
const google = await startIssuer()
const SOCIAL_PROVIDERS = JSON.stringify({ google: { audiences: ['app'], jwks_uri: google.jwks_uri } })
const edge = await startEdge({ instances: 2, env: { SOCIAL_PROVIDERS, TRUST_PROXY: 'true' } })
const [one, two] = edge.instances as [Instance, Instance]
test.after(async () => {
  await edge.stop()
  await google.stop()
})
const admin = await edge.logIn()

let people = 0
async function somebody() {
  people += 1
  const email = `person${people}@gmail.com`
  let password = 'the first good password'
  const user = { client_id: PLATFORM_CLIENT_ID, email, role: 'consumer', password } as const
  const user_id = await registerUser(one.auth, systemContext(one.auth.now()), user)
  const logIn = () => edge.logIn({ email, password })
  return {
    email,
    user_id,
    logIn,
    token: await logIn(),
    /** The own password, by this instance. */
    async change(token: string, at = one) {
      const json = { current_password: password, new_password: `${password} and more` }
      const { status, text } = await at.call('POST', '/api/auth/password', { token, json })
      assert.is(status, 200, text)
      password = json.new_password
    },
  }
}
type Person = Awaited<ReturnType<typeof somebody>>

const by = (instance: Instance) => (method: string, path: string, json?: object, token?: string) =>
  instance.call(method, path, { ...(json && { json }), ...(token !== undefined && { token }) })
const me = async (token: string, at = one) => (await at.call('GET', '/api/auth/me', { token })).status

const nowS = () => Math.floor(one.auth.now().getTime() / 1_000)
let tokens = 0
const idToken = (sub: string, email: string) => {
  tokens += 1
  const claims: JWTPayload = { iss: 'https://accounts.google.com', aud: 'app', iat: nowS(), exp: nowS() + 600 }
  return google.token({ ...claims, sub, email, email_verified: true, jti: String(tokens) })
}
const social = async (path: 'login' | 'link', sub: string, email: string, at = one, token?: string) => {
  const json = { provider: 'google', id_token: await idToken(sub, email) }
  return (await at.call('POST', `/api/auth/social-${path}`, { json, ...(token !== undefined && { token }) })).status
}
const reset = (person: Person) =>
  one.call('PATCH', `/admin/users/${person.user_id}`, {
    token: admin,
    json: { password: 'what the administrator set' },
  })

for (const [who, change] of [
  ['the own change', (person: Person) => person.change(person.token)],
  ["an administrator's reset", reset],
] as const)
  test(`${who} of a password ends keys and linked logins on every instance`, async () => {
    const person = await somebody()
    const sub = `of ${who}`
    const key = createDeviceKey()
    const { credential_id } = await key.register(by(one), person.token, person.user_id)
    assert.is(await social('link', sub, 'elsewhere@example.com', one, person.token), 200)
    for (const at of [one, two]) {
      assert.is((await key.logIn(by(at), credential_id)).status, 200)
      assert.is(await social('login', sub, 'elsewhere@example.com', at), 200)
    }
    await change(person)
    for (const at of [two, one]) {
      assert.is((await key.logIn(by(at), credential_id)).status, 401)
      assert.is(await social('login', sub, 'elsewhere@example.com', at), 401)
    }
  })

test('afterwards the same device, the same authenticator and the same account are registered and linked again', async () => {
  const person = await somebody()
  const key = createDeviceKey()
  const authenticator = createAuthenticator(ORIGIN, 'localhost')
  const webAuthn = async (token: string) => {
    const { body } = await one.call('POST', '/api/auth/biometric/challenge', { json: {} })
    const { challenge_id, challenge } = body as Record<string, string>
    const device = { type: 'webauthn', device_id: 'laptop', platform: 'web', challenge_id }
    const json = { ...device, response: authenticator.register(String(challenge)) }
    return (await one.call('POST', '/api/auth/biometric/register', { token, json })).status
  }
  await key.register(by(one), person.token, person.user_id)
  assert.is(await webAuthn(person.token), 201)
  // An address that the provider answers for links by itself, but only what was never linked before.
  assert.is(await social('login', 'again', person.email), 200)
  await person.change(person.token)
  assert.is(await social('login', 'again', person.email), 401)
  const token = await person.logIn()
  const { credential_id } = await key.register(by(one), token, person.user_id)
  assert.is((await key.logIn(by(two), credential_id)).status, 200)
  assert.is(await webAuthn(token), 201)
  assert.is(await webAuthn(token), 409)
  assert.is(await social('link', 'again', person.email, one, token), 200)
  assert.is(await social('login', 'again', person.email, two), 200)
})

test('an instance that still remembers an ended session registers and links nothing by it', async () => {
  const person = await somebody()
  assert.is(await me(person.token, two), 200)
  await person.change(person.token)
  assert.is((await createDeviceKey().register(by(two), person.token, person.user_id)).status, 401)
  assert.is(await social('link', 'by an ended session', 'x@example.com', two, person.token), 401)
})

test('logins by a key while the password changes: none that came in stays in, and the key opens nothing more', async () => {
  const person = await somebody()
  for (let round = 0; round < 8; round += 1) {
    const token = await person.logIn()
    const key = createDeviceKey()
    const { credential_id } = await key.register(by(one), token, person.user_id)
    const logins = Array.from({ length: 6 }, (_, n) => key.logIn(by(n % 2 === 0 ? one : two), credential_id))
    const registering = createDeviceKey('late')
    const late = registering.register(by(two), token, person.user_id)
    await person.change(token)
    for (const { status, token: opened } of await Promise.all(logins))
      if (status === 200) {
        // A session that was seen is remembered for four seconds; nobody has seen these.
        one.auth.sessionCache.invalidate(sidOf(opened))
        assert.is(await me(opened), 401, `round ${round}`)
      }
    assert.is((await key.logIn(by(two), credential_id)).status, 401)
    const { status, credential_id: lateId } = await late
    if (status === 201) assert.is((await registering.logIn(by(one), lateId)).status, 401)
  }
})
const sidOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).sid

test('a key of an older event, which has no count, is judged by its time', async () => {
  const person = await somebody()
  const key = createDeviceKey()
  const { credential_id } = await key.register(by(one), person.token, person.user_id)
  const { state } = await one.auth.execute.load(credentials, credential_id)
  if (state.status === 'absent') throw new Error('it was registered')
  const { status: _, failures: __, registered_at: ___, password_changes: ____, ...data } = state
  const older = `${credential_id}-older`
  const asBefore = async () => {
    const id = `${older}-${tokens++}`
    const context = systemContext(one.auth.now())
    await one.auth.execute.run(credentials, id, { type: 'register', ended: null, ...data }, context)
    return id
  }
  const before = await asBefore()
  assert.is((await key.logIn(by(two), before)).status, 200)
  await person.change(person.token)
  edge.pass(10)
  const after = await asBefore()
  assert.is((await key.logIn(by(two), before)).status, 401)
  assert.is((await key.logIn(by(two), after)).status, 200)
})

test('a linked login that its user took away is gone, and only its user can take it away', async () => {
  const person = await somebody()
  const stranger = await somebody()
  const { email } = person
  assert.is(await social('login', 'unlinked', email), 200)
  const path = `/api/auth/identities/idn_${derivedUuid('identity', 'google', 'unlinked')}`
  assert.is((await one.call('DELETE', path, { token: stranger.token })).status, 404)
  assert.is((await one.call('DELETE', path, { token: person.token })).status, 200)
  assert.is((await one.call('DELETE', path, { token: person.token })).status, 404)
  assert.is(await social('login', 'unlinked', email, two), 401)
  assert.is(await social('link', 'unlinked', email, two, person.token), 200)
  assert.is(await social('login', 'unlinked', email), 200)
})

test.run()
