import { randomUUID } from 'node:crypto'
import * as assert from 'uvu/assert'
import { type Client, until } from '../../harness/client.ts'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { erase, settlingSoon, subjectReaches } from '../subjects/people.ts'
import { areAsRebuilt } from './rebuilt-alerts.ts'

const test = suite('the list of transactions')
const service = await startTestService({}, { modules: settlingSoon() })
test.after(() => service.end())
const { admin } = service
const other = await service.newClient()

type Listed = { transaction_id: string; amount: number; currency: string; timestamp: string; score: object | null }

const minute = (n: number) => new Date(Date.UTC(2026, 0, 1, 12, n)).toISOString()
const transactionOf = (user_id: string, n: number, more: object = {}) => ({
  ...{ transaction_id: `${user_id}-${n}`, user_id, amount: 10 + n, currency: 'EUR' },
  ...{ operation_type: 'payment', timestamp: minute(n), ...more },
})
async function recorded(caller: Client, user_id: string, count: number, more: object = {}): Promise<string[]> {
  const transactions = Array.from({ length: count }, (_, n) => transactionOf(user_id, n, more))
  const { status, body } = await caller.post('/transactions', transactions)
  assert.is(status, 201, JSON.stringify(body))
  await listed(caller, user_id, count)
  return transactions.map(({ transaction_id }) => transaction_id).reverse()
}
/** On a busy machine the list is behind for longer than a request waits. */
const listed = (caller: Client, user_id: string, count: number) =>
  until(
    () => list(caller, `user_id=${user_id}`),
    ({ body }) => body.data.length === count,
  )
const list = (caller: Client, query: string) => caller.get(`/transactions?${query}`)
async function idsOf(caller: Client, query: string): Promise<string[]> {
  const { status, body } = await list(caller, query)
  assert.is(status, 200, JSON.stringify(body))
  return (body.data as Listed[]).map(({ transaction_id }) => transaction_id)
}
const codeOf = ({ status, body }: { status: number; body: { error_code?: string } }) => [status, body.error_code]

test('has the amount as it was recorded, in currencies of 0, 2, 3 and 4 decimals', async () => {
  const user_id = `user_${randomUUID()}`
  const amounts = [
    [1_200, 'JPY'],
    [10.01, 'EUR'],
    [0.125, 'KWD'],
    [3.0001, 'CLF'],
  ] as const
  const transactions = amounts.map(([amount, currency], n) => transactionOf(user_id, n, { amount, currency }))
  assert.is((await admin.post('/transactions', transactions)).status, 201)
  const { body } = await listed(admin, user_id, amounts.length)
  assert.equal(
    (body.data as Listed[]).map(({ amount, currency }) => [amount, currency]),
    amounts.toReversed(),
  )
  const { transaction_id, timestamp, score } = body.data[0] as Listed
  const { body: one } = await admin.get(`/transactions/${transaction_id}`)
  assert.equal([timestamp, score], [one.timestamp, null], 'recorded without a score')
})

test('has the score that was answered', async () => {
  const user_id = `user_${randomUUID()}`
  const { body: scored } = await admin.post('/fraud/score/realtime', { transaction: transactionOf(user_id, 1) })
  const { body } = await until(
    () => list(admin, `user_id=${user_id}`),
    answer => answer.body.data[0].score !== null,
  )
  const { threshold_applied, ...score } = body.data[0].score
  const { fraud_score, fraud_level, is_alert, risk_factors, model_version } = scored
  assert.equal(score, { fraud_score, fraud_level, is_alert, risk_factors, model_version })
  assert.is(is_alert, fraud_score >= threshold_applied)
})

test('is filtered by user, account and time, and comes page by page', async () => {
  const user_id = `user_${randomUUID()}`
  const [in_one, in_two] = [`acc_${randomUUID()}`, `acc_${randomUUID()}`]
  const first = await recorded(admin, user_id, 5, { account_id: in_one })
  const second = await recorded(admin, `${user_id}-2`, 3, { account_id: in_two })
  assert.equal(await idsOf(admin, `user_id=${user_id}`), first)
  assert.equal(await idsOf(admin, `account_id=${in_two}`), second)
  assert.equal(await idsOf(admin, `user_id=${user_id}&account_id=${in_two}`), [])
  assert.equal(await idsOf(admin, `user_id=${user_id}&since=${minute(1)}&until=${minute(3)}`), first.slice(2, 4))
  const paged: string[] = []
  let cursor = ''
  for (let page = 0; page < 3; page += 1) {
    const { body } = await list(admin, `user_id=${user_id}&limit=2${cursor}`)
    paged.push(...(body.data as Listed[]).map(({ transaction_id }) => transaction_id))
    assert.is(body.pagination.has_more, page < 2)
    cursor = `&cursor=${body.pagination.next_cursor}`
  }
  assert.equal(paged, first)
})

test('refuses cursors of other filters, other clients and none, and filters that it does not know', async () => {
  const user_id = `user_${randomUUID()}`
  await recorded(admin, user_id, 2)
  const { next_cursor } = (await list(admin, `user_id=${user_id}&limit=1`)).body.pagination
  for (const answer of [
    await list(admin, `cursor=${next_cursor}`),
    await list(other, `user_id=${user_id}&cursor=${next_cursor}`),
    await list(admin, `user_id=${user_id}&cursor=forged`),
    await list(admin, 'user=1'),
    await list(admin, 'limit=201'),
    await list(admin, `since=${minute(2)}&until=${minute(1)}`),
  ])
    assert.equal(codeOf(answer), [400, 'INVALID_REQUEST'])
})

test("never shows another client's, under the same ids either", async () => {
  const user_id = `user_${randomUUID()}`
  const own = await recorded(admin, user_id, 1)
  assert.equal(await idsOf(other, `user_id=${user_id}`), [])
  await recorded(other, user_id, 1, { amount: 99 })
  for (const [caller, amount] of [
    [admin, 10],
    [other, 99],
  ] as const) {
    const { data } = (await list(caller, `user_id=${user_id}`)).body as { data: Listed[] }
    assert.equal(
      data.map(one => [one.transaction_id, one.amount]),
      [[own[0], amount]],
    )
  }
})

test('leaves out restricted people, with what is recorded after it, and erased ones', async () => {
  for (const [legal_basis, status] of [
    ['aml_retention', 'retained'],
    ['consent_withdrawn', 'shredded'],
  ] as const) {
    const user_id = `user_${randomUUID()}`
    const account_id = `acc_${randomUUID()}`
    await recorded(admin, user_id, 2, { account_id })
    assert.is((await idsOf(admin, `account_id=${account_id}`)).length, 2)
    await erase(admin, user_id, legal_basis)
    await subjectReaches(admin, user_id, status)
    if (status === 'retained') await admin.post('/transactions', transactionOf(user_id, 9, { account_id }))
    await until(
      () => idsOf(admin, `account_id=${account_id}`),
      ids => ids.length === 0,
    )
    assert.equal(await idsOf(admin, `user_id=${user_id}`), [])
  }
})

test('is rebuilt to the same rows', () => areAsRebuilt(service, ['fraud_transactions']))

test.run()
