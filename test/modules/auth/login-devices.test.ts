import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import * as assert from 'uvu/assert'
import { createServiceAccount } from '#commands/auth/create-service-account.ts'
import { registerUser } from '#commands/auth/register-user.ts'
import { loginDevices } from '#domain/auth/login-devices/decider.ts'
import type { LoginDeviceEvent } from '#domain/auth/login-devices/events.ts'
import { PLATFORM_CLIENT_ID } from '#domain/auth/platform.ts'
import { loginNameOf } from '#domain/auth/service-accounts/login-name.ts'
import { StoreUnavailable } from '#event-sourcing/store-errors.ts'
import { loginText, registrationText } from '#services/auth/biometric.ts'
import { suite } from '../../harness/suite.ts'
import { startEdge } from '../../http/edge-under-test.ts'
import { systemContext } from '../../http/system-context.ts'
import { startIssuer } from './login-issuer.ts'

/**
 * Which device a login comes from is known; whoever is told of a new one is told because of the event that this
 * leaves.
 */
const test = suite('devices that users log in from')
const google = await startIssuer()
const settings = { google: { audiences: ['our-app'], jwks_uri: google.jwks_uri } }
const edge = await startEdge({
  instances: 2,
  env: { TRUST_PROXY: 'true', SOCIAL_PROVIDERS: JSON.stringify(settings) },
})
const [one, two] = edge.instances
test.after(async () => {
  await edge.stop()
  await google.stop()
})

const PASSWORD = 'the right password'
const HOME = '203.0.113.7'

async function somebody() {
  const email = `${randomUUID()}@gmail.com`
  const user = { client_id: PLATFORM_CLIENT_ID, email, role: 'consumer', password: PASSWORD } as const
  return { email, user_id: await registerUser(one!.auth, systemContext(one!.auth.now()), user) }
}
type From = { device_id?: string | null; agent?: string; ip?: string }
const headersOf = ({ agent = 'firefox/1', ip = HOME }: From) => ({ 'user-agent': agent, 'x-forwarded-for': ip })
async function logIn(email: string, from: From = {}, instance = one!) {
  const { device_id } = from
  const json = { email, password: PASSWORD, ...(device_id === undefined ? {} : { device_id }) }
  const answer = await instance.call('POST', '/api/auth/login', { json, headers: headersOf(from) })
  assert.is(answer.status, 200, answer.text)
  return String(answer.body.access_token)
}
const eventsOf = async (user_id: string) =>
  (await one!.service.store.read(loginDevices.stream(user_id))).map(loginDevices.parse)
/** Of each event by what the device is known again, and whether it was the first. */
const noted = async (user_id: string) =>
  (await eventsOf(user_id)).map(({ data }) => {
    const { how, is_first } = data as Extract<LoginDeviceEvent, { type: 'LoginDeviceAdded' }>['data']
    return `${is_first ? 'first ' : ''}${how}`
  })
const UNNAMED = 'user_agent_and_network'

test('the same browser in the same network is one device, and another browser or another network is another', async () => {
  const { email, user_id } = await somebody()
  await logIn(email)
  assert.equal(await noted(user_id), [`first ${UNNAMED}`])
  await logIn(email)
  await logIn(email, { ip: '203.0.113.99', device_id: null }, two)
  assert.equal((await noted(user_id)).length, 1)
  await logIn(email, { ip: '203.0.114.7' })
  await logIn(email, { agent: 'safari/2' })
  assert.equal(await noted(user_id), [`first ${UNNAMED}`, UNNAMED, UNNAMED])
  await logIn(email, { ip: '203.0.114.99' })
  await logIn(email, { agent: 'safari/2', ip: '203.0.113.1' }, two)
  assert.equal((await noted(user_id)).length, 3)
})

test('a device that says its id is the same wherever it is and whatever sends, and another id is another device', async () => {
  const { email, user_id } = await somebody()
  await logIn(email, { device_id: 'phone' })
  await logIn(email, { device_id: 'phone', ip: '2001:db8::1', agent: 'app/2' }, two)
  assert.equal(await noted(user_id), ['first device_id'])
  await logIn(email, { device_id: 'tablet' })
  assert.equal(await noted(user_id), ['first device_id', 'device_id'])
  const { status, body } = await one!.call('POST', '/api/auth/login', {
    json: { email, password: PASSWORD, device_id: '' },
  })
  assert.equal([status, (body.details as { field: string }).field], [400, 'device_id'])
})

