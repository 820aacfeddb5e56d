import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { outcomeStreams } from '#domain/fraud/outcomes/events.ts'
import { profileStreams } from '#domain/fraud/profile/events.ts'
import { transactionStreams } from '#domain/transactions/events.ts'
import { checkEntries } from '#programs/import/check.ts'
import { createEntryStore } from '#programs/import/entry-store.ts'
import { recordEntries } from '#programs/import/record.ts'
import { entriesOf } from '#programs/import/row.ts'
import { type Client, until } from '../harness/client.ts'
import { startProgram } from '../harness/run-program.ts'
import { startTestService } from '../harness/service.ts'
import { suite } from '../harness/suite.ts'
import { random, readLog } from '../projector/refund-histories.ts'

/** `npm run import`, as it is typed, beside a service that runs. */
const test = suite('npm run import')
const service = await startTestService()
test.after(() => service.end())
const { store } = service.service
const DAY_MS = 86_400_000
const KEYS = sql.type(z.object({ count: z.int() }))`select count(*) as count from vault.data_keys`
const START = Date.now() - 100 * DAY_MS
const iso = (at: number) => new Date(at).toISOString()

const start = (words: readonly string[]) => startProgram('src/programs/import/main.ts', words, service.environment)
const run = (...words: string[]) => start(words).ended

const file = (name: string, text: string | Buffer) => {
  const path = join(service.environment.DATA_DIR!, name)
  writeFileSync(path, text)
  return path
}
const jsonLines = (rows: readonly object[]) => `${rows.map(row => JSON.stringify(row)).join('\n')}\n`

const COLUMNS =
  'transaction_id,user_id,amount,currency,operation_type,merchant_id,device_fingerprint,timestamp,outcome,reported_at'
const cellsOf = (id: string, user: string, at: number, more = ',') =>
  `${id},${user},12.5,EUR,payment,m_1,f_1,${iso(at)},${more}`

async function newBank(): Promise<{ bank: Client; client: string }> {
  const bank = await service.newClient()
  return { bank, client: (await bank.get('/api/auth/me')).body.client_id }
}
const profileOf = async (client: string, user: string) =>
  (await store.read(profileStreams.stream(profileStreams.id(client, user)))).map(profileStreams.parse)
const outcomesOf = async (client: string, id: string) =>
  (await store.read(outcomeStreams.stream(outcomeStreams.id(client, id)))).map(outcomeStreams.parse)
const recordedOf = async (client: string, id: string) =>
  store.read(transactionStreams.stream(transactionStreams.id(client, id)))

test('history is recorded in the order of its own time, whatever the order and the form of the file', async () => {
  const rows = [3, 1, 2, 0].map(n => ({ id: `t${n}`, at: START + n * 40 * DAY_MS * (n === 3 ? 0.7 : 1) }))
  const csv = `\uFEFF${COLUMNS}\r\n${rows
    .map(({ id, at }) => cellsOf(id, 'u1', at, id === 't1' ? `chargeback,${iso(at + DAY_MS)}` : ','))
    .join('\r\n')}\r\nt2,,,,,,,,legitimate,${iso(Date.now() - DAY_MS)}`
  const ndjson = jsonLines([
    ...rows.map(({ id, at }) => ({
      ...{ transaction_id: id, user_id: 'u1', amount: 12.5, currency: 'EUR', operation_type: 'payment' },
      ...{ merchant: { id: 'm_1' }, device: { fingerprint: 'f_1' }, timestamp: iso(at) },
      ...(id === 't1' ? { outcome: 'chargeback', reported_at: iso(at + DAY_MS) } : {}),
    })),
    { transaction_id: 't2', outcome: 'legitimate', reported_at: iso(Date.now() - DAY_MS) },
  ])
  const profiles: unknown[] = []
  for (const [name, text] of [
    ['history.csv', csv],
    ['history.ndjson', ndjson],
    ['packed.csv.gz', gzipSync(csv)],
  ] as const) {
    const { bank, client } = await newBank()
    const { status, stdout, stderr } = await run(file(name, text), '--client', client)
    assert.equal(
      [status, stdout, stderr],
      [0, '4 transactions and 2 outcomes recorded, 0 were there already, 0 refused\n', ''],
    )
    const profile = await profileOf(client, 'u1')
    assert.equal(
      profile.map(({ type, data }) => [type, data.transaction_id]),
      ['t0', 't1', 't2', 't3'].sort((a, b) => timeOf(rows, a) - timeOf(rows, b)).map(id => ['TransactionEntered', id]),
    )
    assert.equal(
      (await outcomesOf(client, 't1')).map(({ data }) => data.outcome),
      ['chargeback'],
    )
    assert.equal((await bank.get('/transactions/t1')).body.refundable_amount, 12.5)
    const again = await run(file(name, text), '--client', client)
    assert.is(again.stdout, '0 transactions and 0 outcomes recorded, 6 were there already, 0 refused\n')
    assert.is((await profileOf(client, 'u1')).length, 4)
    profiles.push(profile.map(({ data }) => ({ ...data.totals, amount: data.transaction.amount_minor })))
  }
  assert.equal(profiles, [profiles[0], profiles[0], profiles[0]])
})
const timeOf = (rows: { id: string; at: number }[], id: string) => rows.find(row => row.id === id)!.at

