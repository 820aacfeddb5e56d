import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { type RefundEvent, refundStreams } from '#domain/refunds/events.ts'
import { evolve, isRefund, REFUND_STATUSES, type Refund, type RefundState } from '#domain/refunds/state.ts'
import type { Recorded } from '#event-sourcing/decider.ts'
import { historyOf } from '#projections/audit/history.ts'
import { refundHistoryView } from '#projections/refunds/history-view.ts'
import { refunds as refundsModel } from '#projections/refunds/refunds.ts'
import { applyEvents } from '#projector/rows.ts'
import { searchHistory } from '#queries/audit/search-history.ts'
import { ListRefundsQuery, ListRefundsResponse, listRefunds } from '#queries/refunds/list-refunds.ts'
import { REFUND_LIST_STATUSES } from '#queries/refunds/list-refunds-query.ts'
import { Rejection } from '#values/errors.ts'
import { histories, requestedData } from '../domain/refunds/samples.ts'
import { suite } from '../harness/suite.ts'
import { startTestPostgres } from '../harness/test-postgres.ts'
import { putEmptyTables } from '../projector/empty-tables.ts'
import { random } from '../projector/refund-histories.ts'

const test = suite('the refund list')
const db = await startTestPostgres(test, 'list-refunds-')

type Made = Refund & { refund_id: string }
/** What callers are shown. */
const amountOf = ({ amount_minor, currency }: Refund) => amount_minor / { EUR: 100, JPY: 1, KWD: 1000 }[currency]!

const next = random(5)
const pick = (count: number) => Math.floor(next() * count)

/** Refunds with histories of every kind, on few instants, users and clients, so that ties and empty answers occur. */
function made(number: number): { events: Recorded<RefundEvent>[]; refund: Made } {
  const refund_id = `rf_${pick(1e9)}_${number}`
  const history = histories[REFUND_STATUSES[pick(REFUND_STATUSES.length)]!]
  const start = Date.UTC(2026, pick(4), 1 + pick(6), 6 * pick(4), pick(2) * 30) + pick(3)
  const currency = ['EUR', 'JPY', 'KWD'][pick(3)]!
  const metadata = { case_id: [null, 'case_1', 'case_2'][pick(3)]!, agent_id: null }
  const reason = ['confirmed_fraud', 'duplicate', 'customer_request'][pick(3)]!
  // Few amounts, so that many are equal, in one currency and across them; tenths, because most are no binary fraction.
  const amount_minor = (1 + pick(40)) * { EUR: 30, JPY: 1, KWD: 300 }[currency]!
  const owner = {
    client_id: `clt_${pick(2)}`,
    transaction_id: `tx ${pick(60)}`,
    currency,
    amount_minor,
    reason,
    metadata,
  }
  const beneficiary = { ...requestedData.beneficiary, user_id: `user_${pick(6)}` }
  const events = history.map((event, revision) => {
    const at = new Date(start + revision * 7_000).toISOString()
    const data = event.type === 'RefundRequested' ? { ...event.data, ...owner, beneficiary } : event.data
    const actor = { sub: 'usr_1', client_id: 'clt_x', role: 'integrator' }
    const chain = { request_id: 'req', correlation_id: 'req', causation_id: null, prev_hash: null, hash: 'h' }
    const id = `00000000-0000-4000-8000-${String(number * 10 + revision).padStart(12, '0')}`
    const stream = `refund-${refund_id}`
    return {
      type: event.type,
      data,
      id,
      stream,
      revision,
      at,
      metadata: { v: 1, at, actor, ...chain },
    } as Recorded<RefundEvent>
  })
  const state = events.reduce<RefundState>(evolve, { status: 'absent' })
  if (!isRefund(state)) throw new Error('every history used here begins with a request')
  return { events, refund: { ...state, refund_id } }
}

const all = Array.from({ length: 2_000 }, (_, number) => made(number))
const refunds = all.map(({ refund }) => refund)

/** What the history has of a refund, oldest first. */
async function eventsOf(client_id: string | null, refund_id: string) {
  const { families, types } = { families: ['refund'], types: refundStreams.types }
  const { lines } = await searchHistory(db, {
    client_id,
    families,
    types,
    objects: [refund_id],
    scope: 'test',
    limit: 100,
  })
  return lines.toReversed()
}

