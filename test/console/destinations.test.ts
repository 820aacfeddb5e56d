import * as assert from 'uvu/assert'
import { destinationsFor } from '#console/go-to/destinations.ts'
import { suite } from '../harness/suite.ts'

/** Where what is typed into the dialog leads. */
const test = suite('console: destinations')
const PLACES = [
  { title: 'Overview', path: ['overview'] },
  { title: 'Refunds', path: ['refunds'] },
]
const all = () => true
const none = () => false
const titles = (text: string, can = all) => destinationsFor(text, PLACES, can).map(({ title }) => title)

test('nothing typed: every page that the scopes open', () => {
  assert.equal(titles(''), [
    ...['Overview', 'Refunds', 'Request a refund', 'Create an endpoint'],
    ...['Fraud lists', 'Fraud policy', 'Analyse a message', 'VPN sessions', 'Send a notification'],
    ...['Report a detection', 'Roles', 'Service accounts'],
    ...['Export of the audit', 'Verify an export', 'Status of the audit', 'Reconcile a statement'],
  ])
  assert.equal(titles('  ', none), ['Overview', 'Refunds'])
})

test('an id with a known prefix leads to its record, where the user may open its place', () => {
  assert.equal(destinationsFor(' rf_1 ', PLACES, all), [{ title: 'Refund rf_1', path: ['refunds', 'rf_1'] }])
  assert.equal(titles('alr_1'), [])
  const fraud = { title: 'Fraud', path: ['fraud'] }
  assert.equal(destinationsFor('alr_1', [fraud], none), [
    { title: 'Fraud alert alr_1', path: ['fraud', 'alerts', 'alr_1'] },
  ])
  assert.equal(titles('usr_1'), ['Person usr_1'])
  assert.equal(titles('evt_1'), [], 'an event is no person')
  assert.equal(destinationsFor('req_1', [{ title: 'Audit', path: ['audit'] }], none), [
    { title: 'What followed from req_1', path: ['audit', 'requests', 'req_1'] },
  ])
})

test('any other text may be an id that a caller chose, and an e-mail address leads to a person alone', () => {
  assert.equal(titles('OVER').slice(0, 2), ['Overview', 'Person OVER'])
  assert.equal(titles('tx_1'), ['Person tx_1', 'Refunds of the transaction tx_1', 'Alert of the transaction tx_1'])
  assert.equal(titles('tx_1', none), ['Person tx_1'])
  assert.equal(destinationsFor('a@b.example', PLACES, all), [{ title: 'Person a@b.example', person: 'a@b.example' }])
})

test.run()
