import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import * as assert from 'uvu/assert'
import type { RefundCommand } from '#domain/refunds/commands.ts'
import { refunds } from '#domain/refunds/decider.ts'
import type { DiscrepancyKind } from '#domain/refunds/reconciliation/events.ts'
import { derivedId } from '#values/ids.ts'
import { commands as refundCommands, requestedData } from '../../domain/refunds/samples.ts'
import { chapterBlock } from '../../harness/chapters.ts'
import { until } from '../../harness/client.ts'
import { depth } from '../../harness/depth.ts'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import {
  FATES,
  type Line,
  type Period,
  refundWith,
  sandboxLines,
  sendStatement,
  statementOf,
  upToNow,
} from './reconciled.ts'

/** Statements of the payment network against what is recorded. DEPTH=full takes more damaged statements. */
const RUNS = depth(40, 400)
const NONE = {
  ...{ missing_there: 0, missing_here: 0, amount_differs: 0, status_differs: 0, contradicted: 0 },
  ...{ in_flight: 0, undecided: 0, repeated_lines: 0 },
}
const FOREIGN = 'rf_00000000-0000-5000-8000-000000000000:0'

const test = suite('statements of the payment network')
const service = await startTestService()
test.after(() => service.end())
const bank = await service.newClient()
const other = await service.newClient()

async function compared(lines: readonly Line[], period: Period, query = '&dry_run=true') {
  const { status, body } = await sendStatement(bank, statementOf(lines, period), query)
  assert.is(status, 200, JSON.stringify(body))
  return body
}

test('an honest statement of any history agrees, and each kind of damage is told as that kind', async () => {
  const currencies = [
    ['EUR', 12.5],
    ['JPY', 1_200],
    ['KWD', 1.234],
  ] as const
  await Promise.all(
    FATES.flatMap(fate => currencies.map(([currency, amount]) => refundWith(bank, fate, amount, currency))),
  )
  await refundWith(other, 'paid')
  await delay(5)
  const period = upToNow()
  const lines = await sandboxLines(bank, period)
  // Paid, voided twice, retried twice and refused, in three currencies; those that were cancelled late.
  assert.ok(lines.length >= 18, `${lines.length} lines`)
  const honest = await compared(lines, period)
  assert.equal(honest.counts, { ...NONE, matched: lines.length })
  assert.equal([honest.discrepancies, honest.flags], [[], { raised: 0, known: 0 }])

  const isMoved = ({ status }: Line) => status === 'succeeded' || status === 'completed'
  type Damage = { kind: DiscrepancyKind | 'repeated_lines'; of(line: Line): Line[] | null; matched: 0 | 1 }
  const damages: Record<string, Damage> = {
    dropped: { kind: 'missing_there', of: line => (isMoved(line) ? [] : null), matched: 0 },
    'with another amount': {
      ...{ kind: 'amount_differs', matched: 0 },
      of: line => [{ ...line, amount: Number(line.amount) + 1 }],
    },
    'in another currency': {
      ...{ kind: 'amount_differs', matched: 0 },
      of: line => [{ ...line, currency: { EUR: 'USD', JPY: 'KRW', KWD: 'BHD' }[line.currency]! }],
    },
    'with another outcome': {
      ...{ kind: 'status_differs', matched: 0 },
      of: line => [
        { ...line, status: { succeeded: 'rejected', rejected: 'succeeded', completed: 'failed' }[line.status]! },
      ],
    },
    'under another reference': {
      ...{ kind: 'contradicted', matched: 0 },
      of: line => (isMoved(line) ? [{ ...line, reference: 'NET-OTHER' }] : null),
    },
    'with a second payment': {
      ...{ kind: 'contradicted', matched: 1 },
      of: line => (isMoved(line) ? [line, { ...line, reference: 'NET-SECOND' }] : null),
    },
    'with a second booking of the same payment': {
      ...{ kind: 'contradicted', matched: 1 },
      of: line => (isMoved(line) ? [line, { ...line, at: period.from }] : null),
    },
    'with a second outcome': {
      ...{ kind: 'contradicted', matched: 1 },
      of: line => (line.status === 'succeeded' ? [{ ...line, status: 'rejected' }, line] : null),
    },
    'with a payment of somebody else': {
      ...{ kind: 'missing_here', matched: 1 },
      of: line => [line, { ...line, key: FOREIGN, reference: 'NET-FOREIGN' }],
    },
    'with a payment without a key': {
      ...{ kind: 'missing_here', matched: 1 },
      of: line => [line, { ...line, key: null, reference: 'NET-FOREIGN' }],
    },
    'with an attempt that was never made': {
      ...{ kind: 'missing_here', matched: 1 },
      of: line => [line, { ...line, key: line.key!.replace(/\d+$/, '9'), reference: 'NET-FOREIGN' }],
    },
    repeated: { kind: 'repeated_lines', of: line => [line, { ...line }], matched: 1 },
  }
  const names = Object.keys(damages)
  const seen = new Set<string>()
  const fitting = (name: string) => [...lines.keys()].filter(index => damages[name]!.of(lines[index]!) !== null)
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), fc.nat(), fc.boolean(), async (name, nat, isReversed) => {
      const index = nat % lines.length
      const damaged = damages[name]!.of(lines[index]!)
      if (damaged === null) return
      seen.add(name)
      const sent = [...lines.slice(0, index), ...damaged, ...lines.slice(index + 1)]
      const report = await compared(isReversed ? sent.reverse() : sent, period)
      const { kind, matched } = damages[name]!
      assert.equal(report.counts, { ...NONE, matched: lines.length - 1 + matched, [kind]: 1 }, `${name}: ${index}`)
      const kinds = report.discrepancies.map((found: { kind: string }) => found.kind)
      assert.equal(kinds, kind === 'repeated_lines' ? [] : [kind])
    }),
    {
      numRuns: RUNS,
      examples: names.flatMap(name =>
        fitting(name)
          .slice(0, 3)
          .map((at): [string, number, boolean] => [name, at, false]),
      ),
    },
  )
  assert.equal([...seen].sort(), names.toSorted())
})

