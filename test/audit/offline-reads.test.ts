import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { startEmbeddedEventStore } from '#embedded/eventstore/spawn.ts'
import { until } from '../harness/client.ts'
import { type Ended, repeatedProgram, runProgram } from '../harness/run-program.ts'
import { refundOf, transactionOf } from '../harness/samples.ts'
import { startTestService } from '../harness/service.ts'
import { suite } from '../harness/suite.ts'

/**
 * `npm run audit -- show`, `as-of` and `search` on the data folder of a service that is stopped: what the service
 * itself answered. Each command once as it is typed, all other calls in one process.
 */
const test = suite('the audit without the service')
const service = await startTestService()
const { DATA_DIR = '' } = service.environment
const bank = await service.newClient()
const { body: me } = await bank.get('/api/auth/me')
const transaction = transactionOf(20)
await bank.post('/transactions', transaction)
const requested = await bank.requestRefund(refundOf(transaction, 12.5))
const id: string = requested.body.refund_id
await until(
  () => bank.get(`/refund/${id}`),
  ({ body }) => body.status === 'completed',
)
const { body: told } = await bank.get(`/audit/refunds/${id}`)
const { body: ofTransaction } = await bank.get(`/audit/transactions/${transaction.transaction_id}`)
const searched = async (query: string) =>
  (await bank.get(`/audit/search?limit=100&${query}`)).body.data.map(({ event_id }: { event_id: string }) => event_id)
const requestId = requested.headers.get('x-request-id')!
const byRequest = await searched(`request_id=${requestId}`)
const byPerson = await searched(`subject=${transaction.user_id}`)
const byActor = await searched(`actor=${me.id}&type=TransactionRecorded`)
await service.stop()

const PROGRAM = 'src/programs/audit/main.ts'
const program = repeatedProgram(PROGRAM)
// What is typed starts the store of the folder, all other calls read this copy of it.
const copy = mkdtempSync(join(tmpdir(), 'offline-reads-'))
cpSync(join(DATA_DIR, 'eventstore'), copy, { recursive: true })
const node = await startEmbeddedEventStore({ dataDir: copy })
test.after(async () => {
  program.stop()
  await node.stop()
  rmSync(copy, { recursive: true, force: true })
  rmSync(DATA_DIR, { recursive: true, force: true })
})
const audit = (...words: string[]) => program.run(words, { DATA_DIR, EVENTSTORE_URL: node.url })
const typed = (...words: string[]) => runProgram(PROGRAM, words, { DATA_DIR })
const lines = ({ stdout }: Pick<Ended, 'stdout'>) =>
  stdout
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))
const ids = (ended: Pick<Ended, 'stdout'>) => lines(ended).map(({ event_id }) => event_id)

test('show prints every event of a record with all that its hash was made of', async () => {
  const ended = await typed('show', 'refunds', id)
  assert.is(ended.status, 0, ended.stderr)
  const events = lines(ended)
  for (const [index, line] of told.history.entries()) {
    const { event_id, revision, type, at, hash, prev_hash, stream, actor, data } = events[index]
    assert.equal(
      [event_id, revision, type, at, hash, prev_hash],
      [line.event_id, line.revision, line.type, line.at, line.hash, line.prev_hash],
    )
    assert.equal([stream, actor.sub], [`refund-${id}`, line.actor.sub])
    assert.type(data, 'object')
  }
  assert.is(events.length, told.history.length)
  assert.not(/Ada|7000440001/.test(ended.stdout), 'what is sealed stays sealed')
  assert.ok(ended.stderr.includes(`3 events; the chain of hashes holds, its head is ${told.chain.head_hash}`))
})

