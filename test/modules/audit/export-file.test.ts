import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import * as assert from 'uvu/assert'
import { createLineSplitter } from '#files/line-splitter.ts'
import { EXPORT_FIELDS } from '#modules/audit/export-record.ts'
import type { ExportReport } from '#modules/audit/export-schemas.ts'
import { publicKeysOf } from '#modules/audit/signing.ts'
import { verifyExport } from '#modules/audit/verify-export.ts'
import { suite } from '../../harness/suite.ts'
import { auditPair, createWrittenLog, linesIn } from './written-log.ts'

/** The file of an export: what is in it, and what is found out when somebody changed it. */
const test = suite('the file of an export')
const pair = auditPair()
const log = createWrittenLog(pair)
const keys = publicKeysOf([pair as { kty: string }])

const DAY = (day: number) => `2026-01-0${day}T00:00:00.000Z`
await log.add(
  'thing-1',
  'Began',
  { client_id: 'clt_1', rate: 0.5, ключ: 'ü\u2028"\\\n', list: [1e21, -0.000001, null] },
  DAY(1),
)
await log.add('thing-2', 'Began', { client_id: 'clt_2' }, DAY(1))
await log.add('thing-1', 'Changed', { note: '=1+1' }, DAY(2))
await log.add('note-1', 'Noted', { thing: 1, z: 1, a: { y: 1, b: [{ d: 1, c: 2 }] } }, DAY(3))
await log.add('note-2', 'Noted', { thing: 2 }, DAY(3))
await log.add('thing-1', 'Changed', { note: 'again' }, DAY(4))
await log.add('note-1', 'Struck', {}, DAY(5))

async function* inPieces(file: Buffer, length = file.length) {
  for (let at = 0; at < file.length; at += length) yield file.subarray(at, at + length)
}
const verify = (file: Buffer, length?: number, by = keys) => verifyExport(inPieces(file, length), by)
const told = ({ intact, problem, signature }: ExportReport) => [
  ...[intact, problem && [problem.line, problem.stream, problem.revision, problem.what], signature.valid],
]
const joined = (lines: string[]) => Buffer.from(lines.join(''))
const whole = await log.exported()
const wholeCsv = await log.exported({ encoding: 'csv' })
/** Of which file: its lines without the manifest, and that. */
const parts = (file: Buffer) => [linesIn(file).slice(0, -1), linesIn(file).at(-1)!] as const

test('has every event once, in the order of the log, with all that its hash needs, and a matching manifest', async () => {
  const [lines, last] = parts(whole)
  const events = lines.map(line => JSON.parse(line))
  assert.equal(
    events.map(({ stream, revision }) => `${stream}@${revision}`),
    ['thing-1@0', 'thing-2@0', 'thing-1@1', 'note-1@0', 'note-2@0', 'thing-1@2', 'note-1@1'],
  )
  assert.equal(Object.keys(events[0]), EXPORT_FIELDS.slice(0, 13))
  const {
    events: count,
    streams,
    redacted,
    first_position,
    last_position,
    read_to,
    exported_by,
    made_at,
  } = JSON.parse(last)
  assert.equal([count, streams, redacted, first_position, last_position, read_to], [7, 4, 0, '1/1', '7/7', '7/7'])
  assert.equal([exported_by.sub, made_at], ['usr_1', '2026-06-01T00:00:00.000Z'])
  const report = await verify(whole)
  assert.equal(told(report), [true, null, true])
  assert.equal([report.events, report.streams, report.redacted], [7, 4, 0])
  assert.equal(report.manifest, JSON.parse(last))
})

test('is verified in pieces of any length, as JSON lines and as CSV', async () => {
  for (const file of [whole, wholeCsv])
    for (const length of [1, 2, 7, 1_000, file.length])
      assert.equal(told(await verify(file, length)), [true, null, true])
})

test('an export of nothing is one too', async () => {
  const empty = createWrittenLog(pair)
  for (const encoding of ['ndjson', 'csv'] as const) {
    const report = await verify(await empty.exported({ encoding }))
    assert.equal([...told(report), report.events], [true, null, true, 0])
  }
})

