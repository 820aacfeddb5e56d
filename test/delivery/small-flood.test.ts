import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { sendTestEvent } from '#commands/webhooks/send-test-event.ts'
import { DELIVERY_LIMITS } from '#delivery/limits.ts'
import { temporaryCa } from '#embedded/development-ca.ts'
import { startHttpsSink } from '../harness/https-sink.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'
import { startTcpPeer } from './peers.ts'

/** Few slots, so that the endpoints of one client that hang could take them all. */
const LIMITS = { inFlightMax: 24, sharedMax: 20, slowInFlightMax: 12, slowSharedMax: 10, claimMax: 16, failingAfter: 2 }
/** Longer than `until` waits: what is delivered is delivered while all others hang. */
const ATTEMPT_MS = 120_000
const CLIENTS = ['clt_flood_1', 'clt_flood_2', 'clt_flood_3']
const OF_EACH_KIND = 4
const REFUNDS = 10

const test = suite('delivery: a flood to endpoints that hang, fail and answer')
const authority = await temporaryCa()
const [sink, silent] = await Promise.all([startHttpsSink({ authority }), startTcpPeer()])
const engine = await startEngine({ caPem: sink.caPem })
const answered = (kind: string) => sink.received.filter(({ path }) => path.includes(`/${kind}/`))
const respond: Parameters<typeof sink.respond>[0] = ({ path }, response) =>
  void response.writeHead(path.includes('/fails/') ? 503 : 200).end()
sink.respond(respond)

for (const clientId of CLIENTS)
  for (let index = 0; index < OF_EACH_KIND; index += 1) {
    await engine.webhook({ url: `${silent.url}/hangs/${index}` }, clientId)
    await engine.webhook({ url: `${sink.url}/fails/${index}` }, clientId)
    await engine.webhook({ url: `${sink.url}/answers/${index}` }, clientId)
  }
const delivery = await engine.start({ limits: { ...LIMITS, attemptMs: ATTEMPT_MS, stopMs: 200 } })

/** Endpoints of a client that have answered so many requests that each gets as many at once, and hang from now on. */
async function turning(clientId: string, name: string, endpoints: number) {
  const webhooks: string[] = []
  for (let index = 0; index < endpoints; index += 1)
    webhooks.push((await engine.webhook({ url: `${sink.url}/${name}/${index}` }, clientId)).webhook_id)
  await Promise.all(Array.from({ length: REFUNDS }, () => engine.refund(clientId)))
  await until('quick ones', () => answered(name).length === endpoints * REFUNDS)
  const hanging: ServerResponse[] = []
  sink.respond(({ path }, response) => void (path.includes(`/${name}/`) ? hanging.push(response) : response.end()))
  return {
    webhooks,
    hanging,
    letGo() {
      sink.respond(respond)
      for (const response of hanging) response.end()
    },
  }
}

test('endpoints that were quick and hang with all slots hold up no endpoint of which nothing is known', async () => {
  const { hanging, letGo } = await turning('clt_turning', 'turns', OF_EACH_KIND)
  await Promise.all(Array.from({ length: REFUNDS }, () => engine.refund('clt_turning')))
  await until('all shared slots', () => hanging.length >= LIMITS.sharedMax)
  await delay(1.5 * DELIVERY_LIMITS.slowMs)
  await engine.webhook({ url: `${sink.url}/new/0` }, 'clt_new')
  await engine.refund('clt_new')
  await until('the new one', () => answered('new').length === 1)
  letGo()
  await until('all of them', () => answered('turns').length === 2 * OF_EACH_KIND * REFUNDS)
})

test('nor do those of one client that get requests one group after another', async () => {
  const [groups, ofGroup] = [5, 3]
  const { webhooks, hanging, letGo } = await turning('clt_groups', 'groups', groups * ofGroup)
  for (let group = 0; group < groups; group += 1) {
    const ask = (webhookId: string) =>
      Promise.all(
        Array.from({ length: REFUNDS }, () =>
          sendTestEvent(engine.service, engine.context('clt_groups'), {
            webhook_id: webhookId,
            event_type: 'refund.created',
          }),
        ),
      )
    await Promise.all(webhooks.slice(group * ofGroup, (group + 1) * ofGroup).map(ask))
    await delay(1.5 * DELIVERY_LIMITS.slowMs)
  }
  assert.ok(hanging.length >= LIMITS.sharedMax)
  await engine.webhook({ url: `${sink.url}/newer/0` }, 'clt_newer')
  await engine.refund('clt_newer')
  await until('the new one', () => answered('newer').length === 1)
  letGo()
  await until('all of them', () => answered('groups').length === 2 * groups * ofGroup * REFUNDS)
})

test('endpoints that answer get everything while those of their own client hang and fail', async () => {
  for (let sent = 0; sent < REFUNDS; sent += 1) await Promise.all(CLIENTS.map(clientId => engine.refund(clientId)))
  const expected = CLIENTS.length * OF_EACH_KIND * REFUNDS
  await until('all of those that answer', () => answered('answers').length === expected)
  assert.ok(silent.open.size > 0, 'the others hang')
  assert.ok(delivery.health().ok)
})

test('failing endpoints are not left out, and one that answers again gets what waited', async () => {
  const before = answered('fails').length
  await until('asked again', () => answered('fails').length > before)
  sink.respond((_, response) => void response.end())
  const waiting = sql.type(z.object({ count: z.number() }))`
    select count(*)::int4 as count from ops.webhook_deliveries d join ops.webhook_endpoints e using (webhook)
    where d.state <> 'succeeded' and e.url like '%/fails/%'`
  await until('all of them', async () => (await engine.service.db.oneFirst(waiting)) === 0, 60_000)
})

test('nothing is sent twice', () => {
  const sent = answered('answers').map(({ path, headers }) => `${path} ${headers['x-service-event-id']}`)
  assert.is(new Set(sent).size, sent.length)
})

test.after(async () => {
  await engine.end()
  await silent.close()
  await sink.close()
})
test.run()
