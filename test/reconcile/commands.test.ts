import { randomUUID } from 'node:crypto'
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import * as assert from 'uvu/assert'
import type { RefundEvent } from '#domain/refunds/events.ts'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { startEmbeddedEventStore } from '#embedded/eventstore/spawn.ts'
import { addEnvelopes, toNewEvent } from '#event-sourcing/envelope.ts'
import { derivedId } from '#values/ids.ts'
import { histories, processing, requested, requestedData, reversalStarted, voided } from '../domain/refunds/samples.ts'
import { context } from '../harness/counter.ts'
import { repeatedProgram, startProgram } from '../harness/run-program.ts'
import { suite } from '../harness/suite.ts'
import { type Line, type Period, statementOf } from '../modules/refunds/reconciled.ts'

/**
 * `npm run reconcile` over the event store alone: what ends in another way than it should, and each command once, as it
 * is typed, all other calls in one process. LINES=150000 for a statement that does not fit into the memory below.
 */
const LINES = Number(process.env.LINES ?? 25_000)
/** Enough for what is held of any statement. */
const HEAP_MB_MAX = 80
const REFUNDS = 120

const test = suite('npm run reconcile')
const folder = mkdtempSync(join(tmpdir(), 'reconcile-'))
const place = (name: string) => join(folder, name)
const node = await startEmbeddedEventStore({ dataDir: place('eventstore') })
const store = connectEventStore(node.url)
const PROGRAM = 'src/programs/reconcile/main.ts'
const program = repeatedProgram(PROGRAM)
test.after(async () => {
  program.stop()
  await store.close()
  await node.stop()
  rmSync(folder, { recursive: true, force: true })
})

const environmentOf = (env: Record<string, string>) => ({ EVENTSTORE_URL: node.url, DATA_DIR: place('none'), ...env })
const reconcile = (words: readonly string[], env: Record<string, string> = {}) => program.run(words, environmentOf(env))

type Kill = (signal?: NodeJS.Signals) => void
type How = { node?: string[]; onOutput?: (stdout: string, kill: Kill) => void }
function typed(words: readonly string[], { node: options = [], onOutput = () => {} }: How = {}) {
  const { child, output, ended } = startProgram(PROGRAM, words, environmentOf({}), options)
  child.stdout.on('data', () => onOutput(output.stdout, (signal = 'SIGKILL') => child.kill(signal)))
  return ended
}

/** Refunds that are paid, of two clients by turns. */
const ids = Array.from({ length: REFUNDS }, (_, index) => derivedId('rf', 'reconciled', index))
const clientOf = (index: number) => (index % 2 === 0 ? 'clt_1' : 'clt_2')
for (const [index, id] of ids.entries()) {
  const events = histories.completed.map(event =>
    event.type === 'RefundRequested' ? { ...event, data: { ...requestedData, client_id: clientOf(index) } } : event,
  )
  await record(store, id, events)
}
async function record(to: typeof store, id: string, events: RefundEvent[]) {
  const stream = `refund-${id}`
  const stamped = addEnvelopes(stream, { revision: -1, hash: null, at: null }, events, context(stream))
  await to.append(stream, 'no_stream', stamped.map(toNewEvent))
}
const period = { from: '2025-12-31T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z' }
const lineOf = (id: string): Line => ({
  ...{ type: 'transfer', key: `${id}:0`, reference: 'NET-1', status: 'succeeded' },
  ...{ amount: 125.5, currency: 'EUR', at: '2026-01-01T00:00:00.000Z' },
})
const lines = ids.map(lineOf)
const file = (name: string, sent: readonly Line[], covered: Period = period) => {
  writeFileSync(place(name), statementOf(sent, covered))
  return place(name)
}
const flags = async (...words: string[]) => flagsIn(await reconcile(['flags', ...words]))
const flagsIn = ({ stdout }: { stdout: string }) =>
  stdout
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))