test('what one user has is nothing of another, and no event holds what it was', async () => {
  const [first, second] = [await somebody(), await somebody()]
  for (const { email } of [first, second]) {
    await logIn(email, { device_id: 'their shared phone' })
    await logIn(email, { agent: 'their shared browser' })
  }
  const [ofFirst, ofSecond] = [await eventsOf(first.user_id), await eventsOf(second.user_id)]
  const digests = [...ofFirst, ...ofSecond].map(({ data }) => (data as { device: string }).device)
  assert.is(new Set(digests).size, 4)
  for (const digest of digests) assert.match(digest, /^[0-9a-f]{64}$/)
  const texts = JSON.stringify([ofFirst, ofSecond].map(events => events.map(({ data }) => data)))
  for (const clear of ['shared', '203.0.113']) assert.not(texts.includes(clear))
})

test('a wrong password notes nothing', async () => {
  const { email, user_id } = await somebody()
  const json = { email, password: 'wrong', device_id: 'phone' }
  assert.is((await one!.call('POST', '/api/auth/login', { json })).status, 401)
  assert.equal(await noted(user_id), [])
})

test('many logins at once from one new device, through several instances, are one event', async () => {
  const { email, user_id } = await somebody()
  await logIn(email, { device_id: 'phone' })
  await Promise.all(Array.from({ length: 8 }, (_, n) => logIn(email, { device_id: 'tablet' }, edge.instances[n % 2])))
  assert.equal(await noted(user_id), ['first device_id', 'device_id'])
})

test('a login with an id token and one with a key of a device are logins too', async () => {
  const { email, user_id } = await somebody()
  const token = await logIn(email, { device_id: 'phone' })
  const social = async (device_id: string | null, agent: string) => {
    const nowS = Math.floor(one!.auth.now().getTime() / 1_000)
    const id_token = await google.token({
      ...{ iss: 'https://accounts.google.com', aud: 'our-app', sub: email, iat: nowS, exp: nowS + 600 },
      ...{ email, email_verified: true, jti: randomUUID() },
    })
    const json = { provider: 'google', id_token, device_id }
    const answer = await one!.call('POST', '/api/auth/social-login', { json, headers: headersOf({ agent }) })
    assert.is(answer.status, 200, answer.text)
  }
  await social('phone', 'firefox/1')
  await social('tablet', 'firefox/1')
  await social(null, 'firefox/1')
  assert.equal(await noted(user_id), ['first device_id', 'device_id', UNNAMED])

  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signed = (text: string) => sign('sha256', Buffer.from(text), privateKey).toString('base64url')
  const challengeOf = async (credential_id?: string) =>
    (await one!.call('POST', '/api/auth/biometric/challenge', { json: { credential_id } })).body as {
      challenge_id: string
      challenge: string
    }
  const { challenge_id, challenge } = await challengeOf()
  const device_id = 'watch'
  const registered = await one!.call('POST', '/api/auth/biometric/register', {
    token,
    json: {
      ...{
        device_id,
        platform: 'ios',
        challenge_id,
        signature: signed(registrationText(challenge, user_id, device_id)),
      },
      public_key: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
    },
  })
  assert.is(registered.status, 201, registered.text)
  const credential_id = String(registered.body.credential_id)
  for (const _ of [1, 2]) {
    const asked = await challengeOf(credential_id)
    const signature = signed(loginText(asked.challenge, credential_id, device_id))
    const json = { credential_id, device_id, challenge_id: asked.challenge_id, signature }
    assert.is((await one!.call('POST', '/api/auth/biometric-login', { json })).status, 200)
  }
  assert.equal((await noted(user_id)).slice(3), ['device_id'])
})

test('a machine has no devices', async () => {
  const context = systemContext(one!.auth.now())
  const made = await createServiceAccount(one!.auth, context, {
    ...{ client_id: PLATFORM_CLIENT_ID, name: 'worker', scopes: ['refund:read'], expires_at: null },
  })
  const email = loginNameOf({ client_id: PLATFORM_CLIENT_ID, service_account_id: made.service_account_id })
  const json = { email, password: made.secret, device_id: 'rack 1' }
  const { status, text, body } = await one!.call('POST', '/api/auth/login', { json })
  assert.is(status, 200, text)
  assert.equal(await noted((body.user as { id: string }).id), [])
})

test('where the device can not be noted the login goes on, soon, and the next one notes it', async () => {
  const { email, user_id } = await somebody()
  const { store } = one!.service
  const append = store.append.bind(store)
  const isDevices = (stream: string) => loginDevices.has({ stream })
  const lines = () => edge.log.filter(line => line.includes('the device of a login was not recorded'))
  try {
    for (const answer of [
      () => Promise.reject(new StoreUnavailable('away', new Error('down'))),
      () => new Promise<never>(() => {}),
    ]) {
      const before = lines().length
      store.append = (stream, ...rest) => (isDevices(stream) ? answer() : append(stream, ...rest))
      await logIn(email)
      assert.is(lines().length, before + 1)
    }
  } finally {
    store.append = append
  }
  await logIn(email, {}, two)
  assert.equal(await noted(user_id), [`first ${UNNAMED}`])
})

test.run()
