import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import * as assert from 'uvu/assert'
import { loginText, registrationText, verifyRegistration } from '#services/auth/biometric.ts'
import { startTcpPeer } from '../../delivery/peers.ts'
import { suite } from '../../harness/suite.ts'
import { startEdge } from '../../http/edge-under-test.ts'
import { attestedByAnybody } from './attestation.ts'
import { createAuthenticator } from './authenticator.ts'

const test = suite('biometric login')
const ORIGIN = 'https://app.bank.example'
const RP_ID = 'bank.example'
const edge = await startEdge({ instances: 2, env: { WEBAUTHN_RP_ID: RP_ID, WEBAUTHN_ORIGINS: ORIGIN } })
const [one, two] = edge.instances
test.after(edge.stop)

const token = await edge.logIn()
const userId = String((await one!.call('GET', '/api/auth/me', { token })).body.id)
const P256_ORDER = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551')

type Encoding = 'der' | 'ieee-p1363'
const signed = (text: string, key: KeyObject, dsaEncoding: Encoding = 'der') =>
  sign('sha256', Buffer.from(text), { key, dsaEncoding }).toString('base64url')
const challengeFor = async (credential_id?: string) => {
  const { status, body } = await one!.call('POST', '/api/auth/biometric/challenge', { json: { credential_id } })
  assert.is(status, 201)
  assert.is(body.expires_in, 120)
  assert.equal(body.webauthn, { rp_id: RP_ID, origins: [ORIGIN] })
  return { challenge_id: String(body.challenge_id), challenge: String(body.challenge) }
}
async function registered(device_id = 'phone-1') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { challenge_id, challenge } = await challengeFor()
  const json = {
    ...{ device_id, platform: 'ios', algorithm: 'ES256', challenge_id },
    public_key: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
    signature: signed(registrationText(challenge, userId, device_id), privateKey),
  }
  const { status, body, text } = await one!.call('POST', '/api/auth/biometric/register', { token, json })
  assert.is(status, 201, text)
  const credential_id = String(body.credential_id)
  const proof = async (dsaEncoding: Encoding = 'der') => {
    const { challenge_id, challenge } = await challengeFor(credential_id)
    const signature = signed(loginText(challenge, credential_id, device_id), privateKey, dsaEncoding)
    return { credential_id, device_id, challenge_id, signature }
  }
  return { credential_id, device_id, privateKey, proof }
}
const logIn = (json: object, instance = one!) => instance.call('POST', '/api/auth/biometric-login', { json })

test('a registered key logs in with both encodings of a signature', async () => {
  const { proof } = await registered()
  for (const encoding of ['der', 'ieee-p1363'] as const) {
    const { status, body } = await logIn(await proof(encoding))
    assert.is(status, 200)
    assert.is((body.user as { id: string }).id, userId)
    assert.is((await two!.call('GET', '/api/auth/me', { token: String(body.access_token) })).status, 200)
  }
})

test('a signature is good once, also in its malleated form, whichever instance gets it', async () => {
  const { proof } = await registered()
  const used = await proof('ieee-p1363')
  assert.is((await logIn(used)).status, 200)
  assert.is((await logIn(used, two)).status, 401)
  const bytes = Buffer.from(used.signature, 'base64url')
  const s = P256_ORDER - BigInt(`0x${bytes.subarray(32).toString('hex')}`)
  const other = Buffer.concat([bytes.subarray(0, 32), Buffer.from(s.toString(16).padStart(64, '0'), 'hex')])
  assert.is((await logIn({ ...used, signature: other.toString('base64url') })).status, 401)
})

test('of two logins at once with one challenge exactly one gets tokens', async () => {
  const { proof } = await registered()
  for (let round = 0; round < 5; round += 1) {
    const once = await proof()
    const answers = await Promise.all([logIn(once), logIn(once, two)])
    assert.equal(answers.map(({ status }) => status).sort(), [200, 401])
  }
})

test('a challenge that expired, of another key, or for a registration opens nothing', async () => {
  const mine = await registered()
  const other = await registered('phone-2')
  const late = await mine.proof()
  edge.pass(121_000)
  assert.is((await logIn(late)).status, 401)
  for (const { challenge_id, challenge } of [await challengeFor(other.credential_id), await challengeFor()]) {
    const { credential_id, device_id, privateKey } = mine
    const signature = signed(loginText(challenge, credential_id, device_id), privateKey)
    assert.is((await logIn({ credential_id, device_id, challenge_id, signature })).status, 401)
  }
  const { device_id: _, ...rest } = await mine.proof()
  assert.is((await logIn({ ...rest, device_id: 'another phone' })).status, 401)
  assert.is((await logIn(await mine.proof())).status, 200)
})