test('every refused row is printed with line, field and reason, and nothing is recorded without --skip-refused', async () => {
  const { client } = await newBank()
  const at = START
  const rows = [
    cellsOf('good', 'u1', at),
    cellsOf('words', 'u1', at).replace('12.5', 'twelve'),
    cellsOf('precise', 'u1', at).replace('12.5', '12.505'),
    cellsOf('nobody', '', at).replace('payment', 'gift'),
    cellsOf('early', 'u1', at, `chargeback,${iso(at - 1)}`),
    cellsOf('undated', 'u1', at, 'chargeback,'),
    cellsOf('ahead', 'u1', Date.now() + DAY_MS),
    cellsOf('open', 'u1', at).replace('m_1', '"m_1'),
    'short,u1',
    cellsOf('x'.repeat(200_000), 'u1', at),
    cellsOf('x'.repeat(200), 'u1', at),
    cellsOf('__proto__', 'constructor', at),
  ]
  const path = file('refused.csv', [COLUMNS, ...rows].join('\n'))
  const { status, stdout, stderr } = await run(path, '--client', client)
  assert.equal(stdout.trim().split('\n'), [
    'line 3: amount must be a number',
    'line 4: amount must have at most 2 decimals in EUR',
    'line 5: user_id is required',
    'line 5: operation_type must be one of transfer, payment, withdrawal, deposit, refund',
    'line 7: reported_at is required',
    'line 8: timestamp must not lie ahead',
    'line 9: a quote is not closed',
    'line 10: has 2 cells, the first line 10',
    'line 11: is longer than 64 KiB',
    'line 12: transaction_id must be at most 128 characters',
    `line 6: reported_at must not be before the transaction, which was made at ${iso(at)}`,
  ])
  assert.equal([status, stderr], [1, '10 rows refused, nothing is recorded: correct them, or give --skip-refused\n'])
  assert.is((await recordedOf(client, 'good')).length, 0)
  const skipped = await run(path, '--client', client, '--skip-refused')
  assert.is(skipped.status, 1)
  assert.match(skipped.stdout, /\n3 transactions and 0 outcomes recorded, 0 were there already, 10 refused\n$/)
  for (const id of ['good', 'early', '__proto__']) assert.is((await recordedOf(client, id)).length, 1, id)
})

test('JSON lines are refused by field too, misspelt ones among them', async () => {
  const { client } = await newBank()
  const good = { transaction_id: 'a', user_id: 'u', amount: 1, currency: 'EUR', operation_type: 'payment' }
  const timestamp = iso(START)
  const rows = [
    '{"transaction_id": ',
    '7',
    JSON.stringify({ ...good, timestamp, merchant_id: 'm' }),
    JSON.stringify({ ...good, timestamp: START }),
    JSON.stringify({ ...good, timestamp, amount: '1' }),
    JSON.stringify({ ...good, timestamp, device: { ip: 'x'.repeat(65) } }),
    JSON.stringify({ ...good, timestamp, outcome: 'fraud', reported_at: 'soon' }),
  ]
  const { status, stdout } = await run(file('refused.ndjson', rows.join('\n')), '--client', client)
  assert.is(status, 1)
  const told = stdout.trim().split('\n')
  assert.match(told.shift()!, /^line 1: .*JSON/)
  assert.equal(told, [
    'line 2: must be a JSON object',
    'line 3: merchant_id is not known',
    'line 4: timestamp must be a string',
    'line 5: amount must be a number',
    'line 6: device.ip must be at most 64 characters',
    'line 7: outcome must be one of confirmed_fraud, legitimate, chargeback',
    `line 7: reported_at ${told.at(-1)!.slice('line 7: reported_at '.length)}`,
  ])
})

test('bytes that are not UTF-8 are refused: ids that differ in them would become one', async () => {
  const { client } = await newBank()
  const rows = [COLUMNS, ...['Möller', 'Müller'].map(user => cellsOf(`of ${user}`, user, START)), '']
  const text = rows.join('\n')
  const latin = await run(file('latin.csv', Buffer.from(text, 'latin1')), '--client', client)
  assert.equal([latin.status, latin.stdout], [1, 'line 2: is not UTF-8\nline 3: is not UTF-8\n'])
  const wide = await run(file('wide.csv', Buffer.from(`\uFEFF${text}`, 'utf16le')), '--client', client)
  assert.equal([wide.status, wide.stdout, wide.stderr], [1, '', 'the first line is not UTF-8\n'])
  const { status, stdout } = await run(file('utf8.csv', text), '--client', client)
  assert.equal([status, stdout], [0, '2 transactions and 0 outcomes recorded, 0 were there already, 0 refused\n'])
  assert.is((await profileOf(client, 'Müller')).length, 1)
})

