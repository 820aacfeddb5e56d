import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { credentials } from '#domain/auth/credentials/decider.ts'
import type { RefundEvent } from '#domain/refunds/events.ts'
import { refundStreams } from '#domain/refunds/events.ts'
import { subjectStreams } from '#domain/subjects/events.ts'
import { transactions } from '#domain/transactions/decider.ts'
import { addEnvelopes, toNewEvent } from '#event-sourcing/envelope.ts'
import { requestedData } from '../../domain/refunds/samples.ts'
import { logIn, until } from '../../harness/client.ts'
import { runProgram } from '../../harness/run-program.ts'
import { transactionOf } from '../../harness/samples.ts'
import { ADMIN, startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { linesIn } from '../audit/written-log.ts'
import { erase, reaches, refunded, settlingSoon, subjectReaches } from './people.ts'

/**
 * What the audit tells of people who were erased, and of those who are restricted: over HTTP, on paper, and without
 * the service.
 */
const test = suite('the audit of people who were erased')
const service = await startTestService({}, { modules: settlingSoon() })
const { DATA_DIR = '' } = service.environment
test.after(() => rmSync(DATA_DIR, { recursive: true, force: true }))
const { admin } = service
const { store, execute, now } = service.service
const { client_id } = (await admin.get('/api/auth/me')).body

const PERSON = `customer-${randomUUID()}`
const DEVICE = { ip: '203.0.113.177', user_agent: 'Featherphone/9.1', fingerprint: 'fp-feather-4711' }
const PHONE = `phone-${randomUUID()}`
const HOME = '198.51.100.99'
/** In clear, as versions wrote it that did not seal it. */
const CLEAR = { description: 'Her card was cloned at a kiosk', void_details: 'She called from the hospital' }
const ACCOUNT = { account_id: 'acc-feather', account_masked: 'DE89**************7771', bank_code: 'FEATHERXXX' }

const actor = { sub: 'usr_agent', client_id, role: 'integrator', ip: HOME }
const context = (more: object = {}) => {
  const command_id = randomUUID()
  return {
    actor: { ...actor, ...more },
    request_id: 'req_before',
    command_id,
    correlation_id: 'req',
    causation_id: null,
    now: now(),
  }
}

// A refund as this version records it.
const { refund_id, transaction } = await refunded(admin, PERSON, {
  account: '81234560001',
  more: { account_id: ACCOUNT.account_id, device: DEVICE },
})
await reaches(admin, refund_id, 'completed')
await admin.post(`/refund/${refund_id}/void`, { reason: 'customer_request', details: CLEAR.void_details })
await until(
  () => admin.get(`/refund/${refund_id}`),
  ({ body }) => body.reversal_status === 'completed',
)
await until(
  () => admin.get(`/transactions/${transaction.transaction_id}`),
  ({ body }) => body.refundable_amount === 100,
)

// Another one as older versions did, and its transaction.
const older = {
  refund_id: `rf_${randomUUID()}`,
  transaction: { ...transactionOf(100), user_id: PERSON, device: DEVICE },
}
await execute.run(
  transactions,
  transactions.id(client_id, older.transaction.transaction_id),
  {
    type: 'record',
    data: {
      ...{
        client_id,
        transaction_id: older.transaction.transaction_id,
        user_id: PERSON,
        account_id: ACCOUNT.account_id,
      },
      ...{ amount_minor: 10_000, currency: 'EUR', operation_type: 'payment', merchant: null, device: DEVICE },
      timestamp: '2026-01-01T00:00:00.000Z',
    },
  },
  context(),
)
const history: RefundEvent[] = [
  {
    type: 'RefundRequested',
    data: {
      ...requestedData,
      ...{ client_id, transaction_id: older.transaction.transaction_id, description: CLEAR.description },
      beneficiary: { ...requestedData.beneficiary, ...ACCOUNT, user_id: PERSON },
    },
  },
  { type: 'RefundProcessingStarted', data: { attempt: 0 } },
  { type: 'RefundCompleted', data: { attempt: 0, reference: 'NET-1' } },
  {
    type: 'RefundVoided',
    data: {
      ...{ void_reason: 'compliance_hold', void_details: CLEAR.void_details, voided_by: 'admin' },
      transfer: 'settled',
    },
  },
  { type: 'ReversalStarted', data: {} },
  { type: 'ReversalCompleted', data: { reversal_reference: 'REV-1' } },
]
const olderStream = refundStreams.stream(older.refund_id)
const stamped = addEnvelopes(olderStream, { revision: -1, hash: null, at: null }, history, context())
await store.append(olderStream, 'no_stream', stamped.map(toNewEvent))

// A user with a key of a device, who comes in from an address, and does something to others' records.
const email = `wilma-${randomUUID()}@bank.example`
const { body: user } = await admin.post('/admin/users', { email, role: 'auditor', password: ADMIN.password })
const wilma = await logIn(service.url, email, ADMIN.password)
const credential = `cred_${randomUUID()}`
await execute.run(
  credentials,
  credential,
  {
    ...{ type: 'register', user_id: user.user_id, kind: 'device', public_key: 'pk', webauthn_id: null, counter: 0 },
    ...{ device_id: PHONE, platform: 'ios', password_changes: 0, ended: null },
  },
  context({ sub: user.user_id }),
)

// Somebody else, whose data have to be kept.
const KEPT = `kept-${randomUUID()}`
const kept = await refunded(admin, KEPT)
await reaches(admin, kept.refund_id, 'completed')

const REFUNDS = [refund_id, older.refund_id]
const TRANSACTIONS = [transaction, older.transaction].map(({ transaction_id }) => transaction_id)
const RECORDS = [
  ...REFUNDS.map(id => `refunds/${id}`),
  ...TRANSACTIONS.map(id => `transactions/${id}`),
  `credentials/${credential}`,
]
/** Everything of the erased, in clear and as it stands in the names of what is sealed for them. */
const TRACES = [
  ...[PERSON, Buffer.from(`${client_id}\n${PERSON}`).toString('base64url'), PHONE, HOME],
  ...[...Object.values(ACCOUNT), ...Object.values(CLEAR), ...Object.values(DEVICE), '81*******01'],
]
const tracesIn = (text: string) => TRACES.filter(trace => text.includes(trace))
const told = async (path: string) => {
  const answer = await admin.get(path)
  assert.is(answer.status, 200, `${path}: ${answer.text}`)
  return answer
}
const recordsTold = () => Promise.all(RECORDS.map(async record => (await told(`/audit/${record}`)).text))

// Both what was read and who was searched for is recorded.
const before = (await recordsTold()).join('')
for (const trace of [PERSON, PHONE, HOME, ACCOUNT.account_id, '81*******01']) assert.ok(before.includes(trace), trace)
const reading = (await wilma.get(`/audit/refunds/${refund_id}`)).body.read_id
const searching = (await wilma.get(`/audit/search?client_id=${client_id}&subject=${PERSON}`)).body.read_id
const asWas = (await admin.get(`/audit/refunds/${older.refund_id}`)).body

for (const id of [PERSON, user.user_id]) {
  const { status, text } = await erase(admin, id)
  assert.is(status, 202, text)
  await subjectReaches(admin, id, 'shredded')
}
await erase(admin, KEPT, 'aml_retention')
await subjectReaches(admin, KEPT, 'retained')
await admin.get(`/audit/refunds/${kept.refund_id}`)

test('records and their histories show nothing of them, at any moment, and the chain holds', async () => {
  assert.equal(tracesIn((await recordsTold()).join('')), [])
  for (const id of REFUNDS) {
    const { body } = await told(`/audit/refunds/${id}`)
    assert.equal(
      [body.chain.intact, body.chain.events, body.chain.first_broken_revision],
      [true, body.history.length, null],
    )
    const [first] = body.history
    assert.equal([first.facts.beneficiary.user_id, first.actor.ip, first.unreadable], ['[erased]', null, null])
    const nobody = { user_id: '[erased]', account_id: '[erased]', account_masked: '[erased]', bank_code: '[erased]' }
    for (const state of [body.state, first.state_after, body.history.at(-1).state_before])
      assert.equal(state.beneficiary, nobody)
    const { at } = first
    for (const query of ['revision=0', 'revision=3', `as_of=${at}`, 'as_of=9999-01-01T00:00:00Z']) {
      const { text, body: then } = await told(`/audit/refunds/${id}?${query}`)
      assert.equal([tracesIn(text), then.state.beneficiary], [[], nobody], query)
    }
  }
  // All else is as it was.
  const { body } = await told(`/audit/refunds/${older.refund_id}`)
  const { beneficiary: _, ...state } = body.state
  const { beneficiary: __, ...was } = asWas.state
  assert.equal(state, was)
  for (const id of TRANSACTIONS) {
    const { state } = (await told(`/audit/transactions/${id}`)).body
    assert.equal([state.user_id, state.account_id, state.transaction_id], ['[erased]', '[erased]', id])
  }
  const { history: lines } = (await told(`/audit/credentials/${credential}`)).body
  assert.equal([lines[0].actor.sub, lines[0].facts.user_id, lines[0].state_after.device_id], Array(3).fill('[erased]'))
})

test('a read of them no longer names the person, and neither does a new one', async () => {
  for (const id of [reading, searching]) {
    const { text, body } = await told(`/audit/reads/${id}`)
    assert.equal([tracesIn(text), body.chain.intact], [[], true])
    assert.ok(text.includes('[erased]'))
  }
  const { read_id } = (await told(`/audit/refunds/${refund_id}`)).body
  assert.is((await told(`/audit/reads/${read_id}`)).body.state.subject, null)
})

test('searches find what happened, but not by the erased person', async () => {
  const all = () => told(`/audit/search?limit=100&client_id=${client_id}`)
  const { body, text } = await until(all, ({ text }) => tracesIn(text).length === 0)
  assert.equal(tracesIn(text), [])
  assert.ok(body.data.length > 0)
  const { data } = (await told(`/audit/search?object=${older.refund_id}&family=refunds`)).body
  assert.is(data.length, history.length)
  for (const line of data) assert.equal([line.subject, line.actor.ip], ['[erased]', null])
  assert.equal((await told(`/audit/search?client_id=${client_id}&subject=${PERSON}`)).body.data, [])
})

test('an erasure is shown without its person', async () => {
  const { text, body } = await told(`/audit/subjects/${PERSON}`)
  assert.equal([tracesIn(text), body.state.status, body.state.legal_basis], [[], 'shredded', 'consent_withdrawn'])
  assert.is(body.chain.intact, true)
})

test('a restricted person is shown to auditors', async () => {
  const { body } = await told(`/audit/refunds/${kept.refund_id}`)
  assert.is(body.state.beneficiary.user_id, KEPT)
  const { data } = (await told(`/audit/search?object=${kept.refund_id}&family=refunds`)).body
  assert.ok(data.length > 0 && data.every(({ subject }: { subject: string }) => subject === KEPT))
})

type Line = { stream: string; revision: number; hash: string; prev_hash: string | null; redacted?: string[] }
const eventsIn = (lines: string[]): Line[] => lines.slice(0, -1).map(line => JSON.parse(line))

/** On paper: nothing of the erased, nothing at all of the restricted, and every hash of the store. */
async function isClean(lines: string[]): Promise<void> {
  // Of a search after the erasure the words are the searcher's own.
  const of = lines.filter(line => !line.includes('HistorySearched'))
  assert.equal(tracesIn(of.join('')), [])
  assert.not.ok(lines.some(line => line.includes(KEPT)))
}

test('an export leaves out what is about them, verifies by the chain, and a change of it is found', async () => {
  const { text } = await told(`/audit/export?client_id=${client_id}`)
  const lines = linesIn(Buffer.from(text))
  await isClean(lines)
  const events = eventsIn(lines)
  const stored = await store.read(olderStream)
  assert.equal(
    events.filter(({ stream }) => stream === olderStream).map(({ revision, hash }) => [revision, hash]),
    stored.map(({ revision, metadata }) => [revision, metadata.hash]),
  )
  const first = events.findIndex(({ stream, revision }) => stream === olderStream && revision === 0)
  assert.equal(events[first]!.redacted!.toSorted(), [
    'actor.ip',
    ...['account_id', 'account_masked', 'account_number', 'bank_code', 'name', 'user_id'].map(
      name => `data.beneficiary.${name}`,
    ),
    ...['data.description', 'data.fingerprint'],
  ])
  assert.not.ok(events.some(({ stream }) => stream === refundStreams.stream(kept.refund_id)))
  const ofKept = subjectStreams.stream(subjectStreams.id({ client_id, user_id: KEPT }))
  assert.not.ok(events.some(({ stream }) => stream === ofKept))
  const manifest = JSON.parse(lines.at(-1)!)
  const redacted = events.filter(event => event.redacted !== undefined).length
  assert.equal([manifest.redacted, manifest.restricted > 0, redacted > 0], [redacted, true, true])

  const verified = async (file: string, type = 'application/x-ndjson') =>
    (await admin.send('POST', '/audit/verify', file, { 'content-type': type })).body
  const whole = await verified(text)
  assert.equal([whole.intact, whole.problem, whole.redacted], [true, null, redacted])
  const other = lines.with(first, lines[first]!.replace(events[first]!.hash, 'f'.repeat(64))).join('')
  const { intact, problem } = await verified(other)
  assert.equal([intact, problem.stream, problem.revision], [false, olderStream, 1])
  const { text: csv } = await told(`/audit/export?client_id=${client_id}&format=csv`)
  assert.equal(
    [
      tracesIn(
        csv
          .split('\n')
          .filter(line => !line.includes('HistorySearched'))
          .join(''),
      ),
      csv.includes(KEPT),
    ],
    [[], false],
  )
  const inCsv = await verified(csv, 'text/csv')
  assert.equal([inCsv.intact, inCsv.redacted >= redacted], [true, true])
})

const audit = (...words: string[]) => runProgram('src/programs/audit/main.ts', words, { DATA_DIR })

test('without the service and its database it is the same', async () => {
  const { state } = (await told(`/audit/refunds/${older.refund_id}`)).body
  await service.stop()
  const offline = async (...words: string[]) => {
    const ended = await audit(...words)
    assert.is(ended.status, 0, `${words.join(' ')}: ${ended.stderr}`)
    return ended
  }
  for (const id of REFUNDS) {
    const shown = await offline('show', 'refunds', id)
    assert.equal([tracesIn(shown.stdout), JSON.parse(linesIn(Buffer.from(shown.stdout))[0]!).revision], [[], 0])
    assert.match(shown.stderr, /the chain of hashes holds/)
  }
  const then = await offline('as-of', 'refunds', older.refund_id, '9999-01-01T00:00:00Z')
  assert.equal(JSON.parse(then.stdout).state, state)
  const found = await offline('search', '--client', client_id)
  const leaking = (line: string) => !line.includes('HistorySearched') && tracesIn(line).length > 0
  assert.equal(linesIn(Buffer.from(found.stdout)).filter(leaking), [])
  const about = linesIn(Buffer.from((await offline('search', '--subject', PERSON)).stdout)).map(
    line => JSON.parse(line).type,
  )
  assert.ok(
    about.every(type => type === 'HistorySearched'),
    about.join(),
  )
  const exported = await offline('export', '--client', client_id)
  await isClean(linesIn(Buffer.from(exported.stdout)))
  const file = join(DATA_DIR, 'export.ndjson')
  writeFileSync(file, exported.stdout)
  const { redacted, intact } = JSON.parse((await offline('verify', file, '--json')).stdout)
  assert.equal([intact, redacted > 0], [true, true])
})

test.run()
