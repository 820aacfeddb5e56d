import * as assert from 'uvu/assert'
import { deliveryStreams, webhookStreams } from '#domain/webhooks/events.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import { cancelled, completed, processing, requested, retried, voided } from '../domain/refunds/samples.ts'
import { publicPrefixes, readModels } from '../harness/every-module.ts'
import { recordedOf } from '../harness/scenario.ts'
import { storedEvents } from '../harness/stored-events.ts'
import { suite } from '../harness/suite.ts'
import { rowsInMemory } from './rows-in-memory.ts'

const test = suite('the list of events')
const events = readModels.find(({ name }) => name === 'events')!

const rowsOf = (...streams: [stream: string, events: DomainEvent[]][]) =>
  rowsInMemory(
    events,
    streams.flatMap(([stream, events]) => recordedOf(events, stream)),
  )

const told = (rows: Record<string, unknown>[]) =>
  rows.filter(({ type }) => type !== null).map(row => `${row.object} ${row.sequence} ${row.type} ${row.client_id}`)

const endpoint: DomainEvent = {
  type: 'WebhookCreated',
  data: {
    ...{ client_id: 'clt_7', url: 'https://a.example/', events: ['*'], secret: 's' },
    ...{ description: null, metadata: {}, rate_per_second: null },
  },
}
const disabled = (reason: string): DomainEvent => ({ type: 'WebhookDisabled', data: { reason, failed_days: [] } })
const exhausted = (event_type: string): DomainEvent => ({
  type: 'DeliveryExhausted',
  data: { webhook_id: 'wh_1', event_id: 'evt_1', event_type, attempts: 8, error_code: null },
})

test('has all public events, also of people who are restricted or erased', () => {
  assert.equal([...events.prefixes].sort(), [...publicPrefixes, 'subject-'].sort())
})

test('events of a restricted person are not listed, whenever they happened, and all are listed again after the erasure', () => {
  const [requestedAt, , done] = recordedOf<DomainEvent>([requested, processing(), completed(0)], 'refund-rf_1')
  const covered = (revision: number) => ({
    ...{ client_id: 'clt_1', user_id: 'user_1', streams: [{ stream: 'refund-rf_1', revision }] },
  })
  const [restricted, erased] = recordedOf<DomainEvent>(
    [
      { type: 'SubjectRestricted', data: covered(0) },
      { type: 'SubjectErased', data: covered(2) },
    ],
    'subject-0',
  )
  const owners = (...log: Recorded<DomainEvent>[]) => rowsInMemory(events, log).map(({ client_id }) => client_id)
  assert.equal(owners(requestedAt!, restricted!, done!), ['', ''])
  assert.equal(owners(requestedAt!, restricted!, done!, erased!), ['clt_1', 'clt_1'])
})

test('a refund has a row for each public event, with its number and its owner', () => {
  const rows = rowsOf(['refund-rf_1', [requested, processing(), completed(0), voided('settled')]])
  assert.equal(told(rows), [
    'rf_1 1 refund.created clt_1',
    'rf_1 2 refund.processing clt_1',
    'rf_1 3 refund.completed clt_1',
    'rf_1 4 refund.voided clt_1',
  ])
  assert.equal(rows[1], {
    ...{ object: 'rf_1', family: 'refund', sequence: 2, event: 'refund-rf_1-1', type: 'refund.processing' },
    ...{ created_at: '2026-01-01T00:00:01.000Z', client_id: 'clt_1' },
  })
})

test('an event that is not public has no row, and leaves a gap in the numbers', () => {
  const rows = rowsOf(['refund-rf_1', [requested, retried(1), cancelled]])
  assert.equal(
    rows.map(({ sequence }) => sequence),
    [1, 3],
  )
})

test('the end of an endpoint is a public event of its client, unless its owner requested it', () => {
  assert.equal(told(rowsOf(['webhook-wh_1', [endpoint, disabled('gone')]])), ['wh_1 2 webhook.disabled clt_7'])
  assert.equal(told(rowsOf(['webhook-wh_1', [endpoint, disabled('requested')]])), [])
})

test('a delivery belongs to the client of its endpoint, and one of an operational event is not public', () => {
  const given: [string, DomainEvent[]] = ['webhook-wh_1', [endpoint]]
  const one = rowsOf(given, ['delivery-dlv_1', [exhausted('refund.failed')]])
  assert.equal(told(one), ['dlv_1 1 webhook.delivery_exhausted clt_7'])
  assert.equal(told(rowsOf(given, ['delivery-dlv_1', [exhausted('webhook.disabled')]])), [])
})

test('an event without an owner is not public', () => {
  assert.equal(rowsOf(['delivery-dlv_1', [exhausted('refund.failed')]]), [])
  assert.equal(rowsOf(['webhook-wh_1', [disabled('gone')]]), [])
  assert.equal(rowsOf(['refund-rf_1', [{ type: 'RefundAbandoned', data: {} }]]), [])
})

test('every event that was ever stored is known to it', () => {
  const ofIts = storedEvents.filter(
    ({ stream, obsolete }) => !obsolete && events.prefixes.some(prefix => stream.startsWith(prefix)),
  )
  assert.ok(ofIts.length > 10)
  for (const stored of ofIts) for (const event of recordedOf([stored], stored.stream)) events.change(event)
})

test('an event of an undeclared type is refused, not skipped', () => {
  for (const { prefix } of [webhookStreams, deliveryStreams, { prefix: 'refund-' }]) {
    const [event] = recordedOf([{ type: 'Teleported', data: {} }], `${prefix}x_1`)
    assert.throws(() => events.change(event!), /events of type Teleported in \S+ are not declared/)
  }
})

test.run()
