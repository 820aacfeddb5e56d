import type { CommonQueryMethods } from 'slonik'
import * as assert from 'uvu/assert'
import { loadRouting } from '#delivery/enqueue/routing.ts'
import { webhookStreams } from '#domain/webhooks/events.ts'
import type { DomainEvent } from '#event-sourcing/decider.ts'
import { recordedOf } from '../harness/scenario.ts'
import { storedEvents } from '../harness/stored-events.ts'
import { suite } from '../harness/suite.ts'

/** Which endpoints get an event, as their streams are read. */
const test = suite('webhook routing')
const EVENT_TYPE = 'refund.completed'
const webhook = '0199a7f1-3a52-7c35-8f0e-6b1d6f7a9f11'
const stream = `webhook-wh_${webhook}`
const stored = { webhook, client_id: 'clt_1', routed_events: ['*'] }

async function routingAfter(...events: DomainEvent[]) {
  const routing = await loadRouting({ any: async () => [stored] } as unknown as CommonQueryMethods)
  for (const event of recordedOf(events, stream)) routing.advance(event)
  return { targets: routing.targets('clt_1', EVENT_TYPE, null), changed: routing.takeChanged() }
}

test('an update of the types changes the route, and a deletion ends it', async () => {
  const updated = { type: 'WebhookUpdated', data: { events: ['fraud.*'] } }
  assert.equal(await routingAfter(updated), { targets: [], changed: [{ webhook, events: ['fraud.*'] }] })
  const deleted = storedEvents.find(({ type }) => type === 'WebhookDeleted')!
  assert.equal(await routingAfter(deleted), { targets: [], changed: [{ webhook, events: null }] })
  assert.equal(await routingAfter({ type: 'WebhookUpdated', data: { url: 'https://a.example' } }), {
    ...{ targets: [webhook], changed: [] },
  })
})

test('events and fields of a newer version change no route', async () => {
  const same = { targets: [webhook], changed: [] }
  for (const events of [['fraud.*'], null, 12]) {
    assert.equal(await routingAfter({ type: 'WebhookReplayed', data: { events } }), same)
    for (const { type, data } of storedEvents.filter(({ stream }) => webhookStreams.has({ stream })))
      if (!/^Webhook(Created|Updated|Deleted)$/.test(type))
        assert.equal(await routingAfter({ type, data: { ...data, events } }), same, type)
  }
})

test.run()
