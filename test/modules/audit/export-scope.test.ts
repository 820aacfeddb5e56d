import * as assert from 'uvu/assert'
import type { SubscribeOptions } from '#event-sourcing/event-store.ts'
import type { ExportDeps, ExportParams, ExportRedactor } from '#modules/audit/export-events.ts'
import { publicKeysOf } from '#modules/audit/signing.ts'
import { verifyExport } from '#modules/audit/verify-export.ts'
import { suite } from '../../harness/suite.ts'
import { auditPair, createWrittenLog, linesIn } from './written-log.ts'

/** Which events are in an export, and that it verifies whichever they are. */
const test = suite('the contents of an export')
const pair = auditPair()
const keys = publicKeysOf([pair as { kty: string }])
const at = (hour: number) => `2026-01-01T${String(hour).padStart(2, '0')}:00:00.000Z`

type Log = ReturnType<typeof createWrittenLog>

/** The events of an export by place; it has to verify. */
async function held(log: Log, asked: Partial<ExportParams>, more: Partial<ExportDeps> = {}): Promise<string[]> {
  const file = await log.exported(asked, more)
  const report = await verifyExport(
    (async function* () {
      yield file
    })(),
    keys,
  )
  assert.equal([report.problem, report.signature.problem, report.intact], [null, null, true])
  const events = linesIn(file)
    .slice(0, -1)
    .map(line => JSON.parse(line))
  assert.is(report.events, events.length)
  return events.map(({ stream, revision }) => `${stream}@${revision}`)
}

test('an export of a time begins in the middle of streams and ends there', async () => {
  const log = createWrittenLog(pair)
  for (const hour of [1, 2, 3, 4]) await log.add('thing-1', 'Changed', { client_id: 'clt_1' }, at(hour))
  await log.add('thing-2', 'Began', { client_id: 'clt_2' }, at(4))
  assert.equal(await held(log, { from: at(2) }), ['thing-1@1', 'thing-1@2', 'thing-1@3', 'thing-2@0'])
  assert.equal(await held(log, { to: at(3) }), ['thing-1@0', 'thing-1@1'])
  assert.equal(await held(log, { from: at(2), to: at(4) }), ['thing-1@1', 'thing-1@2'])
  assert.equal(await held(log, { from: '2026-01-01T02:00:00.0001Z', to: '2026-01-01T03:00:00.0001Z' }), ['thing-1@2'])
  assert.equal(await held(log, { from: at(5) }), [])
})

test('a clock that was set back leaves no gap', async () => {
  const log = createWrittenLog(pair)
  // Written as older versions did, at the time of the clock of that moment.
  for (const hour of [1, 5, 2, 6, 3, 7]) await log.add('thing-1', 'Changed', { client_id: 'clt_1' }, at(hour))
  assert.equal(await held(log, { from: at(4) }), ['thing-1@1', 'thing-1@2', 'thing-1@3', 'thing-1@4', 'thing-1@5'])
  assert.equal(await held(log, { to: at(6) }), ['thing-1@0', 'thing-1@1', 'thing-1@2'])
})

test("a client's export has the events that the history views assign to it, in every stream, and no others", async () => {
  const log = createWrittenLog(pair)
  await log.add('thing-1', 'Began', { client_id: 'clt_1' })
  await log.add('thing-2', 'Began', { client_id: 'clt_2' })
  await log.add('note-1', 'Noted', { thing: 1 })
  await log.add('note-2', 'Noted', { thing: 2 })
  await log.add('note-3', 'Noted', { thing: 3 })
  await log.add('thing-1', 'Changed', {})
  await log.add('thing-2', 'Changed', {})
  await log.add('note-1', 'Struck', {})
  await log.add('note-2', 'Struck', {})
  assert.equal(await held(log, { client_id: 'clt_1' }), ['thing-1@0', 'note-1@0', 'thing-1@1', 'note-1@1'])
  assert.equal(await held(log, { client_id: 'clt_2' }), ['thing-2@0', 'note-2@0', 'thing-2@1', 'note-2@1'])
  assert.equal(await held(log, { client_id: 'clt_1', family: 'notes' }), ['note-1@0', 'note-1@1'])
  assert.equal(await held(log, { client_id: 'clt_3' }), [])
  assert.is((await held(log, {})).length, 9)
  assert.equal(await held(log, { family: 'notes' }), ['note-1@0', 'note-2@0', 'note-3@0', 'note-1@1', 'note-2@1'])
})

test('of a stream that another client owned for a while each has its own part, and both verify', async () => {
  const log = createWrittenLog(pair)
  for (const client_id of ['clt_1', 'clt_2', 'clt_2', 'clt_1', 'clt_2'])
    await log.add('thing-1', 'Given', { client_id })
  assert.equal(await held(log, { client_id: 'clt_1' }), ['thing-1@0', 'thing-1@3'])
  assert.equal(await held(log, { client_id: 'clt_2' }), ['thing-1@1', 'thing-1@2', 'thing-1@4'])
})