test('is answered as unavailable while its tables do not exist', async () => {
  const queries = [() => listRefunds(db, 'clt_0', ListRefundsQuery.parse({})), () => eventsOf('clt_0', 'rf_1')]
  for (const query of queries)
    await query().then(
      () => assert.unreachable('there was an answer'),
      error => {
        assert.instance(error, Rejection)
        assert.is(error.code, 'SERVICE_UNAVAILABLE')
      },
    )
})

test('its tables take every history, in batches that cut refunds in two', async () => {
  await putEmptyTables(db)
  const events = all.flatMap(({ events }) => events).sort((a, b) => a.revision - b.revision)
  for (let first = 0; first < events.length; first += 700)
    await db.transaction(async tx => {
      await applyEvents(tx, 'read', refundsModel, events.slice(first, first + 700))
      await applyEvents(tx, 'read', historyOf([refundHistoryView]), events.slice(first, first + 700))
    })
})

test('a batch that comes a second time changes neither rows nor counters', async () => {
  const answers = () =>
    Promise.all(['clt_0', 'clt_1'].map(client => listRefunds(db, client, ListRefundsQuery.parse({}))))
  const before = await answers()
  // Whole histories, and beginnings whose rows have gone on since.
  const again = all.slice(0, 300).flatMap(({ events }) => events)
  const events = [...again, ...all.slice(300, 600).flatMap(({ events }) => events.slice(0, 1))]
  await db.transaction(async tx => {
    await applyEvents(tx, 'read', refundsModel, events)
    await applyEvents(tx, 'read', historyOf([refundHistoryView]), events)
  })
  assert.equal(await answers(), before)
})

function expected(client_id: string, query: ReturnType<typeof filters>) {
  const { page = '1', page_size = '50', status, user_id, date_from, date_to, ...more } = query
  const { transaction_id, case_id, currency, reason, amount_min, amount_max, sort, order } = more
  const until = date_to !== undefined && !date_to.includes('T') ? `${date_to}T23:59:59.999Z` : date_to
  const found = refunds
    .filter(refund => refund.client_id === client_id)
    .filter(refund => status === undefined || refund.status === status)
    .filter(refund => user_id === undefined || refund.beneficiary.user_id === user_id)
    .filter(refund => date_from === undefined || Date.parse(refund.created_at) >= Date.parse(date_from))
    .filter(refund => until === undefined || Date.parse(refund.created_at) <= Date.parse(until))
    .filter(refund => transaction_id === undefined || refund.transaction_id === transaction_id)
    .filter(refund => case_id === undefined || refund.metadata.case_id === case_id)
    .filter(refund => currency === undefined || refund.currency === currency)
    .filter(refund => reason === undefined || refund.reason === reason)
    .filter(refund => amount_min === undefined || amountOf(refund) >= Number(amount_min))
    .filter(refund => amount_max === undefined || amountOf(refund) <= Number(amount_max))
    .sort((a, b) => {
      const by = sort === 'amount' ? amountOf(a) - amountOf(b) : Date.parse(a.created_at) - Date.parse(b.created_at)
      const ascending = by !== 0 ? by : a.refund_id < b.refund_id ? -1 : 1
      return order === 'asc' ? ascending : -ascending
    })
  const [number, size] = [Number(page), Number(page_size)]
  return {
    ids: found.slice((number - 1) * size, number * size).map(({ refund_id }) => refund_id),
    pagination: {
      page: number,
      page_size: size,
      total_items: found.length,
      total_pages: Math.ceil(found.length / size),
      total_capped: false,
    },
  }
}

function filters() {
  const maybe = <T>(value: T) => (next() < 0.5 ? value : undefined)
  const day = () => `2026-0${1 + pick(5)}-${String(1 + pick(8)).padStart(2, '0')}`
  const time = () => `T${String(pick(24)).padStart(2, '0')}:${pick(2) * 3}0:00.00${pick(3)}${['Z', '+02:00'][pick(2)]}`
  const instant = () => (next() < 0.5 ? day() : day() + time())
  const [one, other] = [instant(), instant()].sort((a, b) => Date.parse(a) - Date.parse(b))
  return {
    status: maybe(REFUND_STATUSES[pick(6)]!),
    user_id: maybe(`user_${pick(7)}`),
    date_from: maybe(one),
    date_to: maybe(other),
    transaction_id: next() < 0.1 ? `tx ${pick(61)}` : undefined,
    case_id: next() < 0.2 ? `case_${pick(4)}` : undefined,
    currency: next() < 0.3 ? ['EUR', 'JPY', 'KWD', 'USD'][pick(4)] : undefined,
    reason: next() < 0.3 ? ['confirmed_fraud', 'duplicate', 'unheard_of'][pick(3)] : undefined,
    amount_min: next() < 0.2 ? String(pick(20) / 2) : undefined,
    amount_max: next() < 0.2 ? String(10 + pick(20) / 2) : undefined,
    sort: maybe(['amount', 'created_at'][pick(2)]!),
    order: maybe(['asc', 'desc'][pick(2)]!),
    page: maybe(String(1 + pick(4))),
    page_size: maybe(String(1 + pick(100))),
  }
}

