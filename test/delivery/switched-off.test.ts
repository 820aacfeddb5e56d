import * as assert from 'uvu/assert'
import { updateWebhook } from '#commands/webhooks/update-webhook.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'
import { startTcpPeer } from './peers.ts'

const REFUNDS = 20
const CLIENT = 'clt_off'

const test = suite('delivery: an endpoint that hangs, is switched off and on again')
const silent = await startTcpPeer(socket => void socket.resume())
const engine = await startEngine({ config: { WEBHOOK_RETRY_BASE_MS: 500 } })
await engine.start({ limits: { attemptMs: 2_000, stopMs: 200 } })

test('what is settled without a request says nothing about the endpoint', async () => {
  const { webhook_id } = await engine.webhook({ url: silent.url }, CLIENT)
  const become = (status: 'active' | 'disabled') =>
    updateWebhook(engine.service, engine.context(CLIENT), webhook_id, { status })
  for (let sent = 0; sent < REFUNDS; sent += 1) await engine.refund(CLIENT)
  const attempts = async () => (await engine.deliveries(webhook_id)).flatMap(({ attempt_log }) => attempt_log)
  await until('a silence', async () => (await attempts()).some(({ error_code }) => error_code === 'timeout'))
  await become('disabled')
  await until(
    'all settled',
    async () => (await attempts()).filter(({ error_code }) => error_code === 'endpoint_disabled').length >= REFUNDS - 1,
  )
  await until('no request', () => silent.open.size === 0)
  await become('active')
  let most = 0
  const before = silent.connections
  await until('asked again', () => {
    most = Math.max(most, silent.open.size)
    return silent.connections > before + 3
  })
  // A connection may be closed a moment after the next one was opened.
  assert.ok(most <= 2, `${most} requests at once, and it has never answered`)
})

test.after(async () => {
  await engine.end()
  await silent.close()
})
test.run()