test('redacted fields are left out and named, and the chain continues after them', async () => {
  const log = createWrittenLog(pair)
  await log.add('thing-1', 'Began', { client_id: 'clt_1', person: { mask: '70**01', name: 'sealed' } })
  await log.add('thing-1', 'Changed', {})
  const leftOut: ExportRedactor = {
    close: () => undefined,
    observe() {},
    isRestricted: () => false,
    redactedPaths: ({ type }) => (type === 'Began' ? ['data.person.mask', 'actor.ip'] : []),
  }
  for (const encoding of ['ndjson', 'csv'] as const) {
    const file = await log.exported({ encoding }, { loadRedactor: async () => leftOut })
    assert.not.match(file.toString(), /70\*\*01/)
    const report = await verifyExport(
      (async function* () {
        yield file
      })(),
      keys,
    )
    assert.equal([report.intact, report.events, report.redacted, report.manifest?.redacted], [true, 2, 1, 1])
  }
  const [first] = linesIn(await log.exported({}, { loadRedactor: async () => leftOut }))
  const { data, actor, redacted } = JSON.parse(first!)
  assert.equal(data, { client_id: 'clt_1', person: { name: 'sealed' } })
  assert.equal(actor, { sub: 'usr_1', client_id: 'clt_1', role: 'admin' })
  assert.equal(redacted, ['data.person.mask', 'actor.ip'])
})

test('a restricted stream is left out as a whole, and counted', async () => {
  const log = createWrittenLog(pair)
  for (const stream of ['thing-1', 'thing-2', 'thing-1', 'thing-2'])
    await log.add(stream, 'Began', { client_id: 'clt_1' })
  const leftOut: ExportRedactor = {
    observe() {},
    isRestricted: ({ stream }) => stream === 'thing-1',
    redactedPaths: () => [],
    close() {},
  }
  for (const asked of [{}, { client_id: 'clt_1' }]) {
    assert.equal(await held(log, asked, { loadRedactor: async () => leftOut }), ['thing-2@0', 'thing-2@1'])
    assert.is(
      JSON.parse(linesIn(await log.exported(asked, { loadRedactor: async () => leftOut })).at(-1)!).restricted,
      2,
    )
  }
})

/** The log as somebody who can write to the store has changed it. */
function changed(
  log: Log,
  change: (events: Parameters<SubscribeOptions['handle']>[0]['events']) => typeof events,
): Partial<ExportDeps> {
  const subscribe: ExportDeps['store']['subscribe'] = options =>
    log.store.subscribe({
      ...options,
      handle: ({ events, position }) => options.handle({ events: change(structuredClone(events)), position }),
    })
  return { store: { subscribe } }
}

async function problemOf(file: Buffer) {
  const { problem, signature } = await verifyExport(
    (async function* () {
      yield file
    })(),
    keys,
  )
  assert.ok(signature.valid)
  return problem && [problem.line, problem.stream, problem.revision, problem.what]
}

test('an export of a store that was changed is signed, and shows what was changed', async () => {
  const log = createWrittenLog(pair)
  for (const n of [1, 2, 3]) {
    await log.add('thing-1', 'Changed', { client_id: 'clt_1', n })
    await log.add('thing-2', 'Changed', { client_id: 'clt_2', n })
  }
  const of = async (change: Parameters<typeof changed>[1], asked: Partial<ExportParams> = {}) =>
    problemOf(await log.exported(asked, changed(log, change)))
  assert.equal(await of(events => events), null)
  assert.equal(await of(events => events.toSpliced(2, 1)), [4, 'thing-1', 2, 'revision 1 is missing before it'])
  assert.equal(await of(events => events.toSpliced(2, 1), { client_id: 'clt_1' }), [
    ...[2, 'thing-1', 2, 'revision 1 is missing before it'],
  ])
  assert.equal(await of(events => events.toSpliced(0, 1)), [2, 'thing-1', 1, 'revision 0 is missing before it'])
  assert.equal(await of(events => events.with(2, { ...events[2]!, data: { client_id: 'clt_1', n: 9 } })), [
    ...[3, 'thing-1', 1, 'its hash does not match its contents'],
  ])
})

test('an unreadable event is exported as such, and the rest is exported too', async () => {
  const log = createWrittenLog(pair)
  for (const n of [1, 2, 3]) await log.add('thing-1', 'Changed', { client_id: 'clt_1', n })
  const store = changed(log, events => {
    const { id, stream, revision, type, position } = events[1]!
    return events.with(1, { id, stream, revision, type, position, unreadable: 'its data are damaged' })
  })
  for (const asked of [{}, { client_id: 'clt_1' }, { from: at(0) }, { encoding: 'csv' as const }]) {
    const problem = await problemOf(await log.exported(asked, store))
    const line = 'encoding' in asked ? 3 : 2
    assert.equal(problem, [line, 'thing-1', 1, "it can't be read: its data are damaged"])
  }
})

test('a failure during the export leaves no manifest', async () => {
  const log = createWrittenLog(pair)
  await log.add('thing-1', 'Changed', { client_id: 'clt_1' })
  const subscribe: ExportDeps['store']['subscribe'] = async options => {
    await options.handle({ events: [], position: { commit: 0n, prepare: 0n } })
    throw new Error('the store is gone')
  }
  await log.exported({}, { store: { subscribe } }).then(
    () => assert.unreachable('it ended well'),
    error => assert.is(error.message, 'the store is gone'),
  )
})

test.run()
