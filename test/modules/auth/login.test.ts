import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { registerUser } from '#commands/auth/register-user.ts'
import { PLATFORM_CLIENT_ID } from '#domain/auth/platform.ts'
import { accountKey } from '#services/auth/login-throttle.ts'
import { suite } from '../../harness/suite.ts'
import { ADMIN, startEdge } from '../../http/edge-under-test.ts'
import { systemContext } from '../../http/system-context.ts'

const test = suite('login')
const edge = await startEdge({ env: { TRUST_PROXY: 'true' } })
const [instance] = edge.instances
test.after(edge.stop)

const MINUTE_MS = 60_000
let people = 0
async function somebody(password = 'the right password') {
  const email = `person${++people}@bank.example`
  const { auth } = instance!
  const user = { client_id: PLATFORM_CLIENT_ID, email, role: 'integrator', password } as const
  const user_id = await registerUser(auth, systemContext(auth.now()), user)
  return { email, password, user_id }
}
const logIn = (email: unknown, password: unknown, address = '203.0.113.7') =>
  instance!.call('POST', '/api/auth/login', { json: { email, password }, headers: { 'x-forwarded-for': address } })

test('the answer is the token set of the spec', async () => {
  const { email, password, user_id } = await somebody()
  const { status, body } = await logIn(email, password)
  assert.is(status, 200)
  assert.equal(Object.keys(body).sort(), ['access_token', 'expires_in', 'refresh_token', 'token_type', 'user'])
  assert.is(body.token_type, 'Bearer')
  assert.is(body.expires_in, 3600)
  assert.equal(body.user, { id: user_id, email })
})

test('after five wrong passwords the right one is refused with Retry-After, and let in when that has passed', async () => {
  const { email, password } = await somebody()
  for (let n = 1; n <= 5; n += 1) {
    const { status, body } = await logIn(email, 'wrong', `203.0.113.${100 + n}`)
    assert.is(status, 401, `attempt ${n}`)
    assert.is(body.error_code, 'AUTH_001')
  }
  const locked = await logIn(email, password)
  assert.is(locked.status, 429)
  assert.is(locked.body.error_code, 'AUTH_004')
  const seconds = Number(locked.headers.get('retry-after'))
  assert.ok(seconds > 0 && seconds <= 60, `Retry-After ${seconds}`)
  assert.is((locked.body.details as { retry_after_seconds: number }).retry_after_seconds, seconds)
  edge.pass(seconds * 1_000)
  assert.is((await logIn(email, password)).status, 200)
})

test('each lock is twice as long as the one before, until a login succeeds', async () => {
  const { email, password } = await somebody()
  const waits: number[] = []
  for (let lock = 0; lock < 3; lock += 1) {
    for (let n = 0; n < 5; n += 1) await logIn(email, 'wrong', `203.0.114.${lock * 5 + n}`)
    const seconds = Number((await logIn(email, password)).headers.get('retry-after'))
    waits.push(Math.round(seconds / 60))
    edge.pass(seconds * 1_000)
  }
  assert.equal(waits, [1, 2, 4])
  assert.is((await logIn(email, password)).status, 200)
  for (let n = 0; n < 5; n += 1) await logIn(email, 'wrong', `203.0.115.${n}`)
  assert.is(Math.round(Number((await logIn(email, password)).headers.get('retry-after')) / 60), 1)
})

test('four wrong passwords and a right one leave no trace', async () => {
  const { email, password } = await somebody()
  for (let round = 0; round < 3; round += 1) {
    for (let n = 0; n < 4; n += 1) assert.is((await logIn(email, 'wrong')).status, 401)
    assert.is((await logIn(email, password)).status, 200)
  }
})

test('spellings of one address are one account, and one counter', async () => {
  const { email, password } = await somebody()
  const [name] = email.split('@')
  const spellings = [email.toUpperCase(), ` ${email} `, `${name}@bank。example`, `${name}@bank．example`]
  for (const spelling of spellings) assert.is((await logIn(spelling, password)).status, 200, spelling)
  for (const spelling of [...spellings, email]) assert.is((await logIn(spelling, 'wrong')).status, 401, spelling)
  assert.is((await logIn(email, password)).status, 429)
})