test('as-of prints the response of the service for that time and that revision', async () => {
  for (const { at, revision, state_after } of [told.history[0], told.history[2]]) {
    const last = told.history.findLast((line: { at: string }) => line.at <= at)
    const { status: code, stdout, stderr } = await audit('as-of', 'refunds', id, at)
    assert.is(code, 0, stderr)
    const { state, revision: seen, as_of, client_id } = JSON.parse(stdout)
    assert.equal([state, seen, as_of, client_id], [last.state_after, last.revision, at, me.client_id])
    const exactly = JSON.parse((await audit('as-of', 'refunds', id, '--revision', String(revision))).stdout)
    assert.equal([exactly.state, exactly.revision, exactly.as_of], [state_after, revision, null])
  }
  const early = JSON.parse((await typed('as-of', 'refunds', id, '2020-01-01T00:00:00Z')).stdout)
  assert.equal([early.state, early.revision], [null, null])
})

test('a transaction goes by its own id, and by that of its client', async () => {
  const named = ['as-of', 'transactions', transaction.transaction_id, '9999-01-01T00:00:00Z']
  const { stdout } = await audit(...named, '--client', me.client_id)
  assert.equal(JSON.parse(stdout).state, ofTransaction.state)
  const byStream = await audit('as-of', 'transactions', ofTransaction.id, '9999-01-01T00:00:00Z')
  assert.equal(JSON.parse(byStream.stdout).state, ofTransaction.state)
  const { status: code, stderr } = await audit(...named)
  assert.is(code, 1)
  assert.match(stderr, /there is nothing of transactions .*--client/)
})

test('search finds what the service found, in the order in which it was recorded', async () => {
  const client = ['--client', me.client_id]
  assert.equal(ids(await audit('search', '--request-id', requestId)).sort(), byRequest.toSorted())
  // The search of the service itself is found too, by whom it was for.
  const ofPerson = lines(await audit('search', '--subject', transaction.user_id, ...client))
  const others = ofPerson.filter(({ type }) => type !== 'HistorySearched').map(({ event_id }) => event_id)
  assert.equal([others.sort(), ofPerson.length], [byPerson.toSorted(), byPerson.length + 1])
  assert.equal(ids(await audit('search', '--actor', me.id, '--type', 'TransactionRecorded')), byActor)
  const events = lines(await audit('search', '--object', id))
  assert.equal(
    events.map(({ type }) => type),
    [...told.history.map(({ type }: { type: string }) => type), 'RecordRead'],
  )
  const [first, second] = told.history
  const window = ['--since', first.at, '--until', second.at]
  const inWindow = ids(await audit('search', '--family', 'refunds', ...window))
  assert.equal(inWindow, first.at < second.at ? [first.event_id] : [])
  const none = await typed('search', '--actor', 'usr_none')
  assert.equal([none.status, none.stdout], [0, ''])
  assert.match(none.stderr, /^0 of \d+ events found$/m)
  const all = lines(await audit('search', ...client))
  assert.ok(all.every(({ stream }) => typeof stream === 'string') && all.length > byPerson.length)
})

for (const [words, code, said] of [
  [['show', 'refund', id], 2, /there are no records called "refund"/],
  [['show', 'refunds', 'rf_none'], 1, /there is nothing of refunds rf_none/],
  [['as-of', 'refunds', id], 2, /as of when/],
  [['as-of', 'refunds', id, '2026-01-01T00:00:00Z', '--revision', '1'], 2, /not both/],
  [['as-of', 'refunds', id, '--revision', '9'], 1, /there is no revision 9; the last one is 2/],
  [['search', '--type', 'RefundRequsted'], 2, /there are no events "RefundRequsted"/],
  [['search', '--since', '2026-01-02T00:00:00Z', '--until', '2026-01-01T00:00:00Z'], 2, /before --until/],
] as const)
  test(`${words.map(word => (word === id ? 'ID' : word)).join(' ')} ends with ${code} and prints the reason`, async () => {
    const ended = await audit(...words)
    assert.equal([ended.status, ended.stdout], [code, ''], ended.stderr)
    assert.match(ended.stderr, said)
  })

test.run()