type Discrepancy = { kind: string; flag: { flag_id: string; status: string } | null }

/** A refund of a new client, and the statement about it alone. */
async function alone(fate: (typeof FATES)[number] = 'paid') {
  const client = await service.newClient()
  const id = await refundWith(client, fate)
  await delay(5)
  const period = upToNow()
  const lines = await sandboxLines(client, period)
  const send = (sent: readonly Line[], query = '') => sendStatement(client, statementOf(sent, period), query)
  return { client, id, period, lines, send }
}

test('a discrepancy is flagged once, shown by audit, search and list, and resolved with a reason', async () => {
  const { client, id, lines, send, period } = await alone()
  const wrong = lines.map(line => ({ ...line, amount: 99 }))
  const { body: report } = await send(wrong)
  const [{ kind, flag, recorded, said, line }] = report.discrepancies
  assert.equal([kind, flag.status, line], ['amount_differs', 'open', 2])
  assert.equal([recorded.amount, said.amount, recorded.status], [12.5, 99, 'completed'])
  assert.equal(report.flags, { raised: 1, known: 0 })
  const { flag_id } = flag

  const before = await client.get(`/refund/${id}`)
  const { body: audit } = await client.get(`/audit/refunds/${id}`)
  assert.equal(
    audit.reconciliation_flags.map((one: { flag_id: string }) => one.flag_id),
    [flag_id],
  )
  assert.is(audit.reconciliation_flags[0].resolution, null)
  const then = await client.get(`/audit/refunds/${id}?as_of=${audit.history.at(-1).at}`)
  assert.equal(then.body.reconciliation_flags, [], 'it was not flagged yet')
  const early = await client.get(`/audit/refunds/${id}?revision=0`)
  assert.equal(early.body.reconciliation_flags, [])
  const search = async () => (await client.get(`/audit/search?object=${id}&family=reconciliations`)).body.data
  assert.equal(
    (await search()).map(({ type, subject }: Record<string, unknown>) => [
      type,
      subject === audit.state.beneficiary.user_id,
    ]),
    [['ReconciliationFlagged', true]],
  )
  const open = async () => (await client.get('/reconciliation/flags')).body.data
  const [listed] = await open()
  assert.equal([listed.flag_id, listed.refund_id, listed.kind], [flag_id, id, 'amount_differs'])
  assert.equal([listed.statement.from, listed.statement.to], [period.from, period.to])

  // The same statement once more, another one that tells the same, and one that covers more.
  for (const sent of [wrong, wrong, [...wrong, ...wrong]]) {
    const { body } = await send(sent)
    assert.equal(
      [body.flags, body.discrepancies[0].flag],
      [
        { raised: 0, known: 1 },
        { flag_id, status: 'open' },
      ],
    )
  }
  const reason = 'the network has corrected its statement'
  const resolved = await client.post(`/reconciliation/flags/${flag_id}/resolve`, { reason })
  assert.equal([resolved.status, resolved.body.status, resolved.body.resolution.reason], [200, 'resolved', reason])
  assert.is((await client.post(`/reconciliation/flags/${flag_id}/resolve`, { reason })).status, 200)
  const other = await client.post(`/reconciliation/flags/${flag_id}/resolve`, { reason: 'another' })
  assert.equal([other.status, other.body.error_code], [409, 'CONFLICT'])
  assert.equal(await open(), [])
  const { body: again } = await send(wrong)
  assert.equal(again.discrepancies[0].flag, { flag_id, status: 'resolved' })
  assert.equal(await open(), [], 'what is resolved stays so')
  const { body: at } = await client.get(`/audit/refunds/${id}`)
  assert.is(at.reconciliation_flags[0].resolution.reason, reason)
  const record = await client.get(`/audit/reconciliations/${flag_id}`)
  assert.equal([record.body.state.flags.length, record.body.history.length, record.body.chain.intact], [1, 2, true])
  assert.equal((await search())[0].reason, reason)
  assert.equal((await client.get(`/refund/${id}`)).body, before.body, 'nothing happened to the refund')
})