test('a login with a tagged address does not wipe out guesses at the plain one', async () => {
  const { email } = await somebody()
  const { auth } = instance!
  const tagged = email.replace('@', '+mine@')
  const guesser = { client_id: PLATFORM_CLIENT_ID, email: tagged, role: 'admin', password: 'of the guesser' } as const
  await registerUser(auth, systemContext(auth.now()), guesser)
  for (let n = 0; n < 4; n += 1) assert.is((await logIn(email, 'wrong')).status, 401)
  assert.is((await logIn(tagged, 'of the guesser')).status, 200)
  assert.is((await logIn(email, 'wrong')).status, 401)
  assert.is((await logIn(email, 'wrong')).status, 429)
})

test('an unknown address is locked like a known one', async () => {
  for (let n = 0; n < 5; n += 1) assert.is((await logIn('nobody@bank.example', 'wrong')).status, 401)
  assert.is((await logIn('nobody@bank.example', 'wrong')).status, 429)
})

test('fifty wrong passwords from one address lock that address, and a made-up X-Forwarded-For does not help', async () => {
  const address = '198.51.100.9'
  for (let n = 0; n < 50; n += 1) await logIn(`spray${n}@bank.example`, 'wrong', `10.0.0.${n}, ${address}`)
  const { email, password } = await somebody()
  assert.is((await logIn(email, password, `10.1.2.3, ${address}`)).status, 429)
  assert.is((await logIn(email, password, '198.51.100.10')).status, 200)
})

test('addresses of one IPv6 /64 are one address', async () => {
  for (let n = 0; n < 50; n += 1) await logIn(`six${n}@bank.example`, 'wrong', `2001:db8:1:2::${n.toString(16)}`)
  const { email, password } = await somebody()
  assert.is((await logIn(email, password, '2001:db8:1:2:ffff::1')).status, 429)
  assert.is((await logIn(email, password, '2001:db8:1:3::1')).status, 200)
})

test('a locked account keeps its sessions', async () => {
  const { email, password } = await somebody()
  const token = String((await logIn(email, password)).body.access_token)
  for (let n = 0; n < 5; n += 1) await logIn(email, 'wrong')
  assert.is((await logIn(email, password)).status, 429)
  assert.is((await instance!.call('GET', '/api/auth/me', { token })).status, 200)
})

test('a password that can not be one is a bad request and costs no hash', async () => {
  const before = instance!.auth.passwords.computed()
  for (const password of ['', null, ['a'], {}, 7, 'x'.repeat(257), 'é'.repeat(129)]) {
    const { status, body } = await logIn('somebody@bank.example', password)
    assert.is(status, 400, JSON.stringify(password))
    assert.is(body.error_code, 'INVALID_REQUEST')
    assert.is((body.details as { field: string }).field, 'password')
  }
  assert.is((await logIn('somebody@bank.example', 'x'.repeat(1_000_000))).status, 400)
  assert.is((await logIn('somebody@bank.example', 'x'.repeat(2_000_000))).status, 413)
  // To normalise this takes more than a minute, in which nobody is answered.
  const accents = await logIn('somebody@bank.example', `a${'\u0301'.repeat(170_000)}${'\u0316'.repeat(170_000)}`)
  assert.is(accents.status, 400)
  assert.is((accents.body.details as { fields: object[] }).fields.length, 1)
  assert.is(instance!.auth.passwords.computed(), before)
})

test('every byte of a password counts, and any text may be one', async () => {
  const passwords = [`${'b'.repeat(72)}first`, 'with\u0000a NUL inside', '🦊🦊🦊🦊 and words', 'ｆｕｌｌ width letters']
  for (const password of passwords) {
    const { email } = await somebody(password)
    assert.is((await logIn(email, password)).status, 200, password)
  }
  const { email } = await somebody(`${'b'.repeat(72)}first`)
  assert.is((await logIn(email, `${'b'.repeat(72)}other`)).status, 401)
  const { email: nul } = await somebody('with\u0000a NUL inside')
  assert.is((await logIn(nul, 'with')).status, 401)
  const { email: wide } = await somebody('ｆｕｌｌ width letters')
  assert.is((await logIn(wide, 'full width letters')).status, 200)
})

