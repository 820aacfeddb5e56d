import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('lists of clients and users')
const service = await startTestService()
test.after(service.end)
const { admin } = service
const LAG_MS_MAX = 30_000

/** Lists lag behind the writes by the projector. */
async function eventually<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  const deadline = Date.now() + LAG_MS_MAX
  for (;;) {
    const value = await read()
    if (holds(value) || Date.now() > deadline) return value
    await delay(50)
  }
}

test('clients are listed in the order of their onboarding, page by page, as they stand', async () => {
  const names = ['one', 'two', 'three']
  const ids: string[] = []
  for (const name of names) ids.push((await admin.post('/admin/clients', { name })).body.client_id)
  await admin.send('PATCH', `/admin/clients/${ids[1]}`, {
    agreed_limit: { per_minute: 5, per_day: null },
    sms_quota: { per_month: 7 },
    country: 'ES',
    status: 'disabled',
  })
  const first = await eventually(
    () => admin.get('/admin/clients?limit=3'),
    ({ body }) => body.data?.some(({ status }: { status: string }) => status === 'disabled'),
  )
  const mine = (data: { client_id: string }[]) => data.filter(({ client_id }) => ids.includes(client_id))
  const rest = await admin.get(`/admin/clients?after=${first.body.data.at(-1).client_id}`)
  const listed = mine([...first.body.data, ...rest.body.data])
  assert.equal(
    listed.map(({ client_id }) => client_id),
    ids,
  )
  assert.equal(listed[1], (await admin.get(`/admin/clients/${ids[1]}`)).body)
})

test('users are listed per client with their addresses, and found by address at once', async () => {
  const bank = await service.newClient('Listing Bank')
  const user = { email: 'first@listing.example', role: 'integrator', password: 'a good long password' }
  const { body: made } = await bank.post('/admin/users', user)
  const found = await bank.get('/admin/users?email=FIRST@listing.example')
  assert.equal(found.body.data, [made])
  await bank.send('PATCH', `/admin/users/${made.user_id}`, { role: 'auditor' })
  const { body } = await eventually(
    () => bank.get('/admin/users'),
    answer => answer.body.data?.some(({ role }: { role: string }) => role === 'auditor'),
  )
  assert.equal(body.data.map(({ email }: { email: string }) => email).sort(), ['admin1@bank.example', user.email])
  assert.equal((await admin.get('/admin/users?email=first@listing.example')).body.data, [], 'not of this client')
  assert.is((await bank.get(`/admin/users?client_id=clt_other`)).status, 404)
  assert.is((await bank.get('/admin/clients')).status, 403)
  assert.is((await bank.get('/admin/users?limit=101')).status, 400)
  assert.is((await bank.get('/admin/users?mail=x')).status, 400)
})

test.run()