test('what only says something else about the same payment is another flag', async () => {
  const { lines, send } = await alone()
  const { body: first } = await send(lines.map(line => ({ ...line, amount: 99 })))
  const { body: second } = await send(lines.map(line => ({ ...line, amount: 98 })))
  assert.equal(second.flags, { raised: 1, known: 0 })
  assert.not.equal(second.discrepancies[0].flag.flag_id, first.discrepancies[0].flag.flag_id)
})

test("another client's refunds are not there, and neither are its flags", async () => {
  const { client, id, lines, send } = await alone()
  const sneaky = await sendStatement(other, statementOf(lines, upToNow()))
  const found: (Discrepancy & { refund_id: string | null; recorded: unknown })[] = sneaky.body.discrepancies
  const [one] = found.filter(({ kind }) => kind === 'missing_here')
  assert.equal([one?.refund_id, one?.recorded], [null, null])
  assert.equal((await client.get(`/audit/refunds/${id}`)).body.reconciliation_flags, [])
  assert.equal((await client.get('/reconciliation/flags?status=all')).body.data, [])
  const { body } = await send(lines.map(line => ({ ...line, amount: 99 })))
  const { flag_id } = body.discrepancies[0].flag
  const refused = await other.post(`/reconciliation/flags/${flag_id}/resolve`, { reason: 'mine' })
  assert.equal([refused.status, refused.body.error_code], [404, 'NOT_FOUND'])
  assert.is((await other.get(`/audit/reconciliations/${flag_id}`)).status, 404)
  const listed = (await other.get('/reconciliation/flags')).body.data
  assert.not.ok(listed.some((flag: { flag_id: string }) => flag.flag_id === flag_id))
  // What neither knows is flagged for each of them.
  const foreign = lines.map(line => ({ ...line, key: FOREIGN }))
  const ids = await Promise.all(
    [client, other].map(async who => {
      const { body } = await sendStatement(who, statementOf(foreign, upToNow()))
      return body.discrepancies.find(({ kind }: Discrepancy) => kind === 'missing_here').flag.flag_id
    }),
  )
  assert.not.equal(ids[0], ids[1])
})

