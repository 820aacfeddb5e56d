import * as assert from 'uvu/assert'
import { heldMinor, reservedMinor, type TransactionCommand, transactionDecider } from '#domain/transactions/decider.ts'
import type { TransactionEvent, TransactionRecordedData } from '#domain/transactions/events.ts'
import { transactionStreams } from '#domain/transactions/events.ts'
import { fold } from '#event-sourcing/decider.ts'
import { recordedOf, scenario } from '../../harness/scenario.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('transaction decider')
const { given } = scenario(transactionDecider)

const data: TransactionRecordedData = {
  client_id: 'clt_1',
  transaction_id: 'tx_1',
  user_id: 'u',
  account_id: null,
  amount_minor: 10_000,
  currency: 'EUR',
  operation_type: 'payment',
  merchant: null,
  device: null,
  timestamp: '2026-01-01T00:00:00.000Z',
}
const recorded: TransactionEvent = { type: 'TransactionRecorded', data }
const reserved = (refund_id: string, amount_minor: number, attempt = 0): TransactionEvent => ({
  type: 'RefundReserved',
  data: { refund_id, attempt, amount_minor },
})
const released = (refund_id: string, attempt = 0): TransactionEvent => ({
  type: 'RefundReleased',
  data: { refund_id, attempt, reason: 'failed' },
})
const reserve = (refund_id: string, amount_minor: number, attempt = 0): TransactionCommand => ({
  type: 'reserve',
  client_id: data.client_id,
  refund_id,
  attempt,
  amount_minor,
  currency: 'EUR',
})

test('the same content again is a duplicate', () =>
  given(recorded)
    .when({ type: 'record', data: { ...data } })
    .changesNothing())

const device = { ip: '192.0.2.1', user_agent: null, fingerprint: 'f' }
const sealing = (text: string, digest: string) => ({ ...data, device_sealed: { text, digest } })
const again = (text: string, digest: string, clear = device): TransactionCommand => ({
  type: 'record',
  data: sealing(text, digest),
  device: clear,
})
const withClear: TransactionEvent = { type: 'TransactionRecorded', data: { ...data, device } }
const withSealed: TransactionEvent = { type: 'TransactionRecorded', data: sealing('v1.s.one', 'digest') }
const another = [{ field: 'device', reason: 'differs from the transaction recorded with this transaction_id' }]

test('the same device sealed anew is a duplicate', () =>
  given(withSealed).when(again('v1.s.two', 'digest')).changesNothing())
test('the same device is a duplicate of one that an older event has in clear', () =>
  given(withClear).when(again('v1.s.two', 'digest')).changesNothing())
for (const [what, before, command] of [
  ['sealed', withSealed, again('v1.s.two', 'another')],
  ['in clear', withClear, again('v1.s.two', 'another', { ...device, ip: '192.0.2.2' })],
  ['none', recorded, again('v1.s.two', 'digest')],
] as const)
  test(`another device than one that is recorded as ${what} is a conflict`, () =>
    given(before)
      .when(command)
      .refuses('CONFLICT', { transaction_id: 'tx_1', ...another[0], fields: another }))
test('no device is a conflict with one that is sealed', () =>
  given(withSealed)
    .when({ type: 'record', data })
    .refuses('CONFLICT', { transaction_id: 'tx_1', ...another[0], fields: another }))

test('other content is a conflict that names the fields as the caller knows them', () => {
  const reason = 'differs from the transaction recorded with this transaction_id'
  const fields = ['user_id', 'amount'].map(field => ({ field, reason }))
  given(recorded)
    .when({ type: 'record', data: { ...data, amount_minor: 1, user_id: 'v' } })
    .refuses('CONFLICT', { ...fields[0], fields })
})
test('an unknown transaction is REFUND_002', () => given().when(reserve('rf_1', 1)).refuses('REFUND_002'))
test('another currency is REFUND_001', () =>
  given(recorded)
    .when({
      type: 'reserve',
      client_id: data.client_id,
      refund_id: 'rf_1',
      attempt: 0,
      amount_minor: 1,
      currency: 'USD',
    })
    .refuses('REFUND_001', { field: 'refund.currency' }))
test('the whole amount can be reserved', () =>
  given(recorded).when(reserve('rf_1', 10_000)).records(reserved('rf_1', 10_000)))
test('more than the transaction is REFUND_008', () =>
  given(recorded, reserved('rf_1', 10_000))
    .when(reserve('rf_2', 10_001))
    .refuses('REFUND_008', { original: 100, refunded: 100, remaining: 0 }))
