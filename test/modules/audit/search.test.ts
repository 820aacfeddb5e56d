import * as assert from 'uvu/assert'
import { type Client, until } from '../../harness/client.ts'
import { refundOf, transactionOf } from '../../harness/samples.ts'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'

/**
 * Everything that happened to the records of a client, or of all clients, found by its actor, request, person,
 * record, type and time.
 */
const test = suite('the search of the audit')
const service = await startTestService({ WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' })
test.after(() => service.end())
const operator = service.admin
const bank = await service.newClient()
const other = await service.newClient()
const { body: me } = await bank.get('/api/auth/me')
const { body: them } = await other.get('/api/auth/me')

async function refunded(caller: Client) {
  const transaction = transactionOf(20)
  const recorded = await caller.post('/transactions', transaction)
  const requested = await caller.requestRefund(refundOf(transaction, 20))
  const id: string = requested.body.refund_id
  await until(
    () => caller.get(`/refund/${id}`),
    ({ body }) => body.status === 'completed',
  )
  const requestIds = [recorded, requested].map(({ headers }) => headers.get('x-request-id')!)
  return { id, transaction, requestIds }
}
const first = await refunded(bank)
const second = await refunded(bank)
const foreign = await refunded(other)

type Found = {
  family: string
  id: string
  revision: number
  client_id: string | null
  event_id: string
  type: string
  at: string
  actor: { sub: string }
  request_id: string
  subject: string | null
  reason: string | null
  facts: Record<string, unknown>
}
const search = async (caller: Client, query: string): Promise<Found[]> => {
  const { status, body } = await caller.get(`/audit/search?limit=100&${query}`)
  assert.is(status, 200, `${query}: ${JSON.stringify(body)}`)
  return body.data
}
const named = (found: readonly Found[]) => found.map(({ family, type }) => `${family} ${type}`)

test('finds what one request caused, of the own client', async () => {
  const [, request = ''] = first.requestIds
  const found = await search(bank, `request_id=${request}`)
  assert.equal(named(found).sort(), ['refunds RefundRequested', 'transactions RefundReserved'])
  const requested = found.find(({ type }) => type === 'RefundRequested')!
  assert.equal([requested.reason, requested.subject], ['confirmed_fraud', first.transaction.user_id])
  assert.equal([requested.client_id, requested.actor.sub, requested.id], [me.client_id, me.id, first.id])
  assert.equal(await search(other, `request_id=${request}`), [])
  assert.equal(await search(operator, `request_id=${request}`), found)
})

test('finds what followed from one request, also later, of the own client', async () => {
  const [, request = ''] = first.requestIds
  const found = await search(bank, `correlation_id=${request}`)
  const types = found.map(({ type }) => type)
  for (const type of ['RefundRequested', 'RefundReserved', 'RefundCompleted']) assert.ok(types.includes(type), type)
  const completed = found.find(({ type }) => type === 'RefundCompleted')!
  assert.is.not(completed.request_id, request)
  assert.ok(found.every(({ id }) => id !== second.id))
  assert.equal(await search(other, `correlation_id=${request}`), [])
})

test('finds what is about a person, and who read it', async () => {
  const { user_id } = first.transaction
  await bank.get(`/audit/refunds/${first.id}`)
  const found = await search(bank, `subject=${user_id}`)
  assert.ok(found.every(({ subject }) => subject === user_id))
  const types = new Set(found.map(({ type }) => type))
  for (const type of ['TransactionRecorded', 'RefundRequested', 'RefundCompleted', 'RecordRead'])
    assert.ok(types.has(type), type)
  assert.equal(new Set(found.map(({ client_id }) => client_id)), new Set([me.client_id]))
})

test('finds what happened to one record and who read it, by the id that callers know', async () => {
  const found = await search(bank, `object=${second.transaction.transaction_id}`)
  assert.equal(named(found), ['transactions RefundReserved', 'transactions TransactionRecorded'])
  await bank.get(`/audit/transactions/${found[0]!.id}`)
  await operator.get(`/audit/transactions/${found[0]!.id}`)
  const again = await search(bank, `object=${second.transaction.transaction_id}`)
  assert.equal(named(again).slice(0, 2), ['reads RecordRead', 'reads RecordRead'])
  const { body: admin } = await operator.get('/api/auth/me')
  assert.equal(
    again.slice(0, 2).map(({ actor }) => actor.sub),
    [admin.id, me.id],
  )
  assert.equal(await search(other, `object=${found[0]!.id}`), [])
})

test('finds by actor, family and type, alone and together, newest first', async () => {
  const own = await search(bank, `actor=${me.id}`)
  assert.ok(own.length > 0 && own.every(({ actor }) => actor.sub === me.id))
  const times = own.map(({ at }) => at)
  assert.equal(times, times.toSorted().reverse())
  const refunds = await search(bank, 'family=refunds')
  assert.equal(new Set(refunds.map(({ id }) => id)), new Set([first.id, second.id]))
  const requested = await search(bank, 'type=RefundRequested')
  assert.equal(
    requested.map(({ id }) => id),
    [second.id, first.id],
  )
  assert.equal(await search(bank, `type=RefundRequested&family=refunds&actor=${me.id}`), requested)
  assert.equal(await search(bank, 'type=RefundRequested&family=webhooks'), [])
  assert.equal(await search(bank, `type=RefundRequested&actor=${them.id}`), [])
})

test('a window of time holds its beginning and not its end', async () => {
  const [newest, oldest] = await search(bank, 'type=RefundRequested')
  const ids = async (window: string) => (await search(bank, `type=RefundRequested&${window}`)).map(({ id }) => id)
  assert.equal(await ids(`since=${newest!.at}`), [second.id])
  assert.equal(await ids(`until=${newest!.at}`), [first.id])
  assert.equal(await ids(`since=${oldest!.at}&until=${newest!.at}`), [first.id])
})

test('a client finds its own, the operator every client’s, or those of the one that is named', async () => {
  const requested = async (caller: Client, query = '') =>
    (await search(caller, `type=RefundRequested${query}`)).map(({ id }) => id)
  assert.equal(await requested(other), [foreign.id])
  assert.equal(await requested(operator), [foreign.id, second.id, first.id])
  assert.equal(await requested(operator, `&client_id=${me.client_id}`), [second.id, first.id])
  assert.equal(await requested(bank, `&client_id=${me.client_id}`), [second.id, first.id])
  const { status, body } = await bank.get(`/audit/search?client_id=${them.client_id}`)
  assert.equal([status, body.error_code], [404, 'NOT_FOUND'])
  const all = await search(bank, '')
  assert.equal(new Set(all.map(({ client_id }) => client_id)), new Set([me.client_id]))
})

test('a search is recorded, for its client, or for the operator alone when it was over all of them', async () => {
  const { body } = await bank.get('/audit/search?type=RefundRequested&since=2026-01-01T00:00:00Z')
  const [newest] = await search(bank, 'type=HistorySearched')
  assert.is(newest!.id, body.read_id)
  assert.equal(newest!.facts, {
    client_id: me.client_id,
    filters: { type: 'RefundRequested', since: '2026-01-01T00:00:00.000Z', limit: '50' },
    found: 2,
  })
  const { body: all } = await operator.get('/audit/search?type=RefundRequested')
  const reads = (caller: Client) => search(caller, 'family=reads').then(found => found.map(({ id }) => id))
  assert.ok((await reads(operator)).includes(all.read_id))
  for (const caller of [bank, other]) assert.not((await reads(caller)).includes(all.read_id))
})

test('pages show everything once while new events arrive', async () => {
  const known = await search(bank, 'family=refunds')
  const seen: Found[] = []
  let cursor = ''
  for (let page = 0; page < 50; page += 1) {
    const { body } = await bank.get(`/audit/search?family=refunds&limit=2${cursor}`)
    seen.push(...body.data)
    if (!body.pagination.has_more) break
    cursor = `&cursor=${body.pagination.next_cursor}`
    if (page === 0) await refunded(bank)
  }
  assert.equal(seen, known)
})

test('invalid parameters are refused by name', async () => {
  for (const [query, field] of [
    ['family=refund', 'family'],
    ['type=RefundRequsted', 'type'],
    ['since=yesterday', 'since'],
    ['until=2026-01-01', 'until'],
    ['since=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z', 'since'],
    ['limit=101', 'limit'],
    ['limit=x', 'limit'],
    ['cursor=bm9uZQ', 'cursor'],
    [`cursor=${Buffer.from('2026-01-01T00:00:00.000Z refund rf\0 1').toString('base64url')}`, 'cursor'],
    ['actor=', 'actor'],
    ['request_id=%00', 'request_id'],
    ['actor=a&actor=b', 'actor'],
    ['client_id=a&client_id=b', 'client_id'],
    ['user=1', 'user'],
  ] as const) {
    const { status, body } = await bank.get(`/audit/search?${query}`)
    assert.equal([status, body.error_code, body.details?.field], [400, 'INVALID_REQUEST', field], query)
  }
})

test.run()
