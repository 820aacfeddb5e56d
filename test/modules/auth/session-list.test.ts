import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { deleteExpiredSessions } from '#modules/auth/maintenance.ts'
import { type Client, logIn, until } from '../../harness/client.ts'
import { ADMIN, startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { areAsRebuilt } from '../fraud/rebuilt-alerts.ts'
import { erase } from '../subjects/people.ts'

const test = suite('the list of sessions')
const service = await startTestService()
test.after(() => service.end())
const { admin, url } = service
const other = await service.newClient()
const PASSWORD = ADMIN.password

type Session = Record<'session_id' | 'method' | 'device_id' | 'logged_in_at' | 'last_refreshed_at', string | null> & {
  is_current: boolean
}
type Tokens = { caller: Client; access: string; refresh: string }
let people = 0
async function newUser(role = 'consumer', by = admin) {
  const email = `${role}-${++people}@bank.example`
  const { status, body } = await by.post('/admin/users', { email, role, password: PASSWORD })
  assert.is(status, 201, JSON.stringify(body))
  return { email, user_id: body.user_id as string }
}
async function open({ email }: { email: string }, device_id?: string): Promise<Tokens> {
  const { status, body } = await admin.as(null).post('/api/auth/login', { email, password: PASSWORD, device_id })
  assert.is(status, 200, JSON.stringify(body))
  return { caller: admin.as(body.access_token), access: body.access_token, refresh: body.refresh_token }
}
async function listed(caller: Client, path = '/api/auth/sessions'): Promise<Session[]> {
  const { status, body } = await caller.get(path)
  assert.is(status, 200, JSON.stringify(body))
  return body.data
}
const devices = (sessions: Session[]) => sessions.map(({ device_id }) => device_id)
const codeOf = ({ status, body }: { status: number; body: { error_code?: string } }) => [status, body.error_code]
const logOutEverywhere = (caller: Client, more: object = {}) =>
  caller.post('/api/auth/logout', { everywhere: true, ...more })

test('a user of any role sees the own open sessions, the newest first, and which one is this', async () => {
  for (const role of ['consumer', 'auditor']) {
    const user = await newUser(role)
    await open(user, 'phone')
    const { caller } = await open(user)
    const [newest, oldest, ...more] = await listed(caller)
    assert.is(more.length, 0)
    assert.equal(devices([newest!, oldest!]), [null, 'phone'])
    assert.equal([newest!.is_current, oldest!.is_current], [true, false])
    assert.equal([newest!.method, newest!.last_refreshed_at], ['password', null])
    assert.ok(newest!.logged_in_at! >= oldest!.logged_in_at!)
  }
})

test('a page continues behind its cursor, and a cursor of another user is refused', async () => {
  const user = await newUser()
  const names = ['a', 'b', 'c']
  for (const name of names) await open(user, name)
  const { caller } = await open(user, 'd')
  const found: (string | null)[] = []
  let cursor = ''
  for (let page = 0; page < 2; page += 1) {
    const { body } = await caller.get(`/api/auth/sessions?limit=2${cursor}`)
    found.push(...devices(body.data))
    assert.is(body.pagination.has_more, page === 0)
    if (page === 0) cursor = `&cursor=${body.pagination.next_cursor}`
  }
  assert.equal(found, ['d', 'c', 'b', 'a'])
  for (const refused of [
    await other.get(`/api/auth/sessions?limit=2${cursor}`),
    await caller.get('/api/auth/sessions?cursor=forged'),
    await caller.get('/api/auth/sessions?limit=201'),
    await caller.get('/api/auth/sessions?user_id=1'),
  ])
    assert.equal(codeOf(refused), [400, 'INVALID_REQUEST'])
})

test('a user ends one session, whose tokens stop working, and can repeat that', async () => {
  const user = await newUser()
  const lost = await open(user, 'lost')
  const { caller } = await open(user, 'kept')
  const { session_id } = (await listed(caller)).find(({ device_id }) => device_id === 'lost')!
  for (let n = 0; n < 2; n += 1) {
    const { status, body } = await caller.send('DELETE', `/api/auth/sessions/${session_id}`)
    assert.equal([status, body], [200, { session_id, status: 'ended' }])
  }
  assert.equal(devices(await listed(caller)), ['kept'])
  assert.is((await lost.caller.get('/api/auth/me')).status, 401)
  const refreshed = await admin.as(null).post('/api/auth/refresh', { refresh_token: lost.refresh })
  assert.equal(codeOf(refreshed), [401, 'AUTH_001'])
})

test("no other user's session is listed or ended, in the same client or in another", async () => {
  const user = await newUser()
  const { caller } = await open(user, 'mine')
  const [mine] = await listed(caller)
  const { caller: colleague } = await open(await newUser('operator'))
  for (const stranger of [colleague, other, admin]) {
    const sessions = await listed(stranger)
    assert.not(sessions.some(({ session_id }) => session_id === mine!.session_id))
    const refused = await stranger.send('DELETE', `/api/auth/sessions/${mine!.session_id}`)
    assert.equal(codeOf(refused), [404, 'NOT_FOUND'])
  }
  const unknown = await caller.send('DELETE', '/api/auth/sessions/ses_unknown')
  assert.equal(codeOf(unknown), [404, 'NOT_FOUND'])
  assert.is((await listed(caller)).length, 1)
})

test('a logout everywhere ends every session of this user alone, by either token, and keeps the password', async () => {
  const user = await newUser()
  const { caller: bystander } = await open(await newUser())
  const first = await open(user)
  const second = await open(user)
  assert.equal((await logOutEverywhere(first.caller)).body, { status: 'logged_out' })
  for (const { caller, refresh } of [first, second]) {
    const refreshed = await admin.as(null).post('/api/auth/refresh', { refresh_token: refresh })
    assert.equal(codeOf(refreshed), [401, 'AUTH_001'])
    assert.is((await logOutEverywhere(caller)).status, 401, 'an ended session ends no others')
  }
  const third = await open(user)
  assert.is((await listed(third.caller)).length, 1)
  assert.is((await logOutEverywhere(admin.as(null), { refresh_token: third.refresh })).status, 200)
  assert.is((await third.caller.get('/api/auth/me')).status, 401)
  assert.is((await bystander.get('/api/auth/me')).status, 200)
  assert.equal(codeOf(await logOutEverywhere(admin.as(null))), [401, 'AUTH_001'])
})

test('a new password ends what is listed; a machine has no list and no logout everywhere', async () => {
  const user = await newUser()
  await open(user, 'before')
  await admin.send('PATCH', `/admin/users/${user.user_id}`, { password: PASSWORD })
  const { caller } = await open(user, 'after')
  assert.equal(devices(await listed(caller)), ['after'])
  const { client_id } = (await admin.get('/api/auth/me')).body
  const { body: account } = await admin.post(`/admin/clients/${client_id}/service-accounts`, {
    ...{ name: 'worker', scopes: ['refund:read'] },
  })
  const machine = await logIn(url, account.email, account.secret)
  assert.equal(codeOf(await machine.get('/api/auth/sessions')), [403, 'AUTH_003'])
  assert.equal(codeOf(await logOutEverywhere(machine)), [403, 'AUTH_003'])
})

test('an administrator sees the sessions of a user of the own client, and of others only in the platform', async () => {
  const own = await newUser('integrator', other)
  const { caller } = await open(own, 'desk')
  const path = `/admin/users/${own.user_id}/sessions`
  for (const administrator of [other, admin]) {
    const [only] = await listed(administrator, path)
    assert.equal([only!.device_id, only!.is_current], ['desk', false])
  }
  assert.equal(codeOf(await caller.get(path)), [403, 'AUTH_003'])
  const foreign = await newUser()
  await open(foreign)
  for (const user_id of [foreign.user_id, 'usr_unknown'])
    assert.equal(codeOf(await other.get(`/admin/users/${user_id}/sessions`)), [404, 'NOT_FOUND'])
  await other.send('PATCH', `/admin/users/${own.user_id}`, { revoke_sessions: true })
  assert.equal(await listed(admin, path), [])
})

test('an erased person has no rows, and a rebuild gives the same', async () => {
  const user = await newUser()
  await open(user, 'forgotten')
  await erase(admin, user.user_id, 'consent_withdrawn')
  const rows = () =>
    service.service.db.anyFirst(sql.unsafe`
    select device_id from read.auth_sessions where user_id = ${user.user_id}`)
  await until(rows, found => found.length === 0)
  await areAsRebuilt(service, ['auth_sessions'])
})

test('sessions that their age ended are not listed', async () => {
  const user = await newUser()
  for (const name of ['old', 'idle', 'used']) await open(user, name)
  const { caller } = await open(user, 'new')
  await listed(caller)
  const days = (count: number) => sql.fragment`now() - ${count} * interval '1 day'`
  const set = (device: string, opened: number, refreshed: number) =>
    service.service.db.query(sql.unsafe`update read.auth_sessions
      set opened_at = ${days(opened)}, refreshed_at = ${days(refreshed)}
      where user_id = ${user.user_id} and device_id = ${device}`)
  await set('old', 31, 1)
  await set('idle', 20, 15)
  await set('used', 20, 13)
  assert.equal(devices(await listed(caller)), ['new', 'used'])
})

test('rows of sessions that are too old for any list are deleted, some at a time, and a rebuild need not have them', async () => {
  const user = await newUser()
  for (const name of ['oldest', 'older', 'recent']) await open(user, name)
  const { db } = service.service
  const rows = () =>
    db.anyFirst(sql.unsafe`select device_id from read.auth_sessions
      where user_id = ${user.user_id} order by opened_at`)
  await until(rows, ({ length }) => length === 3)
  const days = { oldest: 40, older: 31, recent: 29 }
  for (const [device, count] of Object.entries(days))
    await db.query(sql.unsafe`update read.auth_sessions set opened_at = now() - ${count} * interval '1 day'
      where user_id = ${user.user_id} and device_id = ${device}`)
  while ((await rows()).includes('oldest')) assert.is(await deleteExpiredSessions(db, 1), 1)
  assert.equal(await rows(), ['older', 'recent'])
  await deleteExpiredSessions(db)
  assert.equal(await rows(), ['recent'])
  assert.is(await deleteExpiredSessions(db), 0)
})

test.run()
