import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { updateWebhook } from '#commands/webhooks/update-webhook.ts'
import { DELIVERY_LIMITS } from '#delivery/limits.ts'
import { uuidOf } from '#delivery/queue.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'
import { startTcpPeer } from './peers.ts'

const REFUNDS = 20
const CLIENT = 'clt_off'

const test = suite('delivery: an endpoint that hangs, is switched off and on again')
const startSilent = () => startTcpPeer(socket => void socket.resume())
const [silent, other, third] = await Promise.all([startSilent(), startSilent(), startSilent()])
const engine = await startEngine({ config: { WEBHOOK_RETRY_BASE_MS: 500 } })
const { vault, db } = engine.service
const become = (webhookId: string, status: 'active' | 'disabled') =>
  updateWebhook(engine.service, engine.context(CLIENT), { webhook_id: webhookId, status })
await engine.start({ limits: { attemptMs: 2_000, stopMs: 200, slowInFlightMax: 4, slowSharedMax: 4 } })

test('what is settled without a request takes no slot of endpoints that hang, however long it takes', async () => {
  const { webhook_id } = await engine.webhook({ url: silent.url }, 'clt_slowly')
  await updateWebhook(engine.service, engine.context('clt_slowly'), { webhook_id, status: 'disabled' })
  const { open } = vault
  const gate = Promise.withResolvers<void>()
  let opened = 0
  vault.open = async (sealed, place) => {
    if (place.startsWith('webhook-event|')) {
      opened += 1
      await gate.promise
    }
    return open(sealed, place)
  }
  for (let sent = 0; sent < 6; sent += 1) await engine.refund('clt_slowly')
  await until('all are being settled', () => opened === 6)
  vault.open = open
  await delay(1.5 * DELIVERY_LIMITS.slowMs)
  const hanging: string[] = []
  for (let index = 0; index < 2; index += 1)
    hanging.push((await engine.webhook({ url: `${third.url}/${index}` }, 'clt_hanging')).webhook_id)
  await engine.refund('clt_hanging')
  // After the first attempt an endpoint that hangs is known to.
  await until('both are asked', () => third.connections >= 4 && third.open.size === 2)
  gate.resolve()
  for (const webhookId of hanging)
    await updateWebhook(engine.service, engine.context('clt_hanging'), { webhook_id: webhookId, status: 'disabled' })
})

test('what is settled without a request says nothing about the endpoint', async () => {
  const { webhook_id } = await engine.webhook({ url: silent.url }, CLIENT)
  for (let sent = 0; sent < REFUNDS; sent += 1) await engine.refund(CLIENT)
  const attempts = async () => (await engine.deliveries(webhook_id)).flatMap(({ attempt_log }) => attempt_log)
  await until('a silence', async () => (await attempts()).some(({ error_code }) => error_code === 'timeout'))
  await become(webhook_id, 'disabled')
  await until(
    'all settled',
    async () => (await attempts()).filter(({ error_code }) => error_code === 'endpoint_disabled').length >= REFUNDS - 1,
  )
  await until('no request', () => silent.open.size === 0)
  await become(webhook_id, 'active')
  let most = 0
  const before = silent.connections
  await until('asked again', () => {
    most = Math.max(most, silent.open.size)
    return silent.connections > before + 3
  })
  // A connection may be closed a moment after the next one was opened.
  assert.ok(most <= 2, `${most} requests at once, and it has never answered`)
})

test('what was to be settled while the endpoint was switched on again is not sent all at once', async () => {
  const { webhook_id } = await engine.webhook({ url: other.url }, CLIENT)
  await become(webhook_id, 'disabled')
  await engine.refund(CLIENT)
  await until('settled', async () => (await engine.deliveries(webhook_id))[0]?.attempts === 1)
  const { open } = vault
  const gate = Promise.withResolvers<void>()
  let isRead = false
  // The endpoint is read again, which takes long.
  vault.open = async (sealed, place) => {
    isRead ||= place.startsWith(webhook_id)
    if (place.startsWith(webhook_id)) await gate.promise
    return open(sealed, place)
  }
  await become(webhook_id, 'active')
  await until('it is read', () => isRead)
  for (let sent = 0; sent < REFUNDS; sent += 1) await engine.refund(CLIENT)
  const leased = sql.type(z.object({ count: z.number() }))`
    select count(lease)::int4 as count from ops.webhook_deliveries where webhook = ${uuidOf(webhook_id)}`
  await until('its deliveries are taken', async () => (await db.oneFirst(leased)) >= REFUNDS)
  gate.resolve()
  vault.open = open
  let most = 0
  await until('asked', () => {
    most = Math.max(most, other.open.size)
    return other.connections > 0
  })
  for (let looked = 0; looked < 50; looked += 1) {
    most = Math.max(most, other.open.size)
    await delay(10)
  }
  assert.is(most, 1, 'requests at once, and it has never answered')
})

test.after(async () => {
  await engine.end()
  await silent.close()
  await other.close()
  await third.close()
})
test.run()
