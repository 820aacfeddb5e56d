import { createHash } from 'node:crypto'
import type { JWTPayload } from 'jose'
import * as assert from 'uvu/assert'
import { registerUser } from '#commands/auth/register-user.ts'
import { PLATFORM_CLIENT_ID } from '#domain/auth/platform.ts'
import { standstill } from '../../harness/standstill.ts'
import { suite } from '../../harness/suite.ts'
import { startEdge } from '../../http/edge-under-test.ts'
import { systemContext } from '../../http/system-context.ts'
import { startIssuer } from './login-issuer.ts'

const test = suite('social login')
const google = await startIssuer()
const apple = await startIssuer()
const down = await startIssuer()
down.behave('hanging')
const AUDIENCE = 'our-app'
const settings = {
  google: { audiences: [AUDIENCE], jwks_uri: google.jwks_uri },
  apple: { audiences: [AUDIENCE], jwks_uri: apple.jwks_uri },
}
const edge = await startEdge({ instances: 2, env: { SOCIAL_PROVIDERS: JSON.stringify(settings) } })
const cold = await startEdge({
  env: { SOCIAL_PROVIDERS: JSON.stringify({ google: { audiences: [AUDIENCE], jwks_uri: down.jwks_uri } }) },
})
const [one, two] = edge.instances
test.after(async () => {
  await Promise.all([edge.stop(), cold.stop(), google.stop(), apple.stop(), down.stop()])
})

let people = 0
async function somebody(domain = 'gmail.com') {
  const email = `person${++people}@${domain}`
  const user = { client_id: PLATFORM_CLIENT_ID, email, role: 'consumer', password: 'a good long password' } as const
  return { email, user_id: await registerUser(one!.auth, systemContext(one!.auth.now()), user) }
}
const nowS = () => Math.floor(one!.auth.now().getTime() / 1_000)
const claims = (more: JWTPayload = {}): JWTPayload => ({
  iss: 'https://accounts.google.com',
  aud: AUDIENCE,
  sub: `subject-${people}`,
  iat: nowS(),
  exp: nowS() + 600,
  email_verified: true,
  ...more,
})
const logIn = (body: object, instance = one!) =>
  instance.call('POST', '/api/auth/social-login', { json: { provider: 'google', ...body } })
const nonceOf = async () => String((await one!.call('POST', '/api/auth/nonce')).body.nonce)

test('a verified gmail address logs its user in, and is recognised by its subject from then on', async () => {
  const { email, user_id } = await somebody()
  const first = await logIn({ id_token: await google.token(claims({ email })) })
  assert.is(first.status, 200, first.text)
  assert.equal(first.body.user, { id: user_id, email })
  const renamed = await logIn({ id_token: await google.token(claims({ email: 'renamed@gmail.com' })) }, two)
  assert.equal(renamed.body.user, { id: user_id, email })
  const token = String(renamed.body.access_token)
  assert.is((await two!.call('GET', '/api/auth/me', { token })).body.id, user_id)
})

test('a token for another app, of another issuer or with a bad signature proves nothing', async () => {
  const { email } = await somebody()
  const bad = [
    claims({ email, aud: 'another-app' }),
    claims({ email, iss: 'https://accounts.google.com.evil' }),
    claims({ email, exp: nowS() - 31 }),
    claims({ email, iat: nowS() - 3_700 }),
    claims({ email, sub: '' }),
  ]
  for (const payload of bad) assert.is((await logIn({ id_token: await google.token(payload) })).status, 401)
  const { sub: _sub, ...without } = claims({ email })
  assert.is((await logIn({ id_token: await google.token(without) })).status, 401)
  assert.is((await logIn({ id_token: await apple.token(claims({ email })) })).status, 401)
  assert.is((await logIn({ id_token: 'rubbish' })).status, 401)
})

test('both issuer spellings, our app among audiences, and half a minute of clock difference are fine', async () => {
  for (const more of [{ iss: 'accounts.google.com' }, { aud: ['another', AUDIENCE] }, { exp: nowS() - 20 }]) {
    const { email } = await somebody()
    const answer = await logIn({ id_token: await google.token(claims({ email, ...more })) })
    assert.is(answer.status, 200, `${JSON.stringify(more)} ${answer.text}`)
  }
})

test('an address that the provider only verified must be linked first', async () => {
  const { email, user_id } = await somebody('bank.example')
  const refused = await logIn({ id_token: await google.token(claims({ email })) })
  assert.is(refused.status, 409)
  const login = await one!.call('POST', '/api/auth/login', { json: { email, password: 'a good long password' } })
  const json = { provider: 'google', id_token: await google.token(claims({ email, jti: 'link' })) }
  const linked = await one!.call('POST', '/api/auth/social-link', { token: String(login.body.access_token), json })
  assert.is(linked.status, 200, linked.text)
  const again = await logIn({ id_token: await google.token(claims({ jti: 'again' })) })
  assert.equal(again.body.user, { id: user_id, email })
})

test('a provider account can not be linked to two users', async () => {
  const first = await somebody('bank.example')
  const second = await somebody('bank.example')
  const sub = 'shared-subject'
  const link = async (email: string, jti: string) => {
    const login = await one!.call('POST', '/api/auth/login', { json: { email, password: 'a good long password' } })
    const json = { provider: 'google', id_token: await google.token(claims({ sub, jti })) }
    return one!.call('POST', '/api/auth/social-link', { token: String(login.body.access_token), json })
  }
  assert.is((await link(first.email, '1')).status, 200)
  assert.is((await link(second.email, '2')).status, 409)
})