test('nothing is recorded while a row contradicts what is recorded or another row, or names nothing', async () => {
  const { bank, client } = await newBank()
  const told = { user_id: 'u1', amount: 12.5, currency: 'EUR', operation_type: 'payment', merchant: { id: 'm_1' } }
  const device = { fingerprint: 'f_1' }
  const same = { ...told, device, timestamp: iso(START) }
  await bank.post('/transactions', { transaction_id: 'there', ...same, merchant: null })
  await bank.post('/transactions', { transaction_id: 'device', ...same, device: { fingerprint: 'f_2' } })
  await bank.post('/transactions', { transaction_id: 'same', ...same })
  await bank.post('/transactions', { transaction_id: 'alone', ...same })
  const rows = [
    cellsOf('there', 'u1', START),
    `none,,,,,,,,legitimate,${iso(START)}`,
    cellsOf('new', 'u1', START),
    cellsOf('same', 'u1', START),
    cellsOf('device', 'u1', START),
    cellsOf('twice', 'u2', START),
    cellsOf('twice', 'u2', START + 1),
    cellsOf('repeated', 'u2', START, `legitimate,${iso(START)}`),
    cellsOf('repeated', 'u2', START),
    `alone,,,,,,,,legitimate,${iso(START - 1)}`,
    `same,,,,,,,,legitimate,${iso(START + 1)}`,
    cellsOf('other', 'u3', START).replace('f_1', ''),
    cellsOf('other', 'u3', START),
  ]
  const path = file('against.csv', [COLUMNS, ...rows].join('\n'))
  const vaultKeys = () => service.service.db.oneFirst(KEYS)
  const keys = await vaultKeys()
  const refused = [
    `line 11: reported_at must not be before the transaction, which was made at ${iso(START)}`,
    'line 14: device differs from the transaction recorded with this transaction_id',
    'line 2: merchant differs from the transaction recorded with this transaction_id',
    'line 3: transaction_id names an unknown transaction',
    'line 6: device differs from the transaction recorded with this transaction_id',
    'line 8: timestamp differs from the transaction recorded with this transaction_id',
  ]
  const first = await run(path, '--client', client)
  assert.equal(first.stdout.trim().split('\n').sort(), refused)
  assert.equal(
    [first.status, first.stderr],
    [1, '6 rows refused, nothing is recorded: correct them, or give --skip-refused\n'],
  )
  for (const id of ['new', 'twice', 'repeated', 'other']) assert.is((await recordedOf(client, id)).length, 0, id)
  assert.equal([(await outcomesOf(client, 'same')).length, await vaultKeys()], [0, keys])
  assert.not(existsSync(`${path}.imported`))
  const skipping = await run(path, '--client', client, '--skip-refused')
  assert.is(skipping.status, 1)
  assert.equal(skipping.stdout.trim().split('\n').sort(), [
    '4 transactions and 2 outcomes recorded, 2 were there already, 6 refused',
    ...refused,
  ])
})

test('a row that contradicts an event recorded after the comparison is printed and left out', async () => {
  const { bank, client } = await newBank()
  using entries = createEntryStore()
  const told = { user_id: 'u1', amount: 12.5, currency: 'EUR', operation_type: 'payment', timestamp: iso(START) }
  for (const [place, transaction_id] of ['late', 'fine'].entries())
    for (const entry of entriesOf({ transaction_id, ...told }, new Date()))
      if ('kind' in entry) entries.add({ ...entry, line: place + 1 })
  const refused: object[] = []
  const asked = { client_id: client, signal: new AbortController().signal, onProgress() {} }
  const importing = { ...asked, refused: (one: object) => refused.push(one) }
  assert.is(await checkEntries(service.service, entries, null, importing), 0)
  assert.is((await bank.post('/transactions', { transaction_id: 'late', ...told, amount: 13 })).status, 201)
  const imported = await recordEntries(service.service, entries.entries(null), importing)
  assert.equal(imported, { transactions: 1, outcomes: 0, duplicates: 0, refused: 1 })
  const reason = 'differs from the transaction recorded with this transaction_id'
  assert.equal(refused, [{ line: 1, field: 'amount', reason }])
})