test('pages and totals are those of a count by hand, for any filters', async () => {
  let found = 0
  for (let run = 0; run < 400; run += 1) {
    const query = filters()
    const client = `clt_${pick(3)}`
    const answer = await listRefunds(db, client, ListRefundsQuery.parse(query))
    const { data, pagination } = ListRefundsResponse.parse(answer)
    const told = JSON.stringify({ client, query })
    const { next_cursor, ...counted } = pagination
    assert.equal({ ids: data.map(({ refund_id }) => refund_id), pagination: counted }, expected(client, query), told)
    assert.is(next_cursor !== null, counted.total_items > counted.page * counted.page_size, told)
    found += data.length
  }
  assert.ok(found > 2_000, `the filters found ${found} in all`)
})

test('all pages together are all refunds of the client, each once', async () => {
  const ids = new Set<string>()
  const query = { page_size: '100' }
  const { pagination } = await listRefunds(db, 'clt_1', ListRefundsQuery.parse(query))
  for (let page = 1; page <= pagination.total_pages; page += 1) {
    const { data } = await listRefunds(db, 'clt_1', ListRefundsQuery.parse({ ...query, page: String(page) }))
    for (const { refund_id } of data) ids.add(refund_id)
  }
  assert.equal(
    [...ids].sort(),
    refunds
      .filter(({ client_id }) => client_id === 'clt_1')
      .map(({ refund_id }) => refund_id)
      .sort(),
  )
})

test('pages by cursor are those by number, to the end, for any filters and either order', async () => {
  let pages = 0
  for (let run = 0; run < 60; run += 1) {
    const { page, page_size, ...query } = { ...filters(), page_size: String(5 + pick(40)) }
    let at: Record<string, string> = {}
    for (let number = 1; ; number += 1) {
      const answer = await listRefunds(db, 'clt_0', ListRefundsQuery.parse({ ...query, page_size, ...at }))
      const byNumber = ListRefundsQuery.parse({ ...query, page_size, page: String(number) })
      assert.equal(answer, await listRefunds(db, 'clt_0', byNumber), JSON.stringify(query))
      pages += 1
      if (answer.pagination.next_cursor === null) break
      at = { cursor: answer.pagination.next_cursor }
    }
  }
  assert.ok(pages > 200, `${pages} pages`)
})

test('an item has the fields of the spec, the amount in major units', async () => {
  const { data } = await listRefunds(db, 'clt_0', ListRefundsQuery.parse({ page_size: '100' }))
  for (const item of data) {
    const refund = refunds.find(({ refund_id }) => refund_id === item.refund_id)!
    const { refund_id, status, currency, created_at } = refund
    assert.equal(item, { refund_id, status, amount: amountOf(refund), currency, created_at })
  }
})

test('a client without refunds gets an empty page and zero totals', async () => {
  assert.equal(await listRefunds(db, 'clt_none', ListRefundsQuery.parse({})), {
    data: [],
    pagination: { page: 1, page_size: 50, total_items: 0, total_pages: 0, total_capped: false, next_cursor: null },
  })
})

test('dates at both ends of time are dates like any other', async () => {
  const total = refunds.filter(({ client_id }) => client_id === 'clt_0').length
  const users = refunds.filter(
    ({ client_id, beneficiary }) => client_id === 'clt_0' && beneficiary.user_id === 'user_1',
  )
  const ends: [Record<string, string>, number][] = [
    [{ date_to: '9999-12-31' }, total],
    [{ date_to: '9999-12-31T23:59:59.999Z' }, total],
    [{ date_to: '9999-12-31T23:59:59.9999Z', user_id: 'user_1' }, users.length],
    [{ date_from: '0001-01-01', date_to: '9999-12-31' }, total],
    [{ date_from: '9999-12-15' }, 0],
    [{ date_from: '9999-12-31T23:59:59.9999Z', user_id: 'user_1' }, 0],
    [{ date_from: '9999-12-15', date_to: '9999-12-20' }, 0],
    [{ date_from: '9999-11-30', date_to: '9999-11-30' }, 0],
    [{ date_to: '0001-01-01T00:00:00Z' }, 0],
  ]
  for (const [query, total_items] of ends) {
    const { data, pagination } = await listRefunds(db, 'clt_0', ListRefundsQuery.parse(query))
    assert.equal([pagination.total_items, data.length], [total_items, Math.min(50, total_items)], JSON.stringify(query))
  }
})

