import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { changeClient } from '#commands/auth/change-client.ts'
import { retryDelivery } from '#commands/webhooks/retry-delivery.ts'
import { clients } from '#domain/auth/clients/decider.ts'
import { startHttpsSink } from '../harness/https-sink.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'

/** Longer than what a process remembers of a client is used. */
const FEW_SECONDS_MS = 4_000

/** From the start of a request to its arrival on a busy machine. */
const SENT_MS_MAX = 500

const test = suite('delivery: a suspended client')
const sink = await startHttpsSink()
const engine = await startEngine({ caPem: sink.caPem, config: { WEBHOOK_RETRY_BASE_MS: 4_000 } })
const { service } = engine
// Two, as two processes are: what one knows the other has to find out.
const deliverers = [await engine.start(), await engine.start()]
const at = (path: string) => sink.received.filter(request => request.path.endsWith(`/${path}`))

async function client(name: string) {
  const clientId = `clt_${name}`
  const terms = { type: 'register' as const, client_id: null, name, tier: 'C' as const, agreed_limit: null }
  await service.execute.run(clients, clientId, terms, engine.context())
  const { webhook_id } = await engine.webhook({ url: `${sink.url}/${name}`, events: ['refund.*'] }, clientId)
  return {
    clientId,
    webhook_id,
    refund: () => engine.refund(clientId),
    become: (status: 'active' | 'disabled') =>
      changeClient(service, engine.byService(), { client_id: clientId, status }),
    deliveries: () => engine.deliveries(webhook_id),
  }
}

const states = (rows: { status: string; attempts: number }[]) => rows.map(({ status, attempts }) => [status, attempts])

test('nothing is sent to it, no attempt is used up, and all of it is sent once it is reinstated', async () => {
  const [suspended, other] = [await client('suspended'), await client('other')]
  sink.respond((_, response) => void response.writeHead(503).end())
  await suspended.refund()
  await until('a failed attempt', async () => (await suspended.deliveries())[0]?.attempts === 1)
  sink.respond((_, response) => void response.end())
  await suspended.become('disabled')
  for (let sent = 0; sent < 20; sent += 1) await suspended.refund()
  const { delivery_id } = (await suspended.deliveries())[0]!
  await retryDelivery(service, engine.byService(), { webhook_id: suspended.webhook_id, delivery_id })
  await other.refund()
  await until('the other client has its event', () => at('other').length === 1)
  // Past the time at which the failed delivery was due again, and past what is late.
  await engine.clock.set(40_000)
  await delay(1_000)
  assert.is(at('suspended').length, 1)
  const waiting = states(await suspended.deliveries())
  assert.equal(waiting, [...Array.from({ length: 20 }, () => ['pending', 0]), ['pending', 1]])
  assert.ok(deliverers.every(deliverer => deliverer.health().ok))

  await suspended.become('active')
  await until('all delivered', async () => (await suspended.deliveries()).every(({ status }) => status === 'succeeded'))
  assert.equal(states(await suspended.deliveries()), [
    ...Array.from({ length: 20 }, () => ['succeeded', 1]),
    ['succeeded', 2],
  ])
  assert.is(at('suspended').length, 22)
})

test('no request begins after the suspension was answered, however recently every process read the status', async () => {
  const { become, refund } = await client('lately')
  let refunding = true
  // All along, so that no process has to ask when the suspension comes.
  const flow = (async () => {
    while (refunding) {
      await refund()
      await delay(20)
    }
  })()
  await until('deliveries', () => at('lately').length > 10)
  await become('disabled')
  const answeredMs = Date.now()
  await delay(FEW_SECONDS_MS)
  refunding = false
  await flow
  // What was on its way at the answer has come by then, were the machine so busy.
  const late = at('lately').filter(request => request.at > answeredMs + SENT_MS_MAX)
  assert.is(late.length, 0, `${late.length} requests after the answer`)
})

test('a process that starts while the client is suspended sends nothing either', async () => {
  const { become, refund, deliveries } = await client('restarted')
  await become('disabled')
  await refund()
  await until('queued', async () => (await deliveries()).length === 1)
  await engine.start()
  await delay(1_000)
  assert.equal(states(await deliveries()), [['pending', 0]])
  assert.is(at('restarted').length, 0)
  await become('active')
  await until('delivered', () => at('restarted').length === 1)
})

test('while the event store is away a suspended client stays so, and one that was never known waits', async () => {
  const [suspended, unknown] = [await client('away'), await client('unknown')]
  await suspended.become('disabled')
  await suspended.refund()
  await delay(FEW_SECONDS_MS)
  const { read } = service.store
  service.store.read = async (stream, from) => {
    if (stream.startsWith('client-')) throw new Error('the event store is away')
    return read(stream, from)
  }
  await unknown.refund()
  await delay(FEW_SECONDS_MS * 1.5)
  assert.equal([at('away').length, at('unknown').length], [0, 0])
  service.store.read = read
  await until('the one that is not suspended has its event', () => at('unknown').length === 1)
  assert.is(at('away').length, 0)
  await suspended.become('active')
  await until('delivered', () => at('away').length === 1)
})

test.after(async () => {
  await engine.end()
  await sink.close()
})
test.run()