test('as CSV runs no formula, and loses nothing', async () => {
  const odd = createWrittenLog(pair)
  const texts = ['=cmd', '+1', '-1', '@a', "'quoted", '\tx', 'a,b', 'a"b', '"', "''"]
  for (const [index, text] of texts.entries()) await odd.add(`thing-${index}`, text, { client_id: text })
  const file = await odd.exported({ encoding: 'csv' })
  const cells = linesIn(file)
    .slice(1, -1)
    .map(line => line.split(',')[3] ?? '')
  assert.equal(
    cells.filter(cell => /^"?[=+\-@\t]/.test(cell)),
    [],
  )
  assert.equal(told(await verify(file)), [true, null, true])
})

const CONTENT = 'its hash does not match its contents'
const OTHER_LINES = 'its lines are not those that were signed: their text or their order was changed'

type Case = [string, (lines: string[], last: string) => string[], ReturnType<typeof told>[1]]
const cases: Case[] = [
  [
    'a value changed',
    (lines, last) => [...lines.with(2, lines[2]!.replace('=1+1', '=1+2')), last],
    [3, 'thing-1', 1, CONTENT],
  ],
  [
    'a value changed with its hash',
    (lines, last) => [...lines.with(3, lines[3]!.replace(/"hash":"./, '"hash":"x')), last],
    [4, 'note-1', 0, 'it has no hash'],
  ],
  [
    'two events of a stream swapped',
    (lines, last) => [...lines.with(2, lines[5]!).with(5, lines[2]!), last],
    [3, 'thing-1', 2, 'revision 1 is missing before it'],
  ],
  [
    'two events of two streams swapped',
    (lines, last) => [lines[1]!, lines[0]!, ...lines.slice(2), last],
    [null, null, null, OTHER_LINES],
  ],
  [
    'the last event of a stream left out',
    (lines, last) => [...lines.slice(0, -1), last],
    [null, null, null, 'events: the manifest has 7, the file 6'],
  ],
  [
    'an event left out',
    (lines, last) => [...lines.toSpliced(2, 1), last],
    [5, 'thing-1', 2, 'revision 1 is missing before it'],
  ],
  [
    'the first event of a stream left out',
    (lines, last) => [...lines.toSpliced(3, 1), last],
    [6, 'note-1', 1, 'revision 0 is missing before it'],
  ],
  [
    'a stream left out',
    (lines, last) => [...lines.toSpliced(4, 1), last],
    [null, null, null, 'events: the manifest has 7, the file 6'],
  ],
  [
    'an event twice',
    (lines, last) => [...lines.toSpliced(3, 0, lines[2]!), last],
    [4, 'thing-1', 1, 'it comes after revision 1'],
  ],
  [
    'a request changed',
    (lines, last) => [...lines.with(2, lines[2]!.replace('"request_id":"req_1"', '"request_id":"req_2"')), last],
    [3, 'thing-1', 1, 'its hash does not match its contents'],
  ],
  [
    'an event written in another way',
    (lines, last) => [...lines.with(2, lines[2]!.replace('":', '": ')), last],
    [null, null, null, OTHER_LINES],
  ],
  ['a line that is no JSON', (lines, last) => [...lines.with(2, '{\n'), last], [3, null, null, 'it is not JSON']],
  ['a line without an event', (lines, last) => [...lines.with(2, '{}\n'), last], [3, null, null, 'it names no stream']],
  ['no manifest', lines => lines, [null, null, null, 'it has no manifest: it was cut off, or making it failed']],
  [
    'something behind the manifest',
    (lines, last) => [...lines, last, lines[0]!],
    [9, null, null, 'it comes after the manifest'],
  ],
  [
    'a manifest with other counts',
    (lines, last) => [...lines, last.replace('"events":7', '"events":8')],
    [null, null, null, 'events: the manifest has 8, the file 7'],
  ],
  [
    'a manifest written in another way',
    (lines, last) => [...lines, last.replace('"events":7', '"events": 7')],
    [8, null, null, 'the manifest is not written as it was signed'],
  ],
]
for (const [what, change, problem] of cases)
  test(`is not intact with ${what}`, async () => {
    const report = await verify(joined(change(...parts(whole))))
    assert.is(report.intact, false)
    assert.equal(told(report)[1], problem)
    // The manifest itself may be as it was.
    assert.is(report.signature.valid, !/^(no|a) manifest/.test(what))
  })

test('is not intact with the manifest of another file, by another key, or cut anywhere', async () => {
  const other = createWrittenLog(pair)
  for (const line of parts(whole)[0].map(line => JSON.parse(line)))
    await other.add(line.stream, line.type, { ...line.data, more: 1 }, line.at)
  const [, foreign] = parts(await other.exported())
  assert.equal(told(await verify(joined([...parts(whole)[0], foreign]))), [
    ...[false, [null, null, null, 'the last events of its streams do not match the manifest'], true],
  ])
  const stranger = publicKeysOf([auditPair() as { kty: string }])
  const report = await verify(whole, undefined, stranger)
  assert.equal([report.intact, report.problem, report.signature.valid], [false, null, false])
  assert.match(report.signature.problem ?? '', /not among those given/)
  for (const file of [whole, wholeCsv])
    for (let length = 0; length < file.length; length += 17)
      assert.is((await verify(file.subarray(0, length))).intact, false, `${length} of ${file.length} bytes`)
})

test('no byte of it can be changed, taken out or put in unseen', async () => {
  const change = fc.tuple(
    fc.constantFrom(whole, wholeCsv),
    fc.nat(),
    fc.nat(255),
    fc.constantFrom('put', 'take', 'change'),
  )
  await fc.assert(
    fc.asyncProperty(change, async ([file, where, byte, how]) => {
      const at = where % file.length
      const bytes = [...file]
      bytes.splice(at, how === 'put' ? 0 : 1, ...(how === 'take' ? [] : [byte]))
      const changed = Buffer.from(bytes)
      if (changed.equals(file)) return
      assert.is((await verify(changed)).intact, false)
    }),
    { numRuns: 500 },
  )
})

test('reports what is wrong with any input', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async bytes => {
      const { intact, problem } = await verify(Buffer.from(bytes))
      assert.ok(!intact && problem !== null)
    }),
  )
  for (const text of [
    '',
    '\n',
    '{}',
    '[]\n',
    'null\n',
    '{"format":1}\n',
    `${EXPORT_FIELDS.join(',')}\r\n`,
    '{"stream":"a"}\n',
    '\ufeff',
    `{"stream":"${'s'.repeat(513)}","revision":0}\n`,
    // What can't be turned into text.
    '{"stream":"a","revision":0,"unreadable":{"toString":1}}\n',
    '{"format":1,"key_id":{"toString":1}}\n',
    `{"format":1,"key_id":${'['.repeat(20_000)}${']'.repeat(20_000)}}\n`,
    `{"format":1,"key_id":"${[...keys.keys()]}","signature":{"toString":1}}\n`,
  ]) {
    const { intact, signature } = await verify(Buffer.from(text))
    assert.equal([intact, signature.valid], [false, false], text.slice(0, 80))
  }
  const endless = { length: 3_000_000 }
  const long = await verifyExport(
    (async function* () {
      for (let n = 0; n < 10; n += 1) yield Buffer.alloc(endless.length, 0x20)
    })(),
    keys,
  )
  assert.equal(told(long)[1], [1, null, null, 'it is longer than any event'])
})

test('keeps of the longest lines no more than where their streams are', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const size = () => {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const hash = (n: number) => String(n).padStart(64, '0')
  let grown = 0
  async function* long() {
    yield Buffer.from(`${EXPORT_FIELDS.join(',')}\r\n`)
    const before = size()
    for (let n = 0; n < 40; n += 1)
      yield Buffer.from(`thing-with-a-long-name-${n},0,${'x'.repeat(4_000_000)},,1,,,,,,,,${hash(n)},[],,\r\n`)
    grown = size() - before
  }
  const { streams, problem } = await verifyExport(long(), keys)
  assert.equal([streams, problem?.line], [40, null])
  // The last lines are still on their way.
  assert.ok(grown < 60_000_000, `${grown} bytes`)
})

test('puts a long line together once, in however many pieces it comes', () => {
  const taken: number[] = []
  const lines = createLineSplitter(8_388_608, { line: line => taken.push(line.length), tooLong: () => taken.push(-1) })
  const started = performance.now()
  for (let n = 0; n < 8_000; n += 1) lines.push(Buffer.alloc(1_000, 0x20))
  lines.push(Buffer.from(' \n{}'))
  lines.end()
  assert.equal(taken, [8_000_002, 2])
  assert.ok(performance.now() - started < 2_000)
})

test.run()