test('beyond the last page there is nothing, and the totals stay', async () => {
  const total_items = refunds.filter(({ client_id }) => client_id === 'clt_0').length
  assert.equal(await listRefunds(db, 'clt_0', ListRefundsQuery.parse({ page: '1000000000', page_size: '100' })), {
    data: [],
    pagination: {
      ...{ page: 1_000_000_000, page_size: 100, total_items, total_pages: Math.ceil(total_items / 100) },
      ...{ total_capped: false, next_cursor: null },
    },
  })
})

test('the history of a refund is its events in order, for its own client only', async () => {
  const { events, refund } = all.find(({ refund }) => refund.status === 'completed')!
  const { refund_id, client_id } = refund
  const lines = await eventsOf(client_id, refund_id)
  assert.equal(
    lines.map(({ revision, type, at }) => ({ revision, type, at })),
    events.map(({ revision, type, at }) => ({ revision, type, at })),
  )
  assert.equal(lines[1]?.actor, { sub: 'usr_1', client_id: 'clt_x', role: 'integrator', ip: null })
  assert.equal(lines[2]?.facts, { attempt: 0, reference: 'NET-1' })
  assert.equal(await eventsOf('clt_x', refund_id), [])
  assert.equal(await eventsOf(client_id, 'rf_none'), [])
})

const refused: [Record<string, unknown>, string][] = [
  [{ status: 'foo' }, 'status'],
  [{ status: 'PENDING' }, 'status'],
  [{ status: ['pending', 'failed'] }, 'status'],
  ...['0', '1e1', '', '-1', '1.0', '01', ' 1', '١', '1000000001', '9'.repeat(400)].map(
    page => [{ page }, 'page'] as [Record<string, unknown>, string],
  ),
  ...['0', '101', '1e1', '', 'abc'].map(page_size => [{ page_size }, 'page_size'] as [Record<string, unknown>, string]),
  ...[
    'garbage',
    '',
    '2026-02-30',
    '2026-13-01',
    '2026-01-01T00:00:00',
    '20260101',
    '1767225600',
    '2026-01-01T25:00:00Z',
  ].flatMap(date => [
    [{ date_from: date }, 'date_from'] as [Record<string, unknown>, string],
    [{ date_to: date }, 'date_to'] as [Record<string, unknown>, string],
  ]),
  [{ date_from: '2026-01-02', date_to: '2026-01-01' }, 'date_from'],
  [{ date_from: '2026-01-01T00:00:00.001Z', date_to: '2026-01-01T00:00:00Z' }, 'date_from'],
  [{ user_id: '' }, 'user_id'],
  [{ user_id: 'x'.repeat(129) }, 'user_id'],
  [{ user_id: 'a\u0000b' }, 'user_id'],
  [{ transaction_id: '' }, 'transaction_id'],
  [{ case_id: 'x'.repeat(129) }, 'case_id'],
  ...['usd', 'XXX', 'EURO', ''].map(currency => [{ currency }, 'currency'] as [Record<string, unknown>, string]),
  [{ reason: 'Fraud' }, 'reason'],
  ...['-1', '1e3', '', ' 1', '01', '1.', '.5', '1.00001', 'NaN', '1'.repeat(14)].flatMap(amount => [
    [{ amount_min: amount }, 'amount_min'] as [Record<string, unknown>, string],
    [{ amount_max: amount }, 'amount_max'] as [Record<string, unknown>, string],
  ]),
  [{ amount_min: '2', amount_max: '1.5' }, 'amount_min'],
  [{ sort: 'status' }, 'sort'],
  [{ order: 'up' }, 'order'],
  [{ page: '2', cursor: 'x' }, 'page'],
  [{ cursor: 'x'.repeat(401) }, 'cursor'],
]

