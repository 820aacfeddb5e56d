import { randomUUID } from 'node:crypto'
import * as assert from 'uvu/assert'
import { loginDevices } from '#domain/auth/login-devices/decider.ts'
import type { LoginDeviceEvent } from '#domain/auth/login-devices/events.ts'
import { firstBrokenLink } from '#event-sourcing/hash-chain.ts'
import { client, logIn, until } from '../../harness/client.ts'
import { ADMIN, startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { erase, settlingSoon, subjectReaches } from './people.ts'

/**
 * Whoever is erased leaves no trace of what they logged in from, and whoever has their address next is told of no
 * device but their own.
 */
const test = suite('erasure of people who logged in from devices')
const service = await startTestService({}, { modules: settlingSoon() })
test.after(service.end)
const { admin } = service
const { store } = service.service
const { client_id } = (await admin.get('/api/auth/me')).body

async function register(email: string): Promise<string> {
  const { status, body } = await admin.post('/admin/users', { email, role: 'consumer', password: ADMIN.password })
  assert.is(status, 201, JSON.stringify(body))
  return body.user_id
}
async function logInFrom(email: string, device_id: string): Promise<void> {
  const { status } = await client(service.url).post('/api/auth/login', { email, password: ADMIN.password, device_id })
  assert.is(status, 200)
}
type Added = Extract<LoginDeviceEvent, { type: 'LoginDeviceAdded' }>['data']
const eventsOf = (user_id: string) => store.read(loginDevices.stream(user_id))
/** What the events said of the devices. */
const addedFor = async (user_id: string) => (await eventsOf(user_id)).map(({ data }) => data as Added)
const exportOf = async (user_id: string) => (await admin.get(`/admin/subjects/${user_id}/export`)).body.data
/** Of the record, what the audit gives out without something. */
async function redactedOf(user_id: string): Promise<string[][]> {
  const { text } = await admin.get(`/audit/export?client_id=${client_id}&family=login-devices`)
  const lines = text.trim().split('\n').slice(0, -1)
  return lines
    .map(line => JSON.parse(line) as { stream: string; redacted?: string[] })
    .filter(({ stream }) => stream === loginDevices.stream(user_id))
    .map(({ redacted = [] }) => redacted.filter(path => path.startsWith('data.')))
}

test('they are in the export of a person, are erased with the person, and never return', async () => {
  const email = `${randomUUID()}@bank.example`
  const user_id = await register(email)
  for (const device of ['phone', 'tablet', 'phone']) await logInFrom(email, device)
  const before = await addedFor(user_id)
  assert.equal(
    before.map(({ is_first }) => is_first),
    [true, false],
  )

  const held = await until(
    () => exportOf(user_id),
    data => data.some(({ family }: { family: string }) => family === 'logindevices'),
  )
  const own = held.find(({ family }: { family: string }) => family === 'logindevices')
  assert.equal(
    own.events.map(({ type }: { type: string }) => type),
    ['LoginDeviceAdded', 'LoginDeviceAdded'],
  )
  const audited = await admin.get(`/audit/login-devices/${user_id}`)
  assert.equal(audited.body.state, { user_id, client_id, devices: 2 })
  assert.not(JSON.stringify(audited.body).includes(before[0]!.device))
  const found = await until(
    () => admin.get(`/audit/search?subject=${user_id}&family=login-devices`),
    ({ body }) => body.data?.length === 2,
  )
  assert.is(found.body.data[0].type, 'LoginDeviceAdded')
  assert.equal(await redactedOf(user_id), [[], []])

  assert.is((await erase(admin, user_id)).status, 202)
  await subjectReaches(admin, user_id, 'shredded')
  const events = await eventsOf(user_id)
  assert.equal(
    events.map(({ type }) => type),
    ['LoginDeviceAdded', 'LoginDeviceAdded', 'LoginDevicesForgotten'],
  )
  assert.is(firstBrokenLink(events), null)
  assert.equal(await redactedOf(user_id), [['data.device'], ['data.device'], []])
  assert.is((await admin.get(`/audit/login-devices/${user_id}`)).body.state, null)

  assert.is(await register(email), user_id)
  await logInFrom(email, 'phone')
  const again = (await addedFor(user_id)).at(-1)!
  assert.is(again.is_first, true)
  // Under a key of its own: what the phone was to the one before can't be found out by trying.
  assert.not(before.some(({ device }) => device === again.device))
  await logIn(service.url, email, ADMIN.password)
  assert.is((await addedFor(user_id)).at(-1)?.is_first, false)
})

test.run()