test('what is missing there is judged within the period and the leeway alone', async () => {
  const { client, id, lines } = await alone()
  const { body: audit } = await client.get(`/audit/refunds/${id}`)
  const at = (type: string) => audit.history.find((line: { type: string }) => line.type === type).at
  const shifted = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString()
  const [sent, ended] = [at('RefundProcessingStarted'), at('RefundCompleted')]
  const ask = async (from: string, to: string, leeway: number) => {
    const text = statementOf([], { from, to })
    const path = `/reconciliation/statements?leeway_s=${leeway}&dry_run=true`
    const { body } = await client.send('POST', path, text, { 'content-type': 'application/x-ndjson' })
    return [body.counts.missing_there, body.counts.undecided]
  }
  const after = shifted(ended, 1)
  assert.equal(await ask(sent, after, 0), [1, 0])
  assert.equal(await ask(shifted(sent, 1), after, 0), [0, 1], 'it may have been booked before')
  assert.equal(await ask(shifted(sent, -60_000), after, 1), [0, 1], 'it may be booked later')
  assert.equal(await ask(shifted(sent, -60_000), ended, 1), [0, 1], 'it may have been booked before it was recorded')
  assert.equal(await ask(shifted(sent, -60_000), shifted(sent, -50_000), 0), [0, 0])
  assert.is(lines.length, 1)

  // The next statement goes on where this one ended, with the overlap: the payment was under way then, and the report
  // says what decides it.
  const { body: torn } = await sendStatement(client, statementOf([], { from: shifted(sent, 1), to: after }))
  assert.equal(torn.decided_by, { from: sent, to: after })
  assert.equal(await ask(torn.decided_by.from, torn.decided_by.to, 0), [1, 0])
  const { body: decided } = await sendStatement(client, statementOf([], torn.decided_by), '&dry_run=true')
  assert.is(decided.decided_by, null)
})

test('a period may begin when time does', async () => {
  const period = { from: '0001-01-01T00:00:00Z', to: upToNow().to }
  const client = await service.newClient()
  const { status, body } = await client.send('POST', '/reconciliation/statements', statementOf([], period), {
    'content-type': 'application/x-ndjson',
  })
  assert.equal([status, body.counts], [200, { ...NONE, matched: 0 }], JSON.stringify(body))
})

test('CSV says the same, with columns in any order, and the period in the query', async () => {
  const { client, period, lines } = await alone('voided')
  const { from, to } = period
  const { text } = await client.get(`/reconciliation/sandbox-statement?from=${from}&to=${to}&format=csv`)
  const CSV = { 'content-type': 'text/csv' }
  const framed = await sendStatement(client, text, '', CSV)
  assert.equal([framed.status, framed.body.counts], [200, { ...NONE, matched: 2 }])
  const bare = [
    '\uFEFFat,amount,currency,"type",note,status,reference,key',
    ...lines.map(({ at, amount, currency, type, status, reference, key }) =>
      [at, `"${amount}0"`, currency, type, '"a ""note"", ignored"', status, reference, key].join(','),
    ),
    '',
  ].join('\r\n')
  const { status, body } = await sendStatement(client, bare, `&from=${from}&to=${to}`, CSV)
  assert.equal([status, body.counts], [200, { ...NONE, matched: 2 }], JSON.stringify(body))
})

test('the example of the chapter is a statement', async () => {
  const text = chapterBlock('src/modules/refunds/README.md', 'Reconciliation', '')
  const { status, body } = await sendStatement(bank, text, '&dry_run=true', { 'content-type': 'text/csv' })
  assert.equal([status, body.statement.lines, body.counts.missing_here], [200, 1, 1], JSON.stringify(body))
})

test('what is not the refunds’ business is told line by line, however many there are', async () => {
  const { lines, send } = await alone()
  const fees = Array.from({ length: 130 }, (_, index) => ({ ...lines[0]!, key: 'FEE', reference: `FEE-${index}` }))
  const twoAmounts = [1, 2].map(amount => ({ ...fees[0]!, amount }))
  const tax = { ...fees[0]!, key: 'TAX' }
  const { body } = await send([...lines, ...fees, ...twoAmounts, tax, fees[5]!])
  assert.equal(body.counts, { ...NONE, matched: 1, missing_here: 133, repeated_lines: 1 })
  assert.equal(body.flags, { raised: 133, known: 0 })
})