test('more than what is left is REFUND_008 with what is left', () =>
  given(recorded, reserved('rf_1', 9_999))
    .when(reserve('rf_2', 2))
    .refuses('REFUND_008', { original: 100, refunded: 99.99, remaining: 0.01 }))
test('the last cent can be reserved', () =>
  given(recorded, reserved('rf_1', 9_999)).when(reserve('rf_2', 1)).records(reserved('rf_2', 1)))
test('nothing left is REFUND_007', () =>
  given(recorded, reserved('rf_1', 10_000)).when(reserve('rf_2', 1)).refuses('REFUND_007'))
test('the same attempt again carries on', () =>
  given(recorded, reserved('rf_1', 10_000)).when(reserve('rf_1', 10_000)).changesNothing())
test('an attempt that gave its part back can not take it again', () => {
  const scene = given(recorded, reserved('rf_1', 10_000), released('rf_1'))
  scene.when(reserve('rf_1', 10_000)).changesNothing()
  assert.is(heldMinor(scene.state, 'rf_1', 0), 0)
})
test('an earlier attempt never replaces a later one', () => {
  given(recorded, reserved('rf_1', 10), released('rf_1'), reserved('rf_1', 10, 1))
    .when(reserve('rf_1', 10, 0))
    .changesNothing()
})
test('a retry reserves anew, and can find that others took the rest', () => {
  given(recorded, reserved('rf_1', 10_000), released('rf_1'))
    .when(reserve('rf_1', 10_000, 1))
    .records(reserved('rf_1', 10_000, 1))
  given(recorded, reserved('rf_1', 10_000), released('rf_1'), reserved('rf_2', 10_000))
    .when(reserve('rf_1', 10_000, 1))
    .refuses('REFUND_007')
})
test('a retry takes the place of the attempt that failed, also before its part was given back', () => {
  const scene = given(recorded, reserved('rf_1', 10_000))
  scene.when(reserve('rf_1', 10_000, 1)).records(reserved('rf_1', 10_000, 1))
  assert.is(reservedMinor(given(recorded, reserved('rf_1', 10_000), reserved('rf_1', 10_000, 1)).state), 10_000)
  given(recorded, reserved('rf_1', 6_000), reserved('rf_2', 4_000))
    .when(reserve('rf_1', 6_001, 1))
    .refuses('REFUND_008', { refunded: 40, remaining: 60 })
})
test('a release is for one attempt and happens once', () => {
  const release = (attempt: number): TransactionCommand => ({
    type: 'release',
    client_id: data.client_id,
    refund_id: 'rf_1',
    attempt,
    reason: 'failed',
  })
  given(recorded, reserved('rf_1', 5)).when(release(0)).records(released('rf_1'))
  given(recorded, reserved('rf_1', 5), released('rf_1')).when(release(0)).changesNothing()
  given(recorded, reserved('rf_1', 5), released('rf_1'), reserved('rf_1', 5, 1))
    .when(release(0))
    .changesNothing()
  given(recorded).when(release(0)).changesNothing()
})
test('what is reserved adds up', () => {
  const { state } = given(recorded, reserved('rf_1', 5), reserved('rf_2', 7), released('rf_1'))
  assert.is(reservedMinor(state), 7)
})
test('ids of two clients, and ids that contain separators, name different streams', () => {
  const streams = [
    transactionStreams.id('a', 'b,c'),
    transactionStreams.id('a,b', 'c'),
    transactionStreams.id('b', 'b,c'),
    transactionStreams.id('a', '../b'),
  ]
  assert.is(new Set(streams).size, 4)
})

test('a transaction that was asked back in twenty thousand parts is folded at once, to the same', () => {
  const parts = Array.from({ length: 20_000 }, (_, n) =>
    n % 10 === 9 ? released(`rf_${n - 1}`) : reserved(`rf_${n}`, 1),
  )
  const events = recordedOf([{ ...recorded, data: { ...data, amount_minor: 1_000_000 } }, ...parts], 'transaction-1')
  const before = process.cpuUsage()
  const state = fold(transactionDecider, events)
  const { user, system } = process.cpuUsage(before)
  assert.ok((user + system) / 1_000 < 2_000, `${(user + system) / 1_000} ms`)
  assert.is(reservedMinor(state), 16_000)
  const few = events.slice(0, 100)
  assert.equal(
    fold(transactionDecider, few),
    few.reduce((before, event) => transactionDecider.evolve(before, event), transactionDecider.initial),
  )
  assert.is(transactionDecider.initial.reservations.size, 0)
})

test.run()
