import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { type Client, until } from '../../harness/client.ts'
import { ACCOUNTS, refundOf, transactionOf } from '../../harness/samples.ts'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('the refund list over HTTP')
const service = await startTestService()
test.after(() => service.end())
const { admin } = service
const stranger = await service.newClient()

type Item = { refund_id: string; status: string; amount: number; currency: string; created_at: string }
type Known = Item & { transaction_id: string; reason: string; case_id: string | null }

const known: Known[] = []

async function refunded(caller: Client, number: number): Promise<Known> {
  const currency = ['EUR', 'USD', 'JPY'][number % 3]!
  const transaction = transactionOf(1_000, currency)
  assert.is((await caller.post('/transactions', transaction)).status, 201)
  const amount = currency === 'JPY' ? 10 + (number % 4) : 10 + (number % 4) / 4
  const { refund, ...body } = refundOf(transaction, amount, number % 5 === 0 ? ACCOUNTS.closed : ACCOUNTS.paidAtOnce)
  const reason = ['confirmed_fraud', 'duplicate'][number % 2]!
  const case_id = number % 4 === 0 ? null : `case ${number % 4}`
  const answer = await caller.requestRefund({ ...body, refund: { ...refund, reason }, metadata: { case_id } })
  assert.is(answer.status, 201, JSON.stringify(answer.body))
  const { refund_id, created_at } = answer.body
  const { transaction_id } = transaction
  return { refund_id, status: '', amount, currency, created_at, transaction_id, reason, case_id }
}

for (let number = 0; number < 40; number += 1) known.push(await refunded(admin, number))
const foreign = await refunded(stranger, 1)
await until(
  () => admin.get('/refund/list?page_size=100'),
  ({ body }) => body.data.length === 40 && body.data.every(({ status }: Item) => /completed|failed/.test(status)),
)
for (const item of (await admin.get('/refund/list?page_size=100')).body.data as Item[])
  known.find(({ refund_id }) => refund_id === item.refund_id)!.status = item.status

const queryOf = (query: Record<string, string | number>) =>
  new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])).toString()

/** Every page by cursor; `between` runs after each. */
async function everyPage(caller: Client, query: Record<string, string | number>, between = async () => {}) {
  const items: Item[] = []
  let at = ''
  for (let number = 1; number < 100; number += 1) {
    const { status, body } = await caller.get(`/refund/list?${queryOf(query)}${at}`)
    assert.is(status, 200, JSON.stringify(body))
    assert.is(body.pagination.page, number)
    items.push(...body.data)
    if (body.pagination.next_cursor === null) return items
    at = `&cursor=${body.pagination.next_cursor}`
    await between()
  }
  throw new Error('the pages do not end')
}

const idsOf = (items: { refund_id: string }[]) => items.map(({ refund_id }) => refund_id)

function expected(fits: (refund: Known) => boolean, sort: 'created_at' | 'amount' = 'created_at', order = 'desc') {
  const ascending = known.filter(fits).sort((a, b) => {
    const [one, other] = [a[sort], b[sort]]
    return one === other ? (a.refund_id < b.refund_id ? -1 : 1) : one < other ? -1 : 1
  })
  return idsOf(order === 'asc' ? ascending : ascending.reverse())
}

test('filters select the same refunds as the test does, alone and together, in either order of either sort', async () => {
  const middle = known[20]!
  type Filter = [query: Record<string, string | number>, fits: (refund: Known) => boolean]
  const none: Filter = [{}, () => true]
  const filters: Filter[] = [
    none,
    [{ transaction_id: middle.transaction_id }, refund => refund === middle],
    [{ case_id: 'case 2' }, ({ case_id }) => case_id === 'case 2'],
    [{ currency: 'JPY' }, ({ currency }) => currency === 'JPY'],
    [{ reason: 'duplicate' }, ({ reason }) => reason === 'duplicate'],
    [{ status: 'failed' }, ({ status }) => status === 'failed'],
    [{ amount_min: 10.5 }, ({ amount }) => amount >= 10.5],
    [{ amount_max: 10.75 }, ({ amount }) => amount <= 10.75],
    [{ date_from: middle.created_at }, ({ created_at }) => created_at >= middle.created_at],
  ]
  let found = 0
  for (const [index, [one, fits]] of filters.entries())
    for (const [other, fitsToo] of filters.slice(index)) {
      const [sort, order] = [(['created_at', 'amount'] as const)[found % 2]!, ['desc', 'asc'][(found >> 1) % 2]!]
      const query = { ...one, ...other, sort, order, page_size: 7 }
      const ids = expected(refund => fits(refund) && fitsToo(refund), sort, order)
      assert.equal(idsOf(await everyPage(admin, query)), ids, JSON.stringify(query))
      const { total_items, total_capped } = (await admin.get(`/refund/list?${queryOf(query)}`)).body.pagination
      assert.equal([total_items, total_capped], [ids.length, false], JSON.stringify(query))
      found += ids.length
    }
  assert.ok(found > 200, `${found} in all`)
})