/** Says of a refund what no caller can say at a moment of their own. */
async function decided(id: string, ...commands: RefundCommand[]) {
  const { execute, now } = service.service
  const context = {
    actor: { sub: 'system', client_id: 'system', role: 'system' },
    ...{ request_id: 'req_1', command_id: 'req_1', correlation_id: 'req_1', causation_id: null, now: now() },
  }
  for (const command of commands) await execute.run(refunds, id, command, context)
}
const paidLate: RefundCommand = { type: 'complete', attempt: 0, reference: 'NET-LATE' }

test('money that went out after the void must be in the statement', async () => {
  const client = await service.newClient()
  const { client_id } = (await client.get('/api/auth/me')).body
  const id = derivedId('rf', 'voided on its way')
  await decided(
    id,
    { type: 'request', data: { ...requestedData, client_id, amount_minor: 1_250 } },
    ...[refundCommands.start_processing, { ...refundCommands.void, client_id }, paidLate],
  )
  await delay(5)
  const period = upToNow()
  const { body } = await sendStatement(client, statementOf([], period))
  assert.equal(
    body.discrepancies.map(({ kind, refund_id, about }: Record<string, unknown>) => [kind, refund_id, about]),
    [['missing_there', id, 'transfer']],
  )
  const line = {
    ...{ type: 'transfer', key: `${id}:0`, reference: 'NET-LATE', status: 'succeeded' },
    ...{ amount: 12.5, currency: 'EUR', at: period.from },
  }
  assert.equal((await sendStatement(client, statementOf([line], period))).body.counts, { ...NONE, matched: 1 })
})

test('what the network contradicted before is told as such', async () => {
  const { id, send, lines } = await alone('refused')
  await decided(id, paidLate)
  const { body } = await send(lines)
  assert.equal(body.counts, { ...NONE, matched: 0, contradicted: 1 })
})

const good: Line = {
  ...{ type: 'transfer', key: FOREIGN, reference: 'NET-1', status: 'succeeded' },
  ...{ amount: 1, currency: 'EUR', at: '2026-01-01T12:00:00Z' },
}
const january = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }
const framed = (line: object) => statementOf([good, line as Line], january)
const bad: [string, string, Record<string, unknown>][] = [
  ['an amount with too many decimals', framed({ ...good, amount: '1.001' }), { line: 3, field: 'amount' }],
  ['an amount of nothing', framed({ ...good, amount: 0 }), { line: 3, field: 'amount' }],
  ['an amount in words', framed({ ...good, amount: '1e3' }), { line: 3, field: 'amount' }],
  ['a currency that is none', framed({ ...good, currency: 'eur' }), { line: 3, field: 'currency' }],
  ['a status of the other type', framed({ ...good, status: 'completed' }), { line: 3, field: 'status' }],
  ['no reference', framed({ ...good, reference: undefined }), { line: 3, field: 'reference', reason: 'is required' }],
  ['a time outside of the period', framed({ ...good, at: '2026-01-02T00:00:00Z' }), { line: 3, field: 'at' }],
  ['a time before the period', framed({ ...good, at: '2025-12-31T23:59:59.999Z' }), { line: 3, field: 'at' }],
  [
    'a key on too many lines that differ',
    statementOf(
      Array.from({ length: 21 }, (_, index) => ({ ...good, amount: index + 1 })),
      january,
    ),
    { line: 22, field: 'key' },
  ],
  ['no JSON', `${framed(good)}x`, { line: 5, field: 'line', reason: 'is not JSON' }],
  ['something behind the end', `${framed(good)}${JSON.stringify(good)}`, { line: 5, field: 'line' }],
  ['an end too early', framed(good).replace('"lines":2', '"lines":3'), { line: 4, field: 'lines' }],
  ['no end', framed(good).replace(/.*"end".*\n/, ''), { field: 'end' }],
  ['no period', JSON.stringify(good), { line: 1, field: 'from' }],
  [
    'a period that is not over',
    statementOf([], { from: january.from, to: '2999-01-01T00:00:00Z' }),
    { line: 1, field: 'to' },
  ],
  ['nothing', '\n', { field: 'from' }],
  ['a line without an end', `{"${'x'.repeat(70_000)}`, { line: 1, field: 'line' }],
  ['CSV without a column', 'type,key,status\r\n', { line: 1, field: 'reference' }],
  [
    'CSV with two columns of one name',
    'type,key,reference,status,amount,currency,at,amount\r\n',
    { line: 1, field: 'amount', reason: 'is the name of several columns' },
  ],
]
const careless = await service.newClient()
for (const [what, text, expected] of bad)
  test(`${what} is refused with its place`, async () => {
    const { status, body } = await sendStatement(careless, text)
    assert.equal([status, body.error_code], [400, 'INVALID_REQUEST'], JSON.stringify(body))
    for (const [name, value] of Object.entries(expected))
      assert.is(body.details[name], value, JSON.stringify(body.details))
    assert.equal(body.details.fields, [{ field: body.details.field, reason: body.details.reason }])
  })