test('a statement that agrees ends with 0, and one that does not with 1 and the discrepancies', async () => {
  const whole = await typed(['compare', file('whole', lines)])
  assert.equal([whole.status, whole.stderr], [0, ''])
  assert.is(whole.stdout, `agrees: ${REFUNDS} lines from ${period.from} to ${period.to}\n${REFUNDS} matched\n`)
  const wrong = file('wrong', [{ ...lines[0]!, amount: 1 }, ...lines.slice(2)])
  const { status, stdout } = await reconcile(['compare', wrong, '--dry-run'])
  assert.is(status, 1)
  assert.equal(stdout.trim().split('\n'), [
    `missing_there   transfer ${ids[1]} attempt 0: there nothing, here succeeded 125.5 EUR NET-1`,
    `amount_differs  transfer ${ids[0]} attempt 0 (line 2): there succeeded 1 EUR NET-1, here succeeded 125.5 EUR NET-1`,
    `DISAGREES: ${REFUNDS - 1} lines from ${period.from} to ${period.to}`,
    `${REFUNDS - 2} matched`,
    '2 discrepancies',
  ])
  assert.equal(await flags(), [], 'nothing is flagged by a dry run')
})

test('for one client the refunds of another are not there', async () => {
  const { status, stdout } = await reconcile([
    'compare',
    file('whole', lines),
    '--client',
    'clt_1',
    '--dry-run',
    '--json',
  ])
  const said = stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  const report = said.pop()
  assert.equal([status, report.counts.matched, report.counts.missing_here], [1, REFUNDS / 2, REFUNDS / 2])
  assert.ok(
    said.every(({ kind, refund_id, recorded }) => kind === 'missing_here' && refund_id === null && recorded === null),
  )
})

test('what was under way at an edge is undecided, and a statement that decides it is named', async () => {
  const words = ['compare', file('none', []), '--leeway', '86400', '--dry-run']
  const { status, stdout } = await reconcile(words)
  assert.is(status, 0)
  const [, , decides = ''] = stdout.split('\n')
  const [, from, to] = /^a statement from (\S+) to (\S+) decides what is undecided$/.exec(decides) ?? []
  assert.match(stdout, `0 matched, ${REFUNDS} at the edges of the period, undecided`)
  const decided = await reconcile([
    ...words.slice(0, 1),
    file('decided', [], { from: from!, to: to! }),
    ...words.slice(2),
  ])
  assert.equal([decided.status, decided.stdout.split('\n').at(-2)], [1, `${REFUNDS} discrepancies`], decided.stderr)
})

test('killed in the middle and begun again, every discrepancy has one flag', async () => {
  const wrong = file(
    'all-wrong',
    lines.map(line => ({ ...line, amount: 99 })),
  )
  let killed = 0
  for (const after of [10, 60]) {
    const { status } = await typed(['compare', wrong], {
      onOutput: (stdout, kill) => stdout.split('\n').length > after && kill(),
    })
    if (status === null) killed += 1
  }
  assert.ok(killed > 0, 'it was killed')
  const { stdout, status } = await reconcile(['compare', wrong])
  assert.is(status, 1)
  const [, raised, known] = /(\d+) flags raised, (\d+) known before/.exec(stdout) ?? []
  assert.equal([Number(raised) + Number(known), Number(known) > 10], [REFUNDS, true])
  const all = await flags()
  assert.equal(all.map(flag => flag.refund_id).sort(), ids.toSorted())
  assert.is((await flags('--client', 'clt_2')).length, REFUNDS / 2)
})

test('a flag is resolved once, with a reason', async () => {
  const [{ flag_id }] = flagsIn(await typed(['flags']))
  const { status, stdout } = await typed(['resolve', flag_id, '--reason', 'the statement was corrected'])
  assert.equal([status, stdout], [0, `${flag_id} is resolved\n`])
  assert.not.ok((await flags()).some(flag => flag.flag_id === flag_id))
  assert.ok((await flags('--all')).some(flag => flag.flag_id === flag_id && flag.status === 'resolved'))
  const again = await reconcile(['resolve', flag_id, '--reason', 'no'])
  assert.equal([again.status, again.stderr], [1, `${flag_id} is already resolved\n`])
  const none = await reconcile(['resolve', 'flg_none', '--reason', 'no'])
  assert.equal([none.status, none.stderr], [1, 'flg_none is not the id of a flag\n'])
})

