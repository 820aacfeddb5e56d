import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import * as assert from 'uvu/assert'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { startEmbeddedEventStore } from '#embedded/eventstore/spawn.ts'
import { auditKeysOf } from '#embedded/secrets.ts'
import { addEnvelopes, toNewEvent } from '#event-sourcing/envelope.ts'
import { client } from '../harness/client.ts'
import { context } from '../harness/counter.ts'
import { repeatedProgram, runProgram } from '../harness/run-program.ts'
import { startTestService } from '../harness/service.ts'
import { storedEvents } from '../harness/stored-events.ts'
import { suite } from '../harness/suite.ts'
import { auditPair, linesIn } from '../modules/audit/written-log.ts'

/** `npm run audit` over the event store alone: each command once as it is typed, all other calls in one process. */
const test = suite('npm run audit')
const root = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'audit-command-'))
const PROGRAM = 'src/programs/audit/main.ts'
const program = repeatedProgram(PROGRAM)
test.after(async () => {
  program.stop()
  await copy.stop()
  rmSync(folder, { recursive: true, force: true })
})
const place = (name: string) => join(folder, name)
const DATA_DIR = place('data')

const audit = (words: string, env: Record<string, string> = {}, input?: Buffer) =>
  program.run(words.split(' '), { DATA_DIR, EVENTSTORE_URL: copy.url, ...env }, input)
const typed = (words: string, env: Record<string, string> = {}, input?: Buffer) =>
  runProgram(PROGRAM, words.split(' '), { DATA_DIR, ...env }, input)

/**
 * A log with a frozen event of every type there ever was, but for erasures: of everybody here everything is given
 * out.
 */
async function fill(url: string, erasures: readonly string[] = []): Promise<number> {
  const store = connectEventStore(url)
  const told = storedEvents.filter(({ stream }) => !stream.startsWith('subject-') || erasures.includes(stream))
  const byStream = Map.groupBy(told, ({ stream }) => stream)
  for (const [stream, events] of byStream) {
    const stamped = addEnvelopes(stream, { revision: -1, hash: null, at: null }, events, context(stream))
    await store.append(stream, 'no_stream', stamped.map(toNewEvent))
  }
  await store.close()
  return told.length
}

const node = await startEmbeddedEventStore({ dataDir: join(DATA_DIR, 'eventstore') })
const count = await fill(node.url)
await node.stop()
// What is typed starts the store of the folder, all other calls read this copy of it.
cpSync(join(DATA_DIR, 'eventstore'), place('copy'), { recursive: true })
const copy = await startEmbeddedEventStore({ dataDir: place('copy') })
const { keys } = auditKeysOf(DATA_DIR)
const publicHalf = { kty: 'OKP', crv: 'Ed25519', x: keys[0]!.x }
writeFileSync(place('jwks.json'), JSON.stringify({ keys: [{ kty: 'EC' }, publicHalf] }))
const elsewhere = { DATA_DIR: place('elsewhere') }

test('export writes a file of the embedded store, and verify needs that and a key alone', async () => {
  const out = place('events.ndjson')
  const { status, stdout, stderr } = await typed(`export --output ${out}`)
  assert.equal([status, stdout, stderr], [0, '', `${count} events exported\n`])
  assert.equal(
    readdirSync(folder).filter(name => name.startsWith('events.ndjson')),
    ['events.ndjson'],
  )
  for (const given of [`--jwks ${place('jwks.json')}`, `--key=${publicHalf.x}`]) {
    const verified = await audit(`verify ${out} ${given}`, elsewhere)
    assert.match(
      verified.stdout,
      new RegExp(`^intact: ${count} events of \\d+ streams\nsigned by [\\w-]{43}\nmade .* by system:audit`),
    )
    assert.equal([verified.status, verified.stderr], [0, ''])
  }
  // By the key of this machine's service, and from a pipe.
  assert.is((await audit(`verify ${out}`)).status, 0)
  const { stdout: json } = await typed('verify - --json', {}, readFileSync(out))
  assert.equal([JSON.parse(json).intact, JSON.parse(json).manifest.exported_by.role], [true, 'system'])
  assert.not.ok(existsSync(elsewhere.DATA_DIR))
})

test('what an erasure covers is left out of the file, and the manifest counts it', async () => {
  const erased = place('erased')
  const other = await startEmbeddedEventStore({ dataDir: join(erased, 'eventstore') })
  await fill(other.url, ['subject-0'])
  await other.stop()
  const { status, stdout } = await typed('export --family refunds', { DATA_DIR: erased })
  assert.is(status, 0)
  const lines = linesIn(Buffer.from(stdout)).map(line => JSON.parse(line))
  const [first] = lines.filter(line => line.stream === 'refund-rf_1')
  assert.ok(first.redacted.includes('data.beneficiary.name'), JSON.stringify(first))
  assert.is(first.data.beneficiary.name, undefined)
  assert.is(lines.at(-1).redacted, lines.filter(line => Array.isArray(line.redacted)).length)
})