test('progress counts for the same file, client and stores alone, and refused rows are printed again', async () => {
  const { client } = await newBank()
  const path = file('reached.csv', [COLUMNS, ...[0, 1, 2].map(n => cellsOf(`r${n}`, 'u1', START + n))].join('\n'))
  const digest = createHash('sha256').update(readFileSync(path)).digest('hex')
  const place = { at: iso(START + 1), kind: 'transaction', line: 3, id: 'r1' }
  const refused = [{ line: 2, field: 'amount', reason: 'differs' }]
  const goingOn = async (reached: object) => {
    writeFileSync(`${path}.imported`, JSON.stringify({ client_id: client, digest, place, refused, ...reached }))
    return (await run(path, '--client', client)).stdout
  }
  // Nothing of it is there: the stores are others.
  const all = '3 transactions and 0 outcomes recorded, 0 were there already, 0 refused\n'
  assert.is(await goingOn({}), all)
  const none = '0 transactions and 0 outcomes recorded, 3 were there already, 0 refused\n'
  assert.is(await goingOn({ digest: '0' }), none)
  assert.is(await goingOn({ client_id: 'clt_other' }), none)
  assert.is(await goingOn({ place: 7 }), none)
  const on = '0 transactions and 0 outcomes recorded, 2 were there already, 1 refused\n'
  assert.is(await goingOn({}), `line 2: amount differs\n${on}`)
})

test('an unknown file, column or client is an error', async () => {
  const { client } = await newBank()
  const said = async (...words: string[]) => {
    const { status, stdout, stderr } = await run(...words)
    assert.equal([status, stdout], [1, ''])
    return stderr.trim()
  }
  assert.match(await said('/nowhere.csv', '--client', client), /^\/nowhere\.csv can't be read: ENOENT/)
  assert.match(await said(file('history.txt', ''), '--client', client), /must end in \.csv or \.ndjson/)
  assert.match(
    await said(file('a.csv', 'transaction_id,usr\n'), '--client', client),
    /columns that there are not: usr;/,
  )
  assert.match(await said(file('a.csv.gz', 'not packed'), '--client', client), /can't be read: incorrect header check/)
  assert.is(await said(file('b.csv', `${COLUMNS}\n`), '--client', 'clt_none'), 'there is no client clt_none')
})

test('killed again and again it goes on where it was: all is recorded once', async () => {
  const { client } = await newBank()
  const next = random(11)
  const USERS = 7
  const ROWS = 2_500
  const rows = Array.from({ length: ROWS }, (_, n) => ({
    ...{ transaction_id: `k${n}`, user_id: `u${n % USERS}`, amount: 1 + (n % 90), currency: 'EUR' },
    ...{ operation_type: 'payment', device: { fingerprint: `f${n % 9}` }, timestamp: iso(START + n * 600_000) },
    ...(n % 10 === 0 ? { outcome: 'chargeback', reported_at: iso(START + n * 600_000 + DAY_MS) } : {}),
  }))
  const shuffled = rows.map(row => ({ row, at: next() })).sort((a, b) => a.at - b.at)
  const path = file('large.ndjson', jsonLines(shuffled.map(({ row }) => row)))
  const words = [path, '--client', client]
  // Each a little further on.
  for (const entered of [20, 160, 200]) {
    const { child, ended } = start(words)
    await until(
      async () => (await profileOf(client, 'u0')).length,
      length => length >= entered,
      60_000,
    )
    child.kill('SIGKILL')
    assert.is((await ended).signal, 'SIGKILL')
  }
  const reached = `${path}.imported`
  assert.ok(JSON.parse(readFileSync(reached, 'utf8')).place.at > rows[0]!.timestamp)
  const { status, stdout } = await run(...words)
  assert.is(status, 0, stdout)
  assert.not(existsSync(reached))
  const [, made, known, were] =
    /^([\d,]+) transactions and ([\d,]+) outcomes recorded, ([\d,]+) were there/.exec(stdout) ?? []
  const counts = [made, known, were].map(text => Number(text!.replace(',', '')))
  assert.is(
    counts.reduce((a, b) => a + b),
    ROWS * 1.1,
  )
  assert.ok(counts[0]! > 0 && counts[2]! > 0, 'it was killed in the middle')
  for (let user = 0; user < USERS; user += 1) {
    const of = rows.filter(({ user_id }) => user_id === `u${user}`).map(({ transaction_id }) => transaction_id)
    const entered = (await profileOf(client, `u${user}`)).map(({ data }) => data.transaction_id)
    assert.equal(entered, of, 'each once, in the order of its time')
  }
  for (const { transaction_id } of rows.filter((_, n) => n % 10 === 0))
    assert.is((await outcomesOf(client, transaction_id)).length, 1)
  const recorded = (await readLog(store, transactionStreams.prefix)).filter(
    ({ data }) => Reflect.get(data, 'client_id') === client,
  )
  assert.is(recorded.length, ROWS)
  assert.not(JSON.stringify(recorded.map(({ data }) => data)).includes('"fingerprint"'), 'devices are sealed')
})

test.run()
