import { randomUUID } from 'node:crypto'
import * as assert from 'uvu/assert'
import { type Client, logIn, until } from '../../harness/client.ts'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { areAsRebuilt } from '../fraud/rebuilt-alerts.ts'
import { erase, refunded, settlingSoon, subjectReaches } from './people.ts'

const test = suite('the list of erasures')
const service = await startTestService({}, { modules: settlingSoon() })
test.after(() => service.end())
const { admin } = service
const other = await service.newClient()

type Listed = { user_id: string | null; status: string; erasure: object }
const list = async (caller: Client, query = '') => {
  const { status, body } = await caller.get(`/admin/subjects${query}`)
  assert.is(status, 200, JSON.stringify(body))
  return body as { data: Listed[]; pagination: { next_cursor: string | null; has_more: boolean } }
}
const idsOf = ({ data }: { data: Listed[] }) => data.map(({ user_id }) => user_id)

async function requested(caller: Client, legal_basis: string): Promise<string> {
  const user_id = `user ${randomUUID()}`
  await refunded(caller, user_id)
  assert.is((await erase(caller, user_id, legal_basis)).status, 202)
  return user_id
}

const retained: string[] = []
for (let n = 0; n < 3; n += 1) retained.unshift(await requested(admin, 'aml_retention'))
const shredded = await requested(admin, 'consent_withdrawn')
for (const user_id of retained) await subjectReaches(admin, user_id, 'retained')
await subjectReaches(admin, shredded, 'shredded')

test('has the erasures that are under way, newest first, each as it is read alone, and none that is done', async () => {
  const { data } = await until(
    () => list(admin),
    page => page.data.every(({ status }) => status === 'retained'),
  )
  assert.equal(idsOf({ data }), retained)
  for (const { user_id, ...rest } of data) {
    const { body } = await admin.get(`/admin/subjects/${encodeURIComponent(user_id!)}`)
    assert.equal(body, { user_id, ...rest })
  }
  assert.equal(idsOf(await list(admin, '?status=retained')), retained)
  assert.equal(idsOf(await list(admin, '?status=restricted')), [])
  assert.is((await admin.get('/admin/subjects?status=shredded')).status, 400)
})

test('comes page by page, and a cursor continues the list of its client and status alone', async () => {
  const found: (string | null)[] = []
  let cursor: string | null = null
  do {
    const page = await list(admin, `?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`)
    found.push(...idsOf(page))
    cursor = page.pagination.next_cursor
  } while (cursor !== null)
  assert.equal(found, retained)
  const { next_cursor } = (await list(admin, '?limit=1')).pagination
  for (const [caller, query] of [
    [other, `?cursor=${next_cursor}`],
    [admin, `?status=retained&cursor=${next_cursor}`],
    [admin, '?cursor=forged'],
  ] as const) {
    const { status, body } = await caller.get(`/admin/subjects${query}`)
    assert.equal([status, body.error_code], [400, 'INVALID_REQUEST'])
  }
})

test("has no erasures of another client's people", async () => {
  assert.equal((await list(other)).data, [])
  const own = await requested(other, 'aml_retention')
  assert.equal(idsOf(await list(other)), [own])
  assert.equal(idsOf(await list(admin)), retained)
})

test('names people only to callers who may read the audit', async () => {
  const { client_id } = (await admin.get('/api/auth/me')).body
  const made = await admin.post(`/admin/clients/${client_id}/service-accounts`, {
    ...{ name: 'erasures', scopes: ['subjects:erase'] },
  })
  const machine = await logIn(service.url, made.body.email, made.body.secret)
  const { data } = await list(machine)
  assert.equal(
    data.map(({ user_id, status }) => [user_id, status]),
    retained.map(() => [null, 'retained']),
  )
})

test('is rebuilt to the same rows', () => areAsRebuilt(service, ['subjects']))

test.run()