test('no filter finds refunds of another client', async () => {
  const { refund_id, transaction_id, amount, reason, currency } = foreign
  for (const query of [{ transaction_id }, { amount_min: amount }, { reason }, { currency }, { case_id: 'case 1' }]) {
    assert.equal(idsOf(await everyPage(stranger, query)), [refund_id], JSON.stringify(query))
    assert.not(idsOf(await everyPage(admin, query)).includes(refund_id))
  }
  const { next_cursor } = (await admin.get('/refund/list?page_size=2')).body.pagination
  const { status, body } = await stranger.get(`/refund/list?cursor=${next_cursor}`)
  assert.equal([status, body.error_code, body.details.field], [400, 'REFUND_001', 'cursor'])
})

test('pages by cursor are complete and do not move while refunds are requested', async () => {
  const before = expected(() => true)
  let came = 0
  const walked = await everyPage(admin, { page_size: 6 }, async () => {
    await refunded(admin, came)
    came += 1
    await until(
      () => admin.get('/refund/list'),
      ({ body }) => body.pagination.total_items === before.length + came,
    )
  })
  assert.equal(idsOf(walked), before)
  assert.ok(came >= 5)
})

test('a list without a cursor has the fields of earlier versions and next_cursor', async () => {
  const { body } = await admin.get('/refund/list?page=2&page_size=10')
  const { total_items, total_pages, next_cursor, ...rest } = body.pagination
  assert.equal(rest, { page: 2, page_size: 10, total_capped: false })
  assert.equal(Object.keys(body.data[0]), ['refund_id', 'status', 'amount', 'currency', 'created_at'])
  const next = await admin.get(`/refund/list?page_size=10&cursor=${next_cursor}`)
  assert.equal(next.body, (await admin.get('/refund/list?page=3&page_size=10')).body)
})

test('without a counter for the filters, 10,000 refunds are counted and total_capped is true', async () => {
  const { db } = service.service
  const add = (from: number, to: number) =>
    db.query(sql.unsafe`
      insert into read.refunds select r.* from read.refunds as known cross join generate_series(${from}::integer, ${to}::integer) as n,
        lateral jsonb_populate_record(known, jsonb_build_object('refund_id', 'rf_many_' || n, 'case_id', 'many')) as r
      where known.refund_id = ${foreign.refund_id}`)
  const told = async () => {
    const { total_items, total_capped, total_pages } = (await stranger.get('/refund/list?case_id=many')).body.pagination
    return [total_items, total_capped, total_pages]
  }
  await add(1, 10_000)
  assert.equal(await told(), [10_000, false, 200])
  await add(10_001, 10_001)
  assert.equal(await told(), [10_000, true, 200])
})

for (const [field, query] of [
  ['transaction_id', 'transaction_id='],
  ['case_id', 'case_id=a%00b'],
  ['currency', 'currency=eur'],
  ['reason', 'reason=Confirmed%20fraud'],
  ['amount_min', 'amount_min=ten'],
  ['amount_max', 'amount_max=-1'],
  ['amount_min', 'amount_min=2&amount_max=1'],
  ['amount_max', 'amount_max=1&amount_max=2'],
  ['sort', 'sort=user_id'],
  ['order', 'order=descending'],
  ['cursor', 'cursor=1'],
  ['cursor', `cursor=${Buffer.from('created_at desc 1 2026-01-01T00:00:00Z x').toString('base64url')}`],
  ['cursor', `sort=amount&cursor=${Buffer.from('created_at desc 1 2026-01-01T00:00:00Z rf_1').toString('base64url')}`],
  ['cursor', `order=asc&cursor=${Buffer.from('created_at desc 1 2026-01-01T00:00:00Z rf_1').toString('base64url')}`],
  ['page', `page=1&cursor=${Buffer.from('created_at desc 1 2026-01-01T00:00:00Z rf_1').toString('base64url')}`],
] as const)
  test(`${query.slice(0, 60)} is refused by the name of ${field}`, async () => {
    const { status, body } = await admin.get(`/refund/list?${query}`)
    assert.equal([status, body.error_code, body.details?.field], [400, 'REFUND_001', field], JSON.stringify(body))
    assert.equal(body.details.fields[0], { field, reason: body.details.reason })
  })

test.run()
