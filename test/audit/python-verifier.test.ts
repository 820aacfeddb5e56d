import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import * as assert from 'uvu/assert'
import { publicKeysOf } from '#modules/audit/signing.ts'
import { verifyExport } from '#modules/audit/verify-export.ts'
import { chapterBlock } from '../harness/chapters.ts'
import { suite } from '../harness/suite.ts'
import { auditPair, createWrittenLog, linesIn } from '../modules/audit/written-log.ts'

/**
 * The second verifier, as src/modules/audit/README.md has it: it knows nothing of this service's code, and says the
 * same.
 */
const test = suite('the verifier in Python')
const folder = mkdtempSync(join(tmpdir(), 'verify-'))
test.after(() => rmSync(folder, { recursive: true, force: true }))
const place = (name: string) => join(folder, name)
writeFileSync(place('verify.py'), chapterBlock('src/modules/audit/README.md', 'Proof on paper', 'python'))

const [pair, stranger] = [auditPair(), auditPair()]
/** As the service publishes its keys: behind one of another kind. */
const jwksOf = (key: typeof pair) => {
  const log = createWrittenLog(key)
  const p256 = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y', kid: 'another', use: 'sig', alg: 'ES256' }
  const ours = {
    kty: 'OKP',
    crv: 'Ed25519',
    x: key.x,
    kid: log.signer.sign({ format: 'x' }).key_id,
    use: 'sig',
    alg: 'EdDSA',
  }
  return JSON.stringify({ keys: [p256, ours] })
}
writeFileSync(place('jwks.json'), jwksOf(pair))
writeFileSync(place('stranger.json'), jwksOf(stranger))

/** A `python3` in the path may be a script that looks for the right one, at ten times the cost of the check. */
const PYTHON = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).stdout.trim()

function python(file: Buffer, jwks = 'jwks.json') {
  writeFileSync(place('events.ndjson'), file)
  const { status, stdout, stderr } = spawnSync(PYTHON, ['verify.py', 'events.ndjson', jwks], {
    cwd: folder,
    encoding: 'utf8',
  })
  return { status, said: `${stdout}${stderr}`.trim() }
}

async function ours(file: Buffer) {
  const keys = publicKeysOf([pair as { kty: string }])
  return verifyExport(
    (async function* () {
      yield file
    })(),
    keys,
  )
}

const log = createWrittenLog(pair)
const DAY = (day: number) => `2026-01-0${day}T00:00:00.000Z`
const numbers = [0, 1e21, 1e-7, -0.5, 123456789012, 4.35, 100]
await log.add(
  'thing-1',
  'Began',
  { client_id: 'clt_1', numbers, '\u20ac': '\u2028"\\\n\u0001\u007f', '\u{1f600}': 'é', '\ufb33': [] },
  DAY(1),
)
await log.add('thing-2', 'Began', { client_id: 'clt_2', '10': 1, '9': 2 }, DAY(1))
for (const day of [2, 3, 4]) await log.add('thing-1', 'Changed', { day, empty: {}, no: null, yes: true }, DAY(day))
await log.add('note-1', 'Noted', { thing: 1 }, DAY(5))
const whole = await log.exported()
const lines = linesIn(whole)
const joined = (changed: string[]) => Buffer.from(changed.join(''))
const KEY_ID = log.signer.sign({ format: 'x' }).key_id

test('finds a good file intact, whatever is in it', async () => {
  assert.equal(python(whole), { status: 0, said: `intact: 6 events of 3 streams, signed by ${KEY_ID}` })
  const leftOut = {
    observe() {},
    close: () => undefined,
    isRestricted: () => false,
    redactedPaths: () => ['actor.ip', 'data.thing'],
  }
  for (const [asked, events] of [
    [{ from: DAY(3) }, 3],
    [{ to: DAY(2) }, 2],
    [{ client_id: 'clt_1' }, 5],
    [{ family: 'notes' }, 1],
    [{ family: 'notes', to: DAY(1) }, 0],
  ] as const) {
    const { status, said } = python(await log.exported(asked, { loadRedactor: async () => leftOut }))
    assert.equal([status, said.startsWith(`intact: ${events} events`)], [0, true], said)
  }
})

test('finds a stream that another client owned for a while intact', async () => {
  const given = createWrittenLog(pair)
  for (const client_id of ['clt_1', 'clt_2', 'clt_1']) await given.add('thing-1', 'Given', { client_id })
  assert.equal(python(await given.exported({ client_id: 'clt_1' })).status, 0)
})

