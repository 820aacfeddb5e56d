import { randomUUID } from 'node:crypto'
import * as assert from 'uvu/assert'
import { developmentCaOf } from '#embedded/development-ca.ts'
import { type Client, logIn, until } from '../../harness/client.ts'
import { startHttpsSink } from '../../harness/https-sink.ts'
import { noteSecretsOf } from '../../harness/secrets.ts'
import { ADMIN, startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { erase, refunded } from '../subjects/people.ts'

const test = suite('the deliveries of an event')
const service = await startTestService()
const sink = await startHttpsSink({ authority: await developmentCaOf(service.environment.DATA_DIR!) })
sink.respond((_, response) => void response.writeHead(200).end())
test.after(async () => {
  await service.end()
  await sink.close()
})
const { admin } = service
const other = await service.newClient()

async function endpoint(caller: Client, path: string): Promise<string> {
  const { body } = await caller.post('/webhooks', { url: `${sink.url}/${path}`, events: ['refund.created'] })
  noteSecretsOf(body)
  return body.webhook_id
}

async function createdEvent(caller: Client, user_id = `user_${randomUUID()}`): Promise<string> {
  const { refund_id } = await refunded(caller, user_id)
  const { body } = await until(
    () => caller.get(`/events?type=refund.created&object=${refund_id}`),
    answer => answer.body.data.length === 1,
  )
  return body.data[0].id
}

const before = await createdEvent(admin)
const endpoints = [await endpoint(admin, 'one'), await endpoint(admin, 'two')]
await endpoint(other, 'other')

const list = (caller: Client, event_id: string, query = '') => caller.get(`/events/${event_id}/deliveries${query}`)
type Listed = { webhook_id: string; delivery_id: string; event_id: string; status: string }
const codeOf = ({ status, body }: { status: number; body: { error_code?: string } }) => [status, body.error_code]

test('are those at all endpoints of the client, as each endpoint lists its own', async () => {
  const event_id = await createdEvent(admin)
  const { body } = await until(
    () => list(admin, event_id),
    answer => (answer.body.data as Listed[]).every(({ status }) => status === 'succeeded'),
  )
  const data = body.data as Listed[]
  assert.equal(data.map(({ webhook_id }) => webhook_id).sort(), endpoints.toSorted())
  for (const { webhook_id, ...delivery } of data) {
    const alone = await admin.get(`/webhooks/${webhook_id}/deliveries?event_id=${event_id}`)
    assert.equal(alone.body.data, [delivery])
  }
})

test('come page by page, and a cursor continues the list of its event and client alone', async () => {
  const [event_id, another] = [await createdEvent(admin), await createdEvent(admin)]
  const { body: first } = await list(admin, event_id, '?limit=1')
  const { next_cursor } = first.pagination
  const { body: second } = await list(admin, event_id, `?limit=1&cursor=${next_cursor}`)
  assert.equal([first.pagination.has_more, second.pagination.has_more], [true, false])
  const listed = [...first.data, ...second.data] as Listed[]
  assert.equal(listed.map(({ webhook_id }) => webhook_id).sort(), endpoints.toSorted())
  for (const answer of [
    await list(admin, another, `?cursor=${next_cursor}`),
    await list(other, event_id, `?cursor=${next_cursor}`),
    await list(admin, event_id, '?cursor=forged'),
  ])
    assert.equal(codeOf(answer), [400, 'INVALID_REQUEST'])
})

test('are none of an event from before the endpoints, and of deleted endpoints too', async () => {
  const { status, body } = await list(admin, before)
  assert.equal([status, body.data], [200, []])
  const deleted = await endpoint(admin, 'deleted')
  const event_id = await createdEvent(admin)
  await admin.send('DELETE', `/webhooks/${deleted}`)
  const { body: after } = await list(admin, event_id)
  assert.ok((after.data as Listed[]).some(({ webhook_id }) => webhook_id === deleted))
})

test("another client's event is not there, like one that is none", async () => {
  const event_id = await createdEvent(admin)
  assert.is((await list(admin, event_id)).body.data.length, 2)
  for (const id of [event_id, before, `evt_${randomUUID()}`, 'evt_1', 'none'])
    assert.equal(codeOf(await list(other, id)), [404, 'NOT_FOUND'])
  const own = await createdEvent(other)
  assert.is((await list(other, own)).body.data.length, 1)
  assert.equal(codeOf(await list(admin, own)), [404, 'NOT_FOUND'])
})

test('of an event about a restricted person need the scope to read the audit, as the delivery does', async () => {
  const email = `${randomUUID()}@bank.example`
  await admin.post('/admin/users', { email, role: 'integrator', password: ADMIN.password })
  const integrator = await logIn(service.url, email, ADMIN.password)
  const person = `user_${randomUUID()}`
  const event_id = await createdEvent(admin, person)
  const { data } = (await list(integrator, event_id)).body as { data: Listed[] }
  const path = `/webhooks/${data[0]!.webhook_id}/deliveries/${data[0]!.delivery_id}`
  await erase(admin, person, 'aml_retention')
  for (const hidden of [path, `/events/${event_id}/deliveries`]) {
    const refused = await until(
      () => integrator.get(hidden),
      ({ status }) => status !== 200,
    )
    assert.equal(codeOf(refused), [403, 'AUTH_003'], hidden)
    assert.is((await admin.get(hidden)).status, 200)
  }
  assert.equal(codeOf(await list(other, event_id)), [404, 'NOT_FOUND'])
})

test.run()