test('memory does not grow with the statement', async () => {
  const to = createWriteStream(place('large'))
  to.write(`${JSON.stringify({ format: 'payment-statement/1', ...period })}\n`)
  for (let number = 0; number < LINES; number += 1) {
    const line = { ...lines[0]!, key: `an invoice of somebody else, number ${number}`, status: 'rejected' }
    if (!to.write(`${JSON.stringify(line)}\n`)) await new Promise<void>(done => to.once('drain', done))
  }
  to.end(`${JSON.stringify({ end: true, lines: LINES })}\n`)
  await finished(to)
  const node = [`--max-old-space-size=${HEAP_MB_MAX}`]
  const { status, stdout, stderr } = await typed(['compare', place('large'), '--dry-run', '--json'], { node })
  assert.equal([status, stderr], [1, ''])
  const { counts } = JSON.parse(stdout.trimEnd().split('\n').at(-1)!)
  assert.equal([counts.missing_here, counts.missing_there], [LINES, REFUNDS])
})

const MISUSED: [string[], number, RegExp][] = [
  [['compare'], 2, /^which file\?/],
  [['compare', '/nowhere'], 1, /^\/nowhere can't be read: ENOENT/],
  [['compare', 'README.md'], 1, /^line 1: type is not among the column names; nothing was compared/],
  [['compare', 'a', '--leeway', 'long'], 2, /^--leeway must be a number of seconds/],
  [['compare', 'a', '--from', 'yesterday'], 2, /^--from must be a time/],
  [['resolve', 'flg_1'], 2, /^--reason is required/],
  [['statement'], 2, /^since when\?/],
  [['reconcile'], 2, /^there is no command "reconcile"/],
]
for (const [words, expected, reason] of MISUSED)
  test(`${words.join(' ')} ends with ${expected} and says why`, async () => {
    const { status, stdout, stderr } = await reconcile(words)
    assert.equal([status, stdout], [expected, ''], stderr)
    assert.match(stderr, reason)
  })

test('money that went out after the void must be in the statement, and so must what came back', async () => {
  const node = await startEmbeddedEventStore({ dataDir: place('late') })
  const store = connectEventStore(node.url)
  await record(store, derivedId('rf', 'late'), [
    ...[requested, processing(), voided('in_flight')],
    { type: 'TransferSettledAfterVoid', data: { attempt: 0, reference: 'NET-1' } },
    ...[reversalStarted, { type: 'ReversalCompleted', data: { reversal_reference: 'REV-1' } } as const],
  ])
  const words = ['compare', file('none', []), '--leeway', '0', '--dry-run']
  const { status, stdout } = await reconcile(words, { EVENTSTORE_URL: node.url })
  await store.close()
  await node.stop()
  assert.equal(
    [status, stdout.match(/^missing_there {3}\w+/gm)],
    [1, ['missing_there   transfer', 'missing_there   reversal']],
  )
})

test('an event that can not be read may be a payment: nothing agrees then', async () => {
  const foreign = { id: randomUUID(), type: 'RefundCompleted', data: { attempt: 0 }, metadata: {} }
  const node = await startEmbeddedEventStore({ dataDir: place('others') })
  const store = connectEventStore(node.url)
  const env = { EVENTSTORE_URL: node.url }
  await store.append(`refund-${derivedId('rf', 'unreadable')}`, 'no_stream', [foreign as never])
  const { status, stdout, stderr } = await reconcile(['compare', file('none', [])], env)
  await store.close()
  await node.stop()
  assert.equal([status, stdout], [1, ''])
  assert.match(stderr, /^the event at 0 of refund-rf_\S+ can't be read: it was not written by this service/)
})

test('interrupted, and without the event store, it reports that it may be repeated', async () => {
  const wrong = place('all-wrong')
  let isSent = false
  const stopped = await typed(['compare', wrong], {
    onOutput(_, kill) {
      if (!isSent) kill('SIGINT')
      isSent = true
    },
  })
  assert.equal(
    [stopped.status, stopped.stderr],
    [1, 'interrupted: repeat it, what is flagged already is flagged once\n'],
  )
  let stopping: Promise<void> | undefined
  const { status, stderr } = await typed(['compare', wrong], {
    onOutput() {
      stopping ??= node.stop()
    },
  })
  await stopping
  assert.equal(
    [status, stderr],
    [1, 'the event store gave no answer: repeat it, what is flagged already is flagged once\n'],
  )
})

test.run()
