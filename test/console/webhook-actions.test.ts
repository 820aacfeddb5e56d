import * as assert from 'uvu/assert'
import { RecoverBody } from '#commands/webhooks/recover-deliveries.ts'
import { reloadGapMs } from '#console/ui/reload-gap-ms.ts'
import { RECOVERIES, recoveryOf } from '#console/webhooks/actions/recoveries.ts'
import { DELIVERY_FILTERS, deliveryQueryOf } from '#console/webhooks/deliveries/delivery-filters.ts'
import { bodyOf, outcomeOf } from '#console/webhooks/deliveries/outcome.ts'
import { DELIVERY_STATUSES, normalAddress } from '#console/webhooks/endpoint.ts'
import { EVENT_PATTERNS, EVENT_TYPES, isCovered, toggled } from '#console/webhooks/event-types.ts'
import * as domain from '#domain/webhooks/event-types.ts'
import { ListDeliveriesQuery, DELIVERY_STATUSES as STATUSES } from '#queries/webhooks/list-deliveries.ts'
import { suite } from '../harness/suite.ts'

/** What the console offers on its pages of webhooks is what the service takes. */
const test = suite('console: choices of webhooks')

test('event types, patterns and statuses are those of the service', () => {
  assert.equal(EVENT_TYPES, domain.EVENT_TYPES)
  assert.equal(EVENT_PATTERNS, domain.EVENT_PATTERNS)
  assert.equal(DELIVERY_STATUSES, STATUSES)
})

test('a type that a family has already is not chosen beside it', () => {
  const chosen = toggled(toggled([], 'refund.created'), 'refund.*')
  assert.equal(chosen, ['refund.*', 'refund.created'])
  const covered = ['*', 'refund.*', 'refund.created', 'fraud.detected'].map(pattern => isCovered(chosen, pattern))
  assert.equal(covered, [false, false, true, false])
  assert.ok(isCovered(['*'], 'refund.*'))
  assert.equal(toggled(chosen, 'refund.*'), ['refund.created'])
})

test('the list has every filter of the API, and sends what the address has as it is', () => {
  const all = Object.keys(ListDeliveriesQuery.shape)
  assert.equal([...DELIVERY_FILTERS, 'limit', 'cursor'].sort(), all.sort())
  const query = deliveryQueryOf({ status: 'odd', cursor: 'c', page: '3' })
  assert.equal({ ...query, limit: undefined }, { status: 'odd', cursor: 'c', limit: undefined })
})

test('each recovery is one that the API takes', () => {
  const since = '2026-11-01T00:00:00Z'
  const bodies = RECOVERIES.map(([what]) => RecoverBody.parse({ ...recoveryOf(what), since }))
  assert.equal(
    bodies.map(({ mode, status }) => (mode === 'replay' ? mode : status)),
    ['failed', 'missing', 'replay'],
  )
})

test('an outcome names the answer, and the error where it adds to that', () => {
  assert.is(outcomeOf({ status_code: 200, error_code: null }), '200')
  assert.is(outcomeOf({ status_code: 503, error_code: 'http_503' }), '503')
  assert.is(outcomeOf({ status_code: 200, error_code: 'invalid_response' }), '200 invalid_response')
  assert.is(outcomeOf({ status_code: null, error_code: 'timeout' }), 'timeout')
  assert.match(bodyOf({ body: '/w==', body_encoding: 'base64' }).note, 'base64')
  assert.equal(bodyOf({ body: '', body_encoding: 'utf8' }), { note: 'The body was empty.', text: '' })
})

test('an address is compared in the form that the service keeps', () => {
  assert.is(normalAddress('https://Hooks.bank.example'), 'https://hooks.bank.example/')
  assert.is(normalAddress('hooks'), 'hooks')
})

test('what is under way is read again within 60 s, then once a minute', () => {
  const first = [0, 1, 2, 3, 4, 5].map(round => reloadGapMs(round))
  assert.is(
    first.reduce((sum, ms) => sum + ms, 0),
    60_000,
  )
  assert.is(reloadGapMs(6), 60_000)
})

test.run()
