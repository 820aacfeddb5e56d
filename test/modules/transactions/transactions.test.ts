import { rmSync } from 'node:fs'
import * as assert from 'uvu/assert'
import { type RunningService, start } from '#main.ts'
import { readServiceConfig } from '#service-config.ts'
import { type Client, logIn, until } from '../../harness/client.ts'
import { testLog } from '../../harness/log.ts'
import { ACCOUNTS, refundOf, transactionOf } from '../../harness/samples.ts'
import { ADMIN, sharedKeys, testEnvironment } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { runningStores } from '../../projector/running-stores.ts'

/** Two processes that answer and pay, and no projector: nothing here may wait for a read model. */
const test = suite('a transaction with its refunds')
const stores = await runningStores()
const environment = testEnvironment({
  ...stores.urls,
  ROLES: 'api,reactor',
  ...sharedKeys(),
})
const instances: RunningService[] = []
for (let number = 0; number < 2; number += 1)
  instances.push(await start(readServiceConfig(environment), { log: testLog() }))
const [one, other] = (await Promise.all(instances.map(({ url }) => logIn(url, ADMIN.email, ADMIN.password)))) as [
  Client,
  Client,
]

test.after(async () => {
  await Promise.all(instances.map(({ stop }) => stop()))
  await stores.stop()
  rmSync(environment.DATA_DIR!, { recursive: true, force: true })
})

const shown = async (id: string, caller = other) => {
  const { status, body } = await caller.get(`/transactions/${encodeURIComponent(id)}`)
  assert.is(status, 200, JSON.stringify(body))
  return body
}

const recorded = async (amount: number, more: object = {}) => {
  const transaction = { ...transactionOf(amount), ...more }
  assert.is((await one.post('/transactions', transaction)).status, 201)
  return transaction
}

test('shows what was recorded, whole, and that all of it is left', async () => {
  const full = {
    ...{ transaction_id: 'tx whole', user_id: 'user_1', account_id: 'acc_1', amount: 12.345, currency: 'KWD' },
    merchant: { id: 'm_1', name: 'Café', category: 'food' },
    device: { ip: '198.51.100.7', user_agent: 'a browser', fingerprint: 'f' },
    ...{ operation_type: 'payment', timestamp: '2026-01-01T14:00:00+02:00' },
  }
  await one.post('/transactions', full)
  const budget = { refunded_amount: 0, refundable_amount: 12.345, refunds: [], has_more_refunds: false }
  assert.equal(await shown('tx whole'), { ...full, timestamp: '2026-01-01T12:00:00.000Z', ...budget })
  const { account_id, merchant, device, ...least } = { ...full, transaction_id: 'tx least' }
  await one.post('/transactions', least)
  const { timestamp, ...rest } = least
  const none = { account_id: null, merchant: null, device: null }
  assert.equal(await shown('tx least'), { ...rest, ...none, timestamp: '2026-01-01T12:00:00.000Z', ...budget })
})

test('a refund is in it when its request is answered, whichever process is asked, without a read model', async () => {
  const transaction = await recorded(100)
  const ids: string[] = []
  for (const amount of [10, 20.5, 0.01]) {
    const { status, body } = await one.requestRefund(refundOf(transaction, amount, ACCOUNTS.slow))
    assert.is(status, 201)
    ids.unshift(body.refund_id)
    const { refunds } = await shown(transaction.transaction_id)
    assert.equal(
      refunds.map(({ refund_id }: { refund_id: string }) => refund_id),
      ids,
    )
    const { refund_id, status: state, currency, reason, created_at } = (await one.get(`/refund/${body.refund_id}`)).body
    assert.equal([state === refunds[0].status || refunds[0].status === 'pending', refunds[0].amount], [true, amount])
    assert.equal(refunds[0], { refund_id, status: refunds[0].status, amount, currency, reason, created_at })
  }
  const { refunded_amount, refundable_amount } = await shown(transaction.transaction_id)
  assert.equal([refunded_amount, refundable_amount], [30.51, 69.49])
})