test('unknown user, wrong password and disabled user get the same answer', async () => {
  const { email, password, user_id } = await somebody()
  const wrong = await logIn(email, 'wrong')
  const token = await edge.logIn()
  await instance!.call('PATCH', `/admin/users/${user_id}`, { token, json: { status: 'disabled' } })
  const disabled = await logIn(email, password)
  const unknown = await logIn('whoever@bank.example', password)
  const shape = ({ status, body: { error_code, message, details } }: typeof wrong) => ({
    status,
    error_code,
    message,
    details,
  })
  assert.equal(shape(disabled), shape(wrong))
  assert.equal(shape(unknown), shape(wrong))
})

test('a user without a password can not log in by one', async () => {
  const { auth } = instance!
  const email = 'social-only@bank.example'
  const user = { client_id: PLATFORM_CLIENT_ID, email, role: 'consumer', password: null } as const
  await registerUser(auth, systemContext(auth.now()), user)
  assert.is((await logIn(email, 'null')).status, 401)
})

test('logins beyond the hashing queue get 503 with Retry-After', async () => {
  const before = instance!.auth.passwords.computed()
  const many = await Promise.all(
    Array.from({ length: 80 }, (_, n) => logIn(`crowd${n}@bank.example`, 'wrong', `192.0.2.${n}`)),
  )
  const refused = many.filter(({ status }) => status === 503)
  assert.ok(refused.length > 0, 'nobody was sent away')
  for (const { headers, body } of refused) {
    assert.is(body.error_code, 'SERVICE_UNAVAILABLE')
    assert.ok(Number(headers.get('retry-after')) > 0)
  }
  assert.is(instance!.auth.passwords.computed() - before, 80 - refused.length)
  assert.is((await logIn(ADMIN.email, ADMIN.password)).status, 200)
})

test('a change of the password that no one can hash soon is no wrong guess', async () => {
  const { email, password } = await somebody()
  const token = String((await logIn(email, password)).body.access_token)
  const { passwords } = instance!.auth
  let isBusy = true
  const busy = Array.from({ length: 50 }, async () => {
    while (isBusy) await passwords.hash('busy').catch(() => new Promise(resolve => setTimeout(resolve, 20)))
  })
  const json = { current_password: password, new_password: 'the next good password' }
  const answers: unknown[] = []
  for (let n = 0; n < 6; n += 1)
    answers.push((await instance!.call('POST', '/api/auth/password', { token, json })).body.error_code)
  isBusy = false
  await Promise.all(busy)
  assert.equal(answers, Array(6).fill('SERVICE_UNAVAILABLE'))
  assert.is((await logIn(email, password)).status, 200)
})

test('of many attempts at one account those beyond the queue get 429, and the account is not locked', async () => {
  const { email, password } = await somebody()
  const crowd = Array.from({ length: 60 }, (_, n) => logIn(email, password, `203.0.118.${n}`))
  const answers = await Promise.all(crowd)
  const refused = answers.filter(({ status }) => status === 429)
  assert.ok(refused.length >= 35 && refused.length < 60, `${refused.length} were refused`)
  for (const { body, headers } of refused)
    assert.equal([body.error_code, headers.get('retry-after')], ['AUTH_004', '1'])
  assert.is(answers.filter(({ status }) => status === 200).length, 60 - refused.length)
  assert.is((await logIn(email, password)).status, 200)
})

test('a hundred wrong passwords in a row hold the account until an administrator resets it', async () => {
  const { email, password, user_id } = await somebody()
  await logIn(email, 'wrong')
  const key = accountKey(instance!.auth.vault, email)
  await edge.db.query(sql.unsafe`update ops.login_attempts set consecutive = 99 where key = ${key}`)
  await logIn(email, 'wrong')
  edge.pass(24 * 60 * MINUTE_MS)
  const held = await logIn(email, password)
  assert.is(held.status, 429)
  assert.is(held.headers.get('retry-after'), '3600')
  const token = await edge.logIn()
  const reset = await instance!.call('PATCH', `/admin/users/${user_id}`, {
    token,
    json: { password: 'a fresh new password' },
  })
  assert.is(reset.status, 200)
  assert.is((await logIn(email, 'a fresh new password')).status, 200)
})

test.run()