const bytes = (file: Buffer, at: number, byte: number) => Buffer.from(file).fill(byte, at, at + 1)
const wrong: [string, () => Buffer | Promise<Buffer>, string][] = [
  ['a byte changed', () => bytes(whole, whole.indexOf('"yes":true') + 9, 0x45), 'line 3: '],
  [
    'a value changed',
    () => joined(lines.with(2, lines[2]!.replace('"day":2', '"day":3'))),
    'line 3: thing-1@1: its hash',
  ],
  [
    'two events of a stream swapped',
    () => joined(lines.with(2, lines[3]!).with(3, lines[2]!)),
    'line 3: thing-1@2 does not follow revision 0',
  ],
  ['two events of two streams swapped', () => joined([lines[1]!, lines[0]!, ...lines.slice(2)]), 'the file: its lines'],
  ['the last event dropped', () => joined(lines.toSpliced(-2, 1)), 'the file: its counts'],
  ['one line dropped', () => joined(lines.toSpliced(3, 1)), 'line 4: thing-1@3 does not follow revision 1'],
  ['a stream that lacks its beginning', () => joined(lines.toSpliced(0, 1)), 'line 2: the beginning of its stream'],
  ['a request changed', () => Buffer.from(String(whole).replace('req_1', 'req_2')), 'line 1: thing-1@0: its hash'],
  ['an event written in another way', () => Buffer.from(String(whole).replace(',', ', ')), 'the file: its lines'],
  ['no manifest', () => joined(lines.slice(0, -1)), 'the file: it has no manifest'],
  ['something behind the manifest', () => joined([...lines, lines[0]!]), 'line 8: it comes after the manifest'],
  [
    'the manifest of another file',
    async () => {
      const other = createWrittenLog(pair)
      for (const line of lines.slice(0, -1).map(text => JSON.parse(text)))
        await other.add(line.stream, line.type, { ...line.data, more: 1 }, line.at)
      return joined([...lines.slice(0, -1), linesIn(await other.exported()).at(-1)!])
    },
    'the file: its last events',
  ],
  [
    'a manifest that was changed',
    () => joined(lines.with(-1, lines.at(-1)!.replace('"sub":"usr_1"', '"sub":"usr_2"'))),
    'the file: its signature',
  ],
  ['a manifest written in another way', () => joined(lines.with(-1, lines.at(-1)!.replace(':', ': '))), 'line 7: '],
]
const UNSIGNED = ['no manifest', 'a manifest that was changed', 'a manifest written in another way']
for (const [what, make, where] of wrong)
  test(`finds ${what}, as the service does`, async () => {
    const file = await make()
    const { status, said } = python(file)
    assert.is(status, 1, said)
    assert.ok(said.startsWith(`NOT intact: ${where}`), said)
    const { intact, problem, signature } = await ours(file)
    assert.is(intact, false)
    const line = problem === null ? null : problem.line
    assert.equal(/^line (\d+)/.exec(where)?.[1], line === null ? undefined : String(line))
    assert.is(signature.valid, !UNSIGNED.includes(what))
  })

test('a key that is not the one that signed is none', async () => {
  assert.equal(python(whole, 'stranger.json'), {
    ...{ status: 1, said: 'NOT intact: the file: it was signed by a key that is not among those given' },
  })
  // Under the name of the right one.
  const forged = JSON.parse(jwksOf(stranger))
  forged.keys[1].kid = KEY_ID
  writeFileSync(place('forged.json'), JSON.stringify(forged))
  assert.equal(python(whole, 'forged.json'), {
    status: 1,
    said: 'NOT intact: the file: its signature is not over this manifest',
  })
})

type Change = (list: string[]) => string[]
const anyChange: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(fc.nat(), fc.nat()).map(
    ([a, b]): Change =>
      list => {
        const [i, j] = [a % list.length, b % list.length]
        return list.with(i, list[j]!).with(j, list[i]!)
      },
  ),
  fc.nat().map(
    (a): Change =>
      list =>
        list.toSpliced(a % list.length, 1),
  ),
  fc.tuple(fc.nat(), fc.nat()).map(
    ([a, b]): Change =>
      list =>
        list.toSpliced(a % list.length, 0, list[b % list.length]!),
  ),
  fc.tuple(fc.nat(), fc.nat(), fc.constantFrom('', ' ', '0', '1', 'a', '"', '}', ',', '\\', 'é', '\u0000')).map(
    ([a, b, text]): Change =>
      list => {
        const at = a % list.length
        const line = list[at]!
        const from = b % line.length
        return list.with(at, line.slice(0, from) + text + line.slice(from + 1))
      },
  ),
)

test('agrees with the service on files that were changed at random', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyChange, { minLength: 1, maxLength: 2 }), async changes => {
      const file = joined(changes.reduce((list, change) => change(list), lines))
      const { intact, problem } = await ours(file)
      assert.is(intact, file.equals(whole))
      const { status, said } = python(file)
      assert.is(status === 0, intact, `${JSON.stringify(problem)}; ${said}`)
    }),
    { numRuns: 60 },
  )
})

test.run()
