import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { developmentCaOf } from '#embedded/development-ca.ts'
import { modules } from '#modules.ts'
import { startReceiver } from '#programs/demo/receiver.ts'
import { connectBus } from '../../harness/bus.ts'
import { until } from '../../harness/client.ts'
import { startNatsServer } from '../../harness/nats-server.ts'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { links } from './module.ts'

/** A module that the engines never heard of, added to the list, from its route to a signed delivery. */
const test = suite('a module is a folder and one line')
let stopped = 0
const stopping = {
  ...links,
  start: async (given: Parameters<typeof links.start>[0]) => ({
    ...(await links.start(given)),
    async stop() {
      stopped += 1
    },
  }),
}
const folder = mkdtempSync(join(tmpdir(), 'links-'))
const nats = await startNatsServer({ jetStreamIn: folder })
const environment = { LINK_REPORTS_MAX: '3', NATS_URL: nats.url, BUS: 'in' }
const service = await startTestService(environment, { modules: [...modules, stopping] })
const { admin } = service
const receiver = await startReceiver(await developmentCaOf(service.environment.DATA_DIR!))
const report = (url: string) => admin.post('/links', { url })

test('its route takes a command and its read model shows what came of it, by its reaction', async () => {
  const { status, body } = await admin.post('/webhooks', { url: receiver.url, events: ['url.*'] })
  assert.is(status, 201)
  receiver.useSecret(body.secret)
  const reported = await report('https://evil.example/')
  assert.is(reported.status, 202)
  const { link_id } = reported.body
  const listed = await until(
    () => admin.get('/links'),
    answer => answer.body.data?.[0]?.is_malicious === true,
  )
  assert.equal(listed.body.data, [{ link_id, url: 'https://evil.example/', is_malicious: true }])
})

test('its public event is delivered, signed, in its own words', async () => {
  await receiver.waitFor('url.malicious_detected', 30_000)
  const [delivery] = receiver.deliveries
  assert.ok(delivery!.verified)
  const { type, data, metadata } = JSON.parse(delivery!.body)
  const { link_id } = (await admin.get('/links')).body.data[0]
  assert.equal([type, metadata.sequence], ['url.malicious_detected', 2])
  assert.equal(data, { object: 'malicious_url', link_id, url: 'https://evil.example/' })
})

test('a list of deliveries waits for its events too', async () => {
  const [{ webhook_id }] = (await admin.get('/webhooks')).body.data
  const { body } = await admin.get(`/webhooks/${webhook_id}/deliveries`)
  assert.equal(
    body.data.map((delivery: { event_type: string }) => delivery.event_type),
    ['url.malicious_detected'],
  )
})

test("its limit stands in place of the client's, with its details and in its shape", async () => {
  assert.is((await report('none')).body.error.code, 'URL_001')
  const harmless = await report('https://bank.example/')
  assert.is(harmless.headers.get('x-ratelimit-limit'), '3')
  const { status, body } = await report('https://bank.example/too')
  assert.is(status, 429)
  const { window, limit, module_code } = body.error.details
  assert.equal([body.error.code, window, limit, module_code], ['RATE_LIMIT_EXCEEDED', 'month', 3, 'URL_004'])
  assert.is((await admin.get('/links')).status, 200)
})

test('what turned out harmless is told to nobody', async () => {
  const settled = (answer: { body: { data: { is_malicious: boolean | null }[] } }) =>
    answer.body.data.length === 2 && answer.body.data.every(link => link.is_malicious !== null)
  await until(() => admin.get('/links'), settled)
  assert.is(receiver.deliveries.length, 1)
})

test('its kind of message calls the command of its route, and its refusal has its code', async () => {
  const bus = await connectBus(nats.url)
  const { body: me } = await admin.get('/api/auth/me')
  const message = (url: string) => ({ id: url, time: new Date().toISOString(), data: { url } })
  await bus.publish(me.client_id, 'link.reported', message('none'))
  await bus.publish(me.client_id, 'link.reported', message('https://bus.example/'))
  const { body } = await until(
    () => admin.get('/links'),
    answer => answer.body.data?.length === 3,
  )
  assert.ok(body.data.some(({ url }: { url: string }) => url === 'https://bus.example/'))
  const [dead] = await until(bus.dead, ({ length }) => length === 1)
  assert.equal([dead!.code, dead!.field], ['URL_001', 'data.url'])
  const { body: document } = await admin.get('/asyncapi.json')
  assert.is(document.operations.takeInboundLink.summary, 'Report a link')
  await bus.close()
})

test('the OpenAPI document has its tag, its examples and its payload', async () => {
  const { body: document } = await admin.get('/openapi.json')
  const { post } = document.paths['/links']
  assert.equal(post.tags, ['links'])
  assert.equal(document.tags.at(-1), {
    name: 'links',
    'x-displayName': 'Links',
    description: 'Links that may be dangerous.',
  })
  const { description } = document.components.responses[post.responses['400'].$ref.split('/').at(-1)]
  assert.match(description, /Report another link\./)
  assert.equal(post.requestBody.content['application/json'].example, { url: 'https://evil.example/' })
  const { schema } = document.webhooks['url.malicious_detected'].post.requestBody.content['application/json']
  // Other modules emit the type too.
  assert.equal(schema.properties.data.anyOf.at(-1), { $ref: '#/components/schemas/MaliciousLink' })
})

test('health and metrics name what is its own', async () => {
  const { body } = await admin.get('/health/ready')
  assert.equal(body.parts.link_feeds, { state: 'off' })
  assert.equal([body.status, body.parts.reactor.state, body.parts.projector.state], ['ready', 'up', 'up'])
  const { body: metrics } = await admin.get('/metrics')
  assert.match(String(metrics), /queue="link-check"/)
})

test('it is stopped with the service, once', async () => {
  await receiver.close()
  await service.end()
  await nats.stop()
  rmSync(folder, { recursive: true, force: true })
  assert.is(stopped, 1)
})

test.run()
