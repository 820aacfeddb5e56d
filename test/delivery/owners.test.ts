import { randomUUID } from 'node:crypto'
import * as assert from 'uvu/assert'
import { disableWebhook } from '#commands/webhooks/disable-webhook.ts'
import { reportExhausted } from '#commands/webhooks/report-exhausted.ts'
import { updateWebhook } from '#commands/webhooks/update-webhook.ts'
import { startHttpsSink } from '../harness/https-sink.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'

/** Whoever causes an event of an endpoint, the service or an administrator: its owner is who created it. */
const test = suite("delivery: an endpoint's events are its owner's")
const sink = await startHttpsSink()
const engine = await startEngine({ caPem: sink.caPem })
const { service } = engine
await engine.start()

const at = (path: string) =>
  sink.received.filter(request => request.path.endsWith(`/${path}`)).map(({ body }) => JSON.parse(String(body)))
const endpoint = (path: string, clientId: string, events = ['*']) =>
  engine.webhook({ url: `${sink.url}/${path}`, events }, clientId)
/** The service acting with another client's name on it. */
const byOther = () => ({ ...engine.context(), actor: { sub: 'ops', client_id: 'clt_other', role: 'system' } })

test('a disabled endpoint, or an exhausted delivery, is reported to its owner only', async () => {
  const { webhook_id } = await endpoint('failing', 'clt_owner', ['fraud.*'])
  await endpoint('owner', 'clt_owner')
  await endpoint('other', 'clt_other')
  const why = { reason: 'failing' as const, failed_days: [], failed_revision: 0 }
  await disableWebhook(service, byOther(), { webhook_id, ...why })
  const lost = { webhook_id, event_id: 'evt_1', event_type: 'refund.created', attempts: 8, error_code: null }
  await reportExhausted(service, byOther(), { delivery_id: `dlv_${randomUUID()}`, data: lost })
  await until('both are told', () => at('owner').length === 2)
  assert.equal(
    at('owner')
      .map(({ type, data }) => [type, data.webhook_id])
      .sort(),
    [
      ['webhook.delivery_exhausted', webhook_id],
      ['webhook.disabled', webhook_id],
    ],
  )
  await engine.refund('clt_other')
  await until('the other client has its own event', () => at('other').length > 0)
  assert.equal(
    at('other').map(({ type }) => type),
    ['refund.created'],
  )
})

test("one that somebody else changes goes on getting its owner's events, and gets no others", async () => {
  const { webhook_id } = await endpoint('changed', 'clt_changed', ['fraud.*'])
  await updateWebhook(service, byOther(), { webhook_id, events: ['refund.*'] })
  await engine.refund('clt_other')
  await engine.refund('clt_changed')
  await until('its event', () => at('changed').length > 0)
  await until('the other has its own', () => at('other').length === 2)
  assert.is(at('changed').length, 1)
})

test.after(async () => {
  await engine.end()
  await sink.close()
})
test.run()