test('exactly what is refundable is granted, and no cent more', async () => {
  const transaction = await recorded(50)
  assert.is((await one.requestRefund(refundOf(transaction, 12.34))).status, 201)
  const { refundable_amount } = await shown(transaction.transaction_id)
  assert.is(refundable_amount, 37.66)
  const more = await other.requestRefund(refundOf(transaction, 37.67))
  assert.equal([more.body.error_code, more.body.details.remaining], ['REFUND_008', refundable_amount])
  assert.is((await other.requestRefund(refundOf(transaction, 37.66))).status, 201)
  assert.is((await shown(transaction.transaction_id, one)).refundable_amount, 0)
})

test('what failed or was cancelled is shown and refundable again', async () => {
  // A machine that stands still may let the window pass: then another refund is cancelled.
  const { transaction, failed, cancelled } = await until(
    async () => {
      const transaction = await recorded(80, { currency: 'JPY' })
      const ask = async (amount: number, account: string) =>
        (await one.requestRefund(refundOf(transaction, amount, account))).body.refund_id as string
      const failed = await ask(30, ACCOUNTS.closed)
      const cancelled = await ask(50, ACCOUNTS.slow)
      return { transaction, failed, cancelled, status: (await one.post(`/refund/${cancelled}/cancel`, {})).status }
    },
    ({ status }) => status === 200,
  )
  const body = await until(
    () => shown(transaction.transaction_id),
    ({ refundable_amount }) => refundable_amount === 80,
  )
  assert.equal(
    body.refunds.map(({ refund_id, status }: Record<string, string>) => [refund_id, status]),
    [
      [cancelled, 'cancelled'],
      [failed, 'failed'],
    ],
  )
  assert.is(body.refunded_amount, 0)
})

test('refunds are fifty at most, the newest, and it says that there are more', async () => {
  const transaction = await recorded(100)
  const ids: string[] = []
  for (let number = 0; number < 52; number += 1) {
    if (number === 50) assert.is((await shown(transaction.transaction_id)).has_more_refunds, false)
    ids.unshift((await one.requestRefund(refundOf(transaction, 1, ACCOUNTS.slow))).body.refund_id)
  }
  const { refunds, has_more_refunds, refundable_amount } = await shown(transaction.transaction_id)
  assert.equal(
    refunds.map(({ refund_id }: { refund_id: string }) => refund_id),
    ids.slice(0, 50),
  )
  assert.equal([has_more_refunds, refundable_amount], [true, 48])
})

test('any text is found under its own name, and what was not recorded is not found', async () => {
  const names = ['a/b', '..%2F', '?x=1#y', 'ü'.repeat(128), '🦀'.repeat(64), '100 %', 'list']
  for (const transaction_id of names) {
    await recorded(5, { transaction_id })
    assert.is((await shown(transaction_id)).transaction_id, transaction_id)
  }
  for (const id of ['none', 'A/b', '%00', 'x'.repeat(129), '%F0%9F']) {
    const { status, body } = await one.get(`/transactions/${id.startsWith('%') ? id : encodeURIComponent(id)}`)
    assert.ok(status === 404 || (id === '%F0%9F' && status === 400), `${id}: ${status}`)
    assert.match(body.error_code, /^(NOT_FOUND|INVALID_REQUEST)$/)
  }
})

test("another client's transaction is not found, under the same id either", async () => {
  const transaction = await recorded(9)
  const { body } = await one.post('/admin/clients', { name: 'Another bank' })
  const user = { client_id: body.client_id, email: 'a@bank.example', role: 'integrator', password: ADMIN.password }
  assert.is((await one.post('/admin/users', user)).status, 201)
  const stranger = await logIn(one.url, user.email, ADMIN.password)
  const path = `/transactions/${transaction.transaction_id}`
  assert.equal([(await stranger.get(path)).status, (await stranger.get(path)).body.error_code], [404, 'NOT_FOUND'])
  assert.is((await stranger.post('/transactions', { ...transaction, amount: 7 })).status, 201)
  assert.equal([(await shown(transaction.transaction_id)).amount, (await stranger.get(path)).body.amount], [9, 7])
})

test.run()