test('only a P-256 key can be registered, with proof of possession', async () => {
  const register = async (publicKey: KeyObject, privateKey: KeyObject) => {
    const { challenge_id, challenge } = await challengeFor()
    const json = {
      ...{ device_id: 'phone', platform: 'android', challenge_id },
      public_key: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
      signature: signed(registrationText(challenge, userId, 'phone'), privateKey),
    }
    return one!.call('POST', '/api/auth/biometric/register', { token, json })
  }
  const good = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-384' })
  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  assert.is((await register(curve.publicKey, curve.privateKey)).status, 400)
  const refused = await register(rsa.publicKey, good.privateKey)
  assert.is(refused.status, 400)
  assert.is((refused.body.details as { field: string }).field, 'public_key')
  assert.is((await register(good.publicKey, stranger.privateKey)).status, 401)
})

test('an unknown key gets a challenge like any other', async () => {
  const { challenge_id, challenge } = await challengeFor('cred_nobody')
  assert.match(challenge_id, /^chl_/)
  assert.is(Buffer.from(challenge, 'base64url').length, 32)
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signature = signed(loginText(challenge, 'cred_nobody', 'phone'), privateKey)
  assert.is((await logIn({ credential_id: 'cred_nobody', device_id: 'phone', challenge_id, signature })).status, 401)
})

test('five wrong signatures in a row disable a key, four and a right one do not', async () => {
  const { proof } = await registered()
  const wrong = async () => logIn({ ...(await proof()), signature: 'AAAA' })
  for (let n = 0; n < 4; n += 1) assert.is((await wrong()).status, 401)
  assert.is((await logIn(await proof())).status, 200)
  for (let n = 0; n < 5; n += 1) assert.is((await wrong()).status, 401)
  assert.is((await logIn(await proof())).status, 401)
})

test('a removed key opens nothing, and only its user can remove it', async () => {
  const { credential_id, proof } = await registered()
  const other = { email: 'other@bank.example', role: 'consumer', password: 'a good long password' }
  await one!.call('POST', '/admin/users', { token, json: other })
  const stranger = await edge.logIn(other)
  const remove = (bearer: string) => one!.call('DELETE', `/api/auth/biometric/${credential_id}`, { token: bearer })
  assert.is((await remove(stranger)).status, 404)
  const last = await proof()
  assert.is((await remove(token)).status, 200)
  assert.is((await logIn(last)).status, 401)
})

test('a locked password does not lock the key', async () => {
  const { proof } = await registered()
  const json = { email: 'root@bank.example', password: 'wrong' }
  for (let n = 0; n < 6; n += 1) await one!.call('POST', '/api/auth/login', { json })
  assert.is((await one!.call('POST', '/api/auth/login', { json })).status, 429)
  assert.is((await logIn(await proof())).status, 200)
})

const webAuthn = async (
  authenticator = createAuthenticator(ORIGIN, RP_ID),
  attest = async (registration: RegistrationResponseJSON) => registration,
) => {
  const { challenge_id, challenge } = await challengeFor()
  const json = {
    ...{ type: 'webauthn', device_id: 'laptop', platform: 'web', challenge_id },
    response: await attest(authenticator.register(challenge)),
  }
  const answer = await one!.call('POST', '/api/auth/biometric/register', { token, json })
  const credential_id = String(answer.body.credential_id)
  const proof = async (counter: number, flags?: number) => {
    const { challenge_id, challenge } = await challengeFor(credential_id)
    const response = authenticator.logIn(challenge, counter, flags)
    return { type: 'webauthn', credential_id, device_id: 'laptop', challenge_id, response }
  }
  return { answer, proof }
}

test('WebAuthn: registers and logs in; a counter that does not increase is refused', async () => {
  const { answer, proof } = await webAuthn()
  assert.is(answer.status, 201, answer.text)
  assert.is((await logIn(await proof(1))).status, 200)
  assert.is((await logIn(await proof(1))).status, 401)
  assert.is((await logIn(await proof(2))).status, 200)
  assert.is((await logIn(await proof(3, 0x01))).status, 401, 'without user verification')
})