test('export chooses by client, kind and time, as JSON and CSV', async () => {
  const refunds = await audit('export --family refunds')
  assert.is(refunds.status, 0)
  const streams = linesIn(Buffer.from(refunds.stdout))
    .slice(0, -1)
    .map(line => JSON.parse(line).stream)
  assert.ok(streams.length > 0 && streams.every(stream => stream.startsWith('refund-')))
  const csv = await audit('export --client clt_1 --format csv --from 2020-01-01T00:00:00Z --to 2030-01-01T00:00:00Z')
  assert.match(csv.stdout, /^stream,revision,/)
  assert.is((await audit('verify -', {}, Buffer.from(csv.stdout))).status, 0)
  const none = await audit('export --to 2020-01-01T00:00:00+02:00')
  assert.equal([linesIn(Buffer.from(none.stdout)).length, none.stderr], [1, '0 events exported\n'])
})

test('a file that was changed, or that another key signed, ends with 1 and the first thing that is wrong', async () => {
  const { stdout } = await audit('export --family refunds')
  const lines = linesIn(Buffer.from(stdout))
  const { stream, revision } = JSON.parse(lines[1]!)
  const changed = await typed(
    'verify -',
    {},
    Buffer.from(lines.with(1, lines[1]!.replace('"actor":{"sub":"usr', '"actor":{"sub":"usx')).join('')),
  )
  assert.equal([changed.status, changed.stderr], [1, ''])
  assert.ok(
    changed.stdout.startsWith(
      `NOT intact: line 2 (${stream}@${revision}): its hash does not match its contents\nsigned by `,
    ),
    changed.stdout,
  )
  const other = await audit(`verify - --key=${auditPair().x}`, {}, Buffer.from(stdout))
  assert.is(other.status, 1)
  assert.match(
    other.stdout,
    /^lines as they were written: .*\nnot signed: it was signed by a key that is not among those given\n/,
  )
})

test('invalid arguments end with 2, failures with 1', async () => {
  const misused: Record<string, RegExp> = {
    'export --from yesterday': /^--from must be a time/,
    'export --family refund': /^--family must be one of clients, /,
    'export --format xml': /^--format must be one of ndjson, csv/,
    'verify a b': /^"b" is too much/,
    'verify a --key x': /^--key must be a public Ed25519 key/,
  }
  for (const [words, reason] of Object.entries(misused)) {
    const { status, stderr } = await audit(words)
    assert.is(status, 2, words)
    assert.match(stderr, reason)
  }
  const noKey = await typed('verify a', elsewhere)
  assert.is(noKey.status, 2)
  assert.match(noKey.stderr, /^by which key\?/)
  const failed: [string, Record<string, string>, RegExp][] = [
    ['verify /nowhere', {}, /^\/nowhere can't be read: ENOENT/],
    ['verify /nowhere --jwks /nowhere', {}, /^\/nowhere can't be used: /],
    ['export', { EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false' }, /^the event store can't be used at 127\.0\.0\.1:1/],
    [`export --output /nowhere/file`, {}, /can't be written: ENOENT/],
  ]
  for (const [words, env, reason] of failed) {
    const { status, stderr, stdout } = await audit(words, env)
    assert.equal([status, stdout], [1, ''], `${words}: ${stderr}`)
    assert.match(stderr, reason)
  }
})

test('over a configured store it signs by AUDIT_KEYS, and creates no other key', async () => {
  const running = await startEmbeddedEventStore({ dataDir: place('configured') })
  await fill(running.url)
  const env = { EVENTSTORE_URL: running.url, ...elsewhere }
  const without = await audit('export', env)
  assert.equal([without.status, without.stdout], [1, ''])
  assert.match(without.stderr, /^there is no key to sign with: set AUDIT_KEYS as the service has it\n$/)
  assert.not.ok(existsSync(elsewhere.DATA_DIR))
  const pair = auditPair()
  const { status, stdout } = await audit('export', { ...env, AUDIT_KEYS: JSON.stringify({ keys: [pair] }) })
  assert.is(status, 0)
  assert.is((await audit(`verify - --key=${pair.x}`, elsewhere, Buffer.from(stdout))).status, 0)
  await running.stop()
})

test('next to a service that runs on the folder, it exports from that service’s store', async () => {
  const service = await startTestService()
  const { DATA_DIR = '' } = service.environment
  const { status, stdout, stderr } = await typed('export', { DATA_DIR })
  assert.equal([status, /^\d+ events exported\n$/.test(stderr)], [0, true], stderr)
  const { body } = await client(service.url).get('/.well-known/jwks.json')
  writeFileSync(place('published.json'), JSON.stringify(body))
  assert.is((await audit(`verify - --jwks ${place('published.json')}`, elsewhere, Buffer.from(stdout))).status, 0)
  await service.end()
})

test('a reader that goes away ends an export', async () => {
  const child = spawn('sh', ['-c', `"${process.execPath}" src/programs/audit/main.ts export | head -c 10`], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', DATA_DIR },
  })
  let said = ''
  child.stdout.on('data', chunk => (said += chunk))
  await new Promise(done => child.on('close', done))
  assert.is(said, '{"stream":')
})

test.run()