test('a workspace domain is authoritative for its addresses, an unverified address is not', async () => {
  const { email } = await somebody('company.example')
  const unverified = await logIn({
    id_token: await google.token(claims({ email, email_verified: false, hd: 'company.example' })),
  })
  assert.is(unverified.status, 401)
  const spoken = await logIn({ id_token: await google.token(claims({ email, hd: 'company.example' })) })
  assert.is(spoken.status, 200, spoken.text)
})

test('a social login never creates an account', async () => {
  people += 1
  assert.is((await logIn({ id_token: await google.token(claims({ email: 'stranger@gmail.com' })) })).status, 401)
})

test('Apple: flags as texts, and no address after the first time', async () => {
  const { email, user_id } = await somebody('privaterelay.example')
  const of = (more: JWTPayload) => apple.token(claims({ iss: 'https://appleid.apple.com', ...more }))
  const first = await logIn({ provider: 'apple', id_token: await of({ email, email_verified: 'true' }) })
  assert.is(first.status, 200, first.text)
  const later = await logIn({ provider: 'apple', id_token: await of({ jti: 'later' }) })
  assert.equal(later.body.user, { id: user_id, email })
})

test('an id token can be used once, on any instance', async () => {
  const { email } = await somebody()
  const id_token = await google.token(claims({ email }))
  const answers = await Promise.all([logIn({ id_token }), logIn({ id_token }, two), logIn({ id_token })])
  assert.equal(answers.map(({ status }) => status).sort(), [200, 401, 401])
})

test('an id token can be used once, in any encoding of its signature', async () => {
  const { email } = await somebody()
  const id_token = await google.token(claims({ email }))
  assert.is((await logIn({ id_token })).status, 200)
  const last = id_token.at(-1)!
  const sameBytes = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'].filter(
    letter => letter !== last && Buffer.from(`A${letter}`, 'base64url').equals(Buffer.from(`A${last}`, 'base64url')),
  )
  for (const other of [...sameBytes.map(letter => id_token.slice(0, -1) + letter), `${id_token}==`, `${id_token} `])
    assert.is((await logIn({ id_token: other })).status, 401, other.slice(-3))
})

test('a nonce must be ours, fit the token, and is good once', async () => {
  const { email } = await somebody()
  const nonce = await nonceOf()
  const token = (of: string, jti: string) => google.token(claims({ email, nonce: of, jti }))
  assert.is((await logIn({ id_token: await token(nonce, 'a') })).status, 401, 'token with nonce, body without')
  assert.is(
    (await logIn({ id_token: await google.token(claims({ email })), nonce })).status,
    401,
    'the other way round',
  )
  const invented = 'invented'
  assert.is((await logIn({ id_token: await token(invented, 'b'), nonce: invented })).status, 401, 'not ours')
  const nul = 'a\u0000b'
  assert.is((await logIn({ id_token: await token(nul, 'nul'), nonce: nul })).status, 400, 'no text')
  const answers = await Promise.all([
    logIn({ id_token: await token(nonce, 'c'), nonce }),
    logIn({ id_token: await token(nonce, 'd'), nonce }, two),
  ])
  assert.equal(answers.map(({ status }) => status).sort(), [200, 401])
  const hashed = await nonceOf()
  const sha256 = createHash('sha256').update(hashed).digest('hex')
  assert.is((await logIn({ id_token: await token(sha256, 'e'), nonce: hashed })).status, 200, 'as Apple sends it')
  const late = await nonceOf()
  edge.pass(601_000)
  assert.is((await logIn({ id_token: await token(late, 'f'), nonce: late })).status, 401, 'too late')
})

test("a provider whose keys can't be fetched is 503 and soon, one that is known goes on", async () => {
  const id_token = await google.token(claims())
  for (const how of ['hanging', 'broken', 'html'] as const) {
    down.behave(how)
    const [started, stoodStillMs] = [Date.now(), standstill()]
    const json = { provider: 'google', id_token }
    const { status, headers, body } = await cold.instances[0]!.call('POST', '/api/auth/social-login', { json })
    assert.is(status, 503, how)
    assert.is(body.error_code, 'SERVICE_UNAVAILABLE')
    assert.ok(headers.has('retry-after'))
    assert.ok(Date.now() - started < 4_500 + stoodStillMs(), how)
  }
  google.behave('broken')
  const { email } = await somebody()
  assert.is((await logIn({ id_token: await google.token(claims({ email })) })).status, 200)
  google.behave('good')
})

test('a flood of unknown key ids does not become a flood of fetches', async () => {
  const before = google.fetched()
  const tokens = await Promise.all(
    Array.from({ length: 10 }, (_, n) => google.token(claims(), { kid: `unknown-${n}` })),
  )
  for (const id_token of tokens) assert.is((await logIn({ id_token })).status, 401)
  assert.ok(google.fetched() - before <= 2, `${google.fetched() - before} fetches`)
})

test('a provider that is not configured or not known is a bad request', async () => {
  const of = (provider: string) =>
    cold.instances[0]!.call('POST', '/api/auth/social-login', { json: { provider, id_token: 'x' } })
  for (const provider of ['apple', 'facebook']) {
    const { status, body } = await of(provider)
    assert.is(status, 400)
    assert.is((body.details as { field: string }).field, 'provider')
  }
})

test.run()