const anyKeyProof = async (authenticator: ReturnType<typeof createAuthenticator>, counter: number, flags?: number) => {
  const { challenge_id, challenge } = await challengeFor()
  return { type: 'webauthn', challenge_id, response: authenticator.logIn(challenge, counter, flags) }
}

test('WebAuthn: without the id of a key or of a device, the key is found by the id of the response', async () => {
  const authenticator = createAuthenticator(ORIGIN, RP_ID)
  const { answer, proof } = await webAuthn(authenticator)
  const first = await anyKeyProof(authenticator, 1)
  const { status, body } = await logIn(first)
  assert.is(status, 200, JSON.stringify(body))
  const opened = await one!.call('GET', '/api/auth/me', { token: String(body.access_token) })
  assert.is(opened.body.email, 'root@bank.example')
  assert.is((await logIn(first)).status, 401, 'a challenge is for one attempt')
  assert.is((await logIn(await anyKeyProof(authenticator, 2, 0x01))).status, 401, 'without user verification')
  const stranger = createAuthenticator(ORIGIN, RP_ID)
  assert.is((await logIn(await anyKeyProof(stranger, 1))).status, 401, 'a key that is not registered')
  const { credential_id, device_id: _, ...bound } = await proof(3)
  assert.is((await logIn(bound)).status, 401, 'a challenge for one key needs its id')
  const named = { ...(await anyKeyProof(authenticator, 4)), credential_id: answer.body.credential_id }
  assert.is((await logIn(named)).status, 401, 'a challenge for any key takes no id')
  assert.is((await logIn({ ...(await anyKeyProof(authenticator, 5)), device_id: 'phone' })).status, 401)
  assert.is((await logIn({ ...(await proof(6)), device_id: undefined })).status, 200)
  assert.is((await logIn({ ...(await anyKeyProof(authenticator, 7)), response: {} })).status, 400)
  assert.is(credential_id, answer.body.credential_id)
})

test('WebAuthn: a key cannot sign under the id of another one', async () => {
  const authenticator = createAuthenticator(ORIGIN, RP_ID)
  await webAuthn(authenticator)
  const forger = createAuthenticator(ORIGIN, RP_ID)
  const forged = await anyKeyProof(forger, 1)
  const { id } = authenticator
  assert.is((await logIn({ ...forged, response: { ...forged.response, id, rawId: id } })).status, 401)
})

test('WebAuthn: unless origins are configured, the service accepts its own on localhost', async () => {
  const party = { WEBAUTHN_RP_ID: 'localhost', WEBAUTHN_ORIGINS: undefined, PORT: 8123 }
  const { challenge } = await challengeFor()
  for (const [origin, isAccepted] of [
    ['http://localhost:8123', true],
    ['http://localhost', true],
    ['http://localhost:8124', false],
    ['http://evil.example', false],
  ] as const) {
    const registration = createAuthenticator(origin, 'localhost').register(challenge)
    assert.is((await verifyRegistration(party, registration, challenge)) !== null, isAccepted, origin)
  }
})

test('WebAuthn: another origin, another relying party and a second registration are refused', async () => {
  assert.is((await webAuthn(createAuthenticator('https://evil.example', RP_ID))).answer.status, 401)
  assert.is((await webAuthn(createAuthenticator(ORIGIN, 'evil.example'))).answer.status, 401)
  const authenticator = createAuthenticator(ORIGIN, RP_ID)
  assert.is((await webAuthn(authenticator)).answer.status, 201)
  assert.is((await webAuthn(authenticator)).answer.status, 409)
})

test('WebAuthn: an attestation is not verified, and no address in its certificates is requested', async () => {
  const inside = await startTcpPeer(socket => void socket.destroy())
  const authenticator = createAuthenticator(ORIGIN, RP_ID)
  const crlUrl = `http://127.0.0.1:${inside.port}/latest/meta-data`
  const { answer, proof } = await webAuthn(authenticator, registration =>
    attestedByAnybody(registration, authenticator.publicKey, crlUrl),
  )
  const { connections } = inside
  await inside.close()
  assert.is(connections, 0)
  assert.is(answer.status, 201, answer.text)
  assert.is((await logIn(await proof(1))).status, 200)
})

test.run()