test('by statements that are refused nothing is flagged', async () => {
  assert.equal((await careless.get('/reconciliation/flags?status=all')).body.data, [])
})

test('what is no statement at all is refused', async () => {
  const json = await bank.post('/reconciliation/statements', {})
  assert.equal([json.status, json.body.error_code], [415, 'UNSUPPORTED_MEDIA_TYPE'])
  const unknown = await sendStatement(bank, statementOf([], january), '&form=x')
  assert.equal([unknown.status, unknown.body.details.field], [400, 'form'])
  const torn = await sendStatement(bank, statementOf([], january), '&to=2026-01-03T00:00:00Z')
  assert.equal([torn.status, torn.body.details.field, torn.body.details.line], [400, 'to', 1])
})

test('the list goes page by page, by kind and by refund', async () => {
  const { client, id, lines, send } = await alone()
  for (const amount of [91, 92, 93]) await send(lines.map(line => ({ ...line, amount })))
  await send([...lines, { ...lines[0]!, key: null, reference: 'NET-X' }])
  const ids: string[] = []
  let cursor = ''
  do {
    const { body } = await client.get(`/reconciliation/flags?limit=2${cursor}`)
    ids.push(...body.data.map(({ flag_id }: { flag_id: string }) => flag_id))
    cursor = body.pagination.next_cursor === null ? '' : `&cursor=${body.pagination.next_cursor}`
  } while (cursor !== '')
  assert.equal([ids.length, new Set(ids).size], [4, 4])
  const kinds = async (query: string) =>
    (await client.get(`/reconciliation/flags?${query}`)).body.data.map(({ kind }: Discrepancy) => kind)
  assert.equal(await kinds('kind=missing_here'), ['missing_here'])
  assert.is((await kinds(`refund_id=${id}`)).length, 3)
})

test('operators reconcile, auditors and integrators look', async () => {
  const { body: me } = await bank.get('/api/auth/me')
  const roles = await Promise.all(
    ['operator', 'integrator', 'auditor'].map(async role => {
      const email = `${role}@reconciling.example`
      const password = 'correct horse battery'
      await bank.post('/admin/users', { client_id: me.client_id, email, role, password })
      const { body } = await bank.as(null).post('/api/auth/login', { email, password })
      const caller = bank.as(body.access_token)
      const sent = await sendStatement(caller, statementOf([], january), '&dry_run=true')
      return [sent.status, (await caller.get('/reconciliation/flags')).status]
    }),
  )
  assert.equal(roles, [
    [200, 200],
    [403, 200],
    [403, 200],
  ])
})

test('the metric and the health of the reactor tell of open flags', async () => {
  const { lines, send } = await alone()
  await send(lines.map(line => ({ ...line, amount: 99 })))
  await until(
    async () => (await fetch(`${service.url}/metrics`)).text(),
    text => /^reconciliation_flags_open [1-9]/m.test(text),
  )
  await until(
    () => bank.get('/health/ready'),
    ({ body }) => /discrepancies with statements of the payment network are open/.test(body.parts.reactor.note),
  )
})

test.run()
