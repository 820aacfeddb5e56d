import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { until } from '../../harness/client.ts'
import { ADMIN, startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { createDeviceKey } from './device-key.ts'
import { startIssuer } from './login-issuer.ts'

const test = suite('the list of keys and linked logins')
const google = await startIssuer()
const service = await startTestService({
  SOCIAL_PROVIDERS: JSON.stringify({ google: { audiences: ['app'], jwks_uri: google.jwks_uri } }),
})
test.after(async () => {
  await service.end()
  await google.stop()
})
const { admin } = service
const { body: me } = await admin.get('/api/auth/me')
const token = (await admin.as(null).post('/api/auth/login', ADMIN)).body.access_token
const ask = (method: string, path: string, json?: object, bearer?: string) =>
  admin.as(bearer ?? null).send(method, path, json)
const listed = (path: string, holds: (data: Record<string, string>[]) => boolean, as = admin) =>
  until(
    async () => (await as.get(path)).body.data ?? [],
    data => holds(data),
  )

test('a user sees their own keys with their state, and no other user does', async () => {
  const key = createDeviceKey('phone-7')
  const { credential_id } = await key.register(ask, token, me.id)
  const [fresh] = await listed('/api/auth/biometric', data => data.length === 1)
  const { registered_at, ...shown } = fresh!
  const device = { credential_id, type: 'device', device_id: 'phone-7', platform: 'ios' }
  assert.equal(shown, { ...device, status: 'active', last_used_at: null })
  assert.match(registered_at!, /^\d{4}-\d\d-\d\dT.*Z$/)
  assert.is((await key.logIn(ask, credential_id)).status, 200)
  await listed('/api/auth/biometric', ([one]) => typeof one?.last_used_at === 'string')
  const stranger = await service.newClient()
  assert.equal((await stranger.get('/api/auth/biometric')).body, { data: [] })
  assert.is((await admin.as(null).get('/api/auth/biometric')).status, 401)
  const gone = await createDeviceKey('lost').register(ask, token, me.id)
  await listed('/api/auth/biometric', data => data.length === 2)
  await admin.send('DELETE', `/api/auth/biometric/${gone.credential_id}`)
  await listed('/api/auth/biometric', data => data.length === 1)
})

test('a user sees the own linked logins, and ends one by the id that is listed', async () => {
  const nowS = Math.floor(Date.now() / 1_000)
  const claims = { iss: 'https://accounts.google.com', aud: 'app', iat: nowS - 5, exp: nowS + 600 }
  const link = async (sub: string) =>
    admin.post('/api/auth/social-link', { provider: 'google', id_token: await google.token({ ...claims, sub }) })
  assert.is((await link('kept')).status, 200)
  const [first] = await listed('/api/auth/identities', data => data.length === 1)
  assert.equal([first!.provider, first!.status], ['google', 'active'])
  assert.is((await link('taken away')).status, 200)
  const [, second] = await listed('/api/auth/identities', data => data.length === 2)
  const { status, body } = await admin.send('DELETE', `/api/auth/identities/${second!.identity_id}`)
  assert.equal([status, body], [200, { identity_id: second!.identity_id, status: 'unlinked' }])
  assert.equal(await listed('/api/auth/identities', data => data.length === 1), [first])
  const stranger = await service.newClient()
  assert.equal((await stranger.get('/api/auth/identities')).body, { data: [] })
})

test('of more keys than are listed, those of this day are seen', async () => {
  const { db } = service.service
  await db.query(sql.unsafe`insert into read.credentials
    (credential_id, user_id, kind, device_id, platform, status, password_changes, registered_at, revision)
    select 'cred_old_' || n, ${me.id}, 'device', 'd', 'ios', 'active', 0, '2020-01-01'::timestamptz + n * interval '1 second', 0
    from generate_series(1, 250) as n`)
  const { credential_id } = await createDeviceKey('new').register(ask, token, me.id)
  const data = await listed('/api/auth/biometric', all => all.some(key => key.credential_id === credential_id))
  assert.is(data.length, 200)
  assert.is(data.at(-1)!.credential_id, credential_id, 'the oldest first')
  await db.query(sql.unsafe`delete from read.credentials where credential_id like 'cred\\_old\\_%'`)
  await admin.send('DELETE', `/api/auth/biometric/${credential_id}`)
  await listed('/api/auth/biometric', all => all.length === 1)
})

test('what another password ended is shown as ended at once', async () => {
  const change = { current_password: ADMIN.password, new_password: 'another good password' }
  assert.is((await admin.post('/api/auth/password', change)).status, 200)
  const login = await admin.as(null).post('/api/auth/login', { email: ADMIN.email, password: change.new_password })
  const again = admin.as(login.body.access_token)
  for (const path of ['/api/auth/biometric', '/api/auth/identities'])
    assert.equal(
      (await again.get(path)).body.data.map(({ status }: { status: string }) => status),
      ['ended'],
      path,
    )
})

test.run()