test('a wrong parameter is refused by its name', () => {
  for (const [query, field] of refused) {
    const { success, error } = ListRefundsQuery.safeParse(query)
    assert.not(success, `${JSON.stringify(query)} was accepted`)
    assert.equal([...new Set(error?.issues.map(({ path }) => path.join('.')))], [field], JSON.stringify(query))
  }
})

test('an unknown parameter is refused by its name', () => {
  const { error } = ListRefundsQuery.safeParse({ stauts: 'pending' })
  assert.equal(
    error?.issues.map(issue => issue.code === 'unrecognized_keys' && issue.keys),
    [['stauts']],
  )
})

test('a date from and to on the same day means that day, and an equal instant that instant', () => {
  assert.ok(ListRefundsQuery.safeParse({ date_from: '2026-01-01', date_to: '2026-01-01' }).success)
  const at = '2026-01-01T10:00:00.5+05:30'
  assert.ok(ListRefundsQuery.safeParse({ date_from: at, date_to: at }).success)
})

test('the statuses of the list are those of the domain', () => {
  assert.equal([...REFUND_LIST_STATUSES], [...REFUND_STATUSES])
})

test('it is answered from the tables of the version before, until those of this one are built', async () => {
  const query = ListRefundsQuery.parse({})
  const before = await listRefunds(db, 'clt_0', query)
  await db.query(sql.unsafe`alter table read.refunds
    drop column beneficiary_mismatch, drop column amount, drop column reason, drop column case_id`)
  assert.equal(await listRefunds(db, 'clt_0', query), before)
})

test('what asks for columns that are still to be built is unavailable meanwhile, and only that', async () => {
  const ask = (query: Record<string, string>) => listRefunds(db, 'clt_0', ListRefundsQuery.parse(query))
  for (const query of [{ reason: 'duplicate' }, { case_id: 'case_1' }, { amount_min: '1' }, { sort: 'amount' }])
    await ask(query).then(
      () => assert.unreachable(JSON.stringify(query)),
      ({ code, details }) =>
        assert.equal([code, details], ['SERVICE_UNAVAILABLE', { reason: 'this list is being built' }]),
    )
  const { pagination } = await ask({ page_size: '10' })
  for (const query of [
    { transaction_id: 'tx 1' },
    { currency: 'EUR' },
    { order: 'asc' },
    { cursor: pagination.next_cursor! },
  ])
    assert.ok((await ask(query)).data.length > 0, JSON.stringify(query))
})

test('a cursor of another order, or that was tampered with, is refused by its name', async () => {
  const { pagination } = await listRefunds(db, 'clt_0', ListRefundsQuery.parse({}))
  const cursor = pagination.next_cursor!
  const text = Buffer.from(cursor, 'base64url').toString()
  const made = (other: string) => Buffer.from(other).toString('base64url')
  const queries = [
    { cursor, status: 'pending' },
    { cursor, order: 'asc' },
    { cursor, sort: 'amount' },
    { cursor: `${cursor}!` },
    { cursor: cursor.slice(0, 20) },
    { cursor: '' },
    { cursor: made(`${text} 1`) },
    { cursor: made(text.replace(/ 1 /, ' 0 ')) },
    { cursor: made(text.replace(/ rf_/, ' ')) },
    { cursor: made(text.replace(/ 20\d\d/, ' 20000')) },
    { cursor: made(text.replace(/ 20\d\d\S+/, ' infinity')) },
  ]
  for (const query of queries)
    await listRefunds(db, 'clt_0', ListRefundsQuery.parse(query)).then(
      () => assert.unreachable(JSON.stringify(query)),
      ({ code, details }) => {
        assert.equal([code, details.field], ['REFUND_001', 'cursor'])
        assert.equal(details.fields, [{ field: 'cursor', reason: 'must be the next_cursor of a previous page' }])
      },
    )
})

test('a cursor of an earlier version, which knows no filters, is still read', async () => {
  const { pagination } = await listRefunds(db, 'clt_0', ListRefundsQuery.parse({}))
  const [, ...position] = Buffer.from(pagination.next_cursor!, 'base64url').toString().split(' ')
  const unscoped = Buffer.from(position.join(' ')).toString('base64url')
  const pages = [pagination.next_cursor!, unscoped].map(cursor =>
    listRefunds(db, 'clt_0', ListRefundsQuery.parse({ cursor })),
  )
  const [bound, unbound] = await Promise.all(pages)
  assert.ok(bound!.data.length > 0)
  assert.equal(unbound, bound)
})

test.run()
