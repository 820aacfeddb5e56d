import * as assert from 'uvu/assert'
import { type Client, logIn, until } from '../../harness/client.ts'
import { ADMIN, startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { areAsRebuilt } from '../fraud/rebuilt-alerts.ts'
import { erase } from '../subjects/people.ts'

const test = suite('names of users')
const service = await startTestService()
test.after(() => service.end())
const { admin, url } = service
const other = await service.newClient()

type Named = { user_id: string; display_name: string | null; role: string }
let people = 0
async function newUser(role: string, more: object = {}, by: Client = admin): Promise<Named & { email: string }> {
  const email = `named-${++people}@bank.example`
  const { status, body, text } = await by.post('/admin/users', { email, role, password: ADMIN.password, ...more })
  assert.is(status, 201, text)
  return body
}
const logInAs = ({ email }: { email: string }) => logIn(url, email, ADMIN.password)
const names = (caller: Client, query: string) => caller.get(`/users/names?${query}`)
const namesOf = (caller: Client, users: readonly { user_id: string }[]) =>
  names(caller, `ids=${users.map(({ user_id }) => user_id).join(',')}`)
const shown = ({ user_id, display_name, role }: Named) => ({ user_id, display_name, role })
const byId = (one: Named, another: Named) => (one.user_id < another.user_id ? -1 : 1)
const codeOf = ({ status, body }: { status: number; body: { error_code?: string } }) => [status, body.error_code]
const hasName = (caller: Client, user: { user_id: string }, display_name: string | null) =>
  until(
    () => namesOf(caller, [user]),
    ({ body }) => body.data?.[0]?.display_name === display_name,
  )

test('users are named by their ids to every user of their client but consumers, and no other client sees one', async () => {
  const olivia = await newUser('operator', { display_name: 'Olivia <b>Operator</b>' })
  const nameless = await newUser('auditor')
  const stranger = await newUser('operator', { display_name: 'Of another bank' }, other)
  assert.equal([olivia.display_name, nameless.display_name], ['Olivia <b>Operator</b>', null])
  await hasName(other, stranger, 'Of another bank')
  await until(
    () => namesOf(admin, [olivia, nameless]),
    ({ body }) => body.data?.length === 2,
  )
  const asked = [olivia, nameless, stranger, { user_id: 'usr_unknown' }, olivia]
  const expected = [olivia, nameless].sort(byId).map(shown)
  const integrator = await logInAs(await newUser('integrator'))
  for (const caller of [admin, await logInAs(olivia), await logInAs(nameless), integrator])
    assert.equal((await namesOf(caller, asked)).body.data, expected)
  assert.equal((await namesOf(other, asked)).body.data, [shown(stranger)])
  const consumer = await logInAs(await newUser('consumer'))
  assert.equal(codeOf(await namesOf(consumer, asked)), [403, 'AUTH_003'])
  assert.is((await namesOf(admin.as(null), asked)).status, 401)
  const { client_id } = (await admin.get('/api/auth/me')).body
  const account = { name: 'machine', scopes: ['fraud:review'] }
  const { body: machine } = await admin.post(`/admin/clients/${client_id}/service-accounts`, account)
  assert.equal(codeOf(await namesOf(await logIn(url, machine.email, machine.secret), asked)), [403, 'AUTH_003'])
})

test('those who may review are active and of a role with the scope, page by page', async () => {
  const bank = await service.newClient()
  const made = [
    ...[await newUser('operator', { display_name: 'A' }, bank), await newUser('admin', { display_name: 'B' }, bank)],
    ...[await newUser('auditor', {}, bank), await newUser('integrator', {}, bank), await newUser('consumer', {}, bank)],
  ]
  const disabled = await newUser('operator', { display_name: 'C' }, bank)
  await bank.send('PATCH', `/admin/users/${disabled.user_id}`, { status: 'disabled' })
  const me = (await bank.get('/api/auth/me')).body
  const first = { user_id: me.id, display_name: null, role: 'admin' }
  const expected = [...made.slice(0, 2).map(shown), first].sort(byId)
  const reviewers = () => names(bank, 'scope=fraud:review')
  const all = await until(reviewers, ({ body }) => JSON.stringify(body.data) === JSON.stringify(expected))
  assert.equal(all.body.data, expected)
  assert.equal((await names(bank, 'scope=fraud:review&limit=2')).body.data, expected.slice(0, 2))
  const rest = await names(bank, `scope=fraud:review&limit=2&after=${expected[1]!.user_id}`)
  assert.equal(rest.body.data, expected.slice(2))
  const named = await until(
    () => namesOf(bank, [disabled, ...made]),
    ({ body }) => body.data.length === made.length,
  )
  assert.equal(named.body.data, [disabled, ...made.slice(0, 4)].sort(byId).map(shown), 'all but the consumer')
  const everyone = (await names(bank, 'scope=sms:analyze')).body.data as Named[]
  assert.not(everyone.some(({ role }) => role === 'consumer'))
  assert.equal((await names(bank, 'scope=vpn:agent')).body.data, [], 'no role has it')
})

test('what can not be is refused by field', async () => {
  const refused = async (query: string, field: string) => {
    const { status, body } = await names(admin, query)
    assert.equal([status, body.details?.field], [400, field], query)
  }
  await refused('', 'ids')
  await refused('ids=usr_1&scope=fraud:review', 'ids')
  await refused('ids=', 'ids')
  await refused('ids=usr_1,,usr_2', 'ids.1')
  await refused(`ids=${Array.from({ length: 101 }, (_, index) => `usr_${index}`)}`, 'ids')
  await refused(`ids=${'x'.repeat(129)}`, 'ids.0')
  await refused('scope=reviewing', 'scope')
  await refused('scope=fraud:review&limit=101', 'limit')
  await refused('scope=fraud:review&client_id=clt_other', 'client_id')
  assert.equal((await names(admin, `ids=${Array.from({ length: 100 }, (_, index) => `usr_${index}`)}`)).body.data, [])
  for (const display_name of ['', ' \t', '\u200b', 'a\u202eb', 'a\nb', 'x'.repeat(141), 7])
    for (const path of ['/api/auth/me', '/admin/users/none']) {
      const target = path === '/api/auth/me' ? path : `/admin/users/${(await admin.get('/api/auth/me')).body.id}`
      const { status, body } = await admin.send('PATCH', target, { display_name })
      assert.equal([status, body.details?.field], [400, 'display_name'], `${path} ${display_name}`)
    }
})

test('a name is changed by an administrator and by its user, and removed; a change to the same is none', async () => {
  const user = await newUser('operator')
  const own = await logInAs(user)
  const path = `/admin/users/${user.user_id}`
  assert.is((await admin.send('PATCH', path, { display_name: 'By the admin' })).body.display_name, 'By the admin')
  const mine = await own.send('PATCH', '/api/auth/me', { display_name: 'Mine' })
  assert.equal([mine.status, mine.body.display_name, mine.body.id], [200, 'Mine', user.user_id])
  assert.is((await own.get('/api/auth/me')).body.display_name, 'Mine')
  await own.send('PATCH', '/api/auth/me', { display_name: 'Mine' })
  await hasName(admin, user, 'Mine')
  assert.is((await admin.get(path)).body.display_name, 'Mine')
  assert.equal(codeOf(await other.send('PATCH', path, { display_name: 'Theirs' })), [404, 'NOT_FOUND'])
  assert.is((await own.send('PATCH', '/api/auth/me', { display_name: null })).body.display_name, null)
  await hasName(admin, user, null)
  const events = await service.service.store.read(`user-${user.user_id}`)
  assert.equal(
    events.map(({ type }) => type),
    ['UserRegistered', ...Array(3).fill('UserDisplayNameChanged')],
  )
  assert.not.match(JSON.stringify(events), /By the admin|Mine/, 'sealed')
})

test('a restricted user has no name, and an erased one gets none', async () => {
  const user = await newUser('operator', { display_name: 'Forget Me' })
  await hasName(admin, user, 'Forget Me')
  const asked = await erase(admin, user.user_id)
  assert.is(asked.status, 202, asked.text)
  await until(
    () => namesOf(admin, [user]),
    ({ body }) => body.data.length === 0,
  )
  const again = await admin.send('PATCH', `/admin/users/${user.user_id}`, { display_name: 'Again' })
  assert.equal(codeOf(again), [409, 'CONFLICT'])
  await until(
    () => admin.get(`/admin/users/${user.user_id}`),
    ({ body }) => body.display_name === null,
  )
})

test('the read model is what it is when it is built again', () => areAsRebuilt(service, ['users']))

test.run()
