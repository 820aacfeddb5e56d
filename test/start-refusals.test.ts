import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import * as assert from 'uvu/assert'
import { lockFolder } from '#embedded/folder-lock.ts'
import { freePort } from '#embedded/free-port.ts'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'
import { until } from './harness/client.ts'
import { startNatsServer } from './harness/nats-server.ts'
import { startArguments } from './harness/start-command.ts'
import { suite } from './harness/suite.ts'

/** What keeps `npm start` from starting is one line that says what to do, and nothing was started for it. */
const test = suite('a start that is refused')
const folder = mkdtempSync(join(tmpdir(), 'start-refusals-'))
const root = resolve(import.meta.dirname, '..')
/** A busy machine takes its time for a start. */
const SOON_MS = 60_000

type Environment = Record<string, string>
const children: ChildProcess[] = []

function spawned(environment: Environment) {
  const { PATH = '' } = process.env
  const env = { PATH, PORT: '0', DATA_DIR: join(folder, 'unused'), ...environment }
  const child = spawn(process.execPath, startArguments(), { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', chunk => (said.stdout += chunk))
  child.stderr.on('data', chunk => (said.stderr += chunk))
  return { child, said, status: new Promise<number | null>(done => child.once('close', done)) }
}

/** Everything that it said, and how it ended. */
async function refusal(environment: Environment) {
  const { child, said, status } = spawned(environment)
  const late = setTimeout(() => child.kill('SIGKILL'), SOON_MS)
  const outcome = { status: await status, ...said }
  clearTimeout(late)
  return outcome
}

async function isRefused(environment: Environment, line: string): Promise<void> {
  assert.equal(await refusal(environment), { status: 1, stdout: '', stderr: `${line}\n` })
  assert.equal(
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => /unused\//.test(name)),
    [],
  )
}

test('a port that is in use', async () => {
  const other = createServer()
  const port = await new Promise<number>(ready =>
    other.listen(0, '127.0.0.1', () => ready((other.address() as { port: number }).port)),
  )
  await isRefused(
    { PORT: String(port) },
    `port ${port} of 127.0.0.1 is in use: stop the process that listens there, or set PORT to another one (0 picks a free one)`,
  )
  other.close()
})

test('a host that is not of this machine', async () => {
  await isRefused(
    { PORT: '18080', HOST: '192.0.2.1' },
    'HOST 192.0.2.1 is not an address of this machine: set it to one that is, or to 0.0.0.0 for all',
  )
})

test('a port that another start holds, and that it lets go when it fails', async () => {
  const PORT = String(await freePort())
  const DATA_DIR = join(folder, 'holder')
  const first = spawned({ PORT, DATA_DIR })
  // It holds the port before it has any part running.
  await until(
    async () => readdirSync(folder),
    names => names.includes('holder'),
    SOON_MS,
  )
  const { status, stderr } = await refusal({ PORT })
  assert.equal([status, /^port \d+ of 127\.0\.0\.1 is in use: [^\n]+\n$/.test(stderr)], [1, true])
  await until(
    async () => first.said,
    ({ stdout }) => stdout.includes(`ready http://127.0.0.1:${PORT}`),
    SOON_MS,
  )
  first.child.kill('SIGTERM')
  assert.is(await first.status, 0)
})

test('a data folder that another service has', async () => {
  const DATA_DIR = join(folder, 'taken')
  const lock = lockFolder(DATA_DIR)
  await isRefused({ DATA_DIR }, `another service is running on ${DATA_DIR}: stop it, or set DATA_DIR to another folder`)
  lock.release()
})

test('a data folder that is a file, or lies in one', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  for (const DATA_DIR of [file, join(file, 'data')])
    await isRefused({ DATA_DIR }, `DATA_DIR ${DATA_DIR} is no folder: set it to a folder that this user may write`)
})

test("a data folder of another user's", async () => {
  const DATA_DIR = join(folder, 'foreign')
  mkdirSync(DATA_DIR)
  if (process.getuid?.() === 0) {
    chownSync(DATA_DIR, 12_345, 12_345)
    await isRefused(
      { DATA_DIR },
      `DATA_DIR ${DATA_DIR} belongs to user 12345, and this is user 0: run as its owner, or set DATA_DIR to another folder`,
    )
  } else {
    chmodSync(DATA_DIR, 0o500)
    await isRefused({ DATA_DIR }, `DATA_DIR ${DATA_DIR} is not writable: set it to a folder that this user may write`)
  }
})

test('an embedded PostgreSQL that does not start says why in one line', async () => {
  const DATA_DIR = join(folder, 'damaged')
  mkdirSync(join(DATA_DIR, 'postgres'), { recursive: true })
  writeFileSync(join(DATA_DIR, 'postgres', 'PG_VERSION'), '18')
  writeFileSync(join(DATA_DIR, 'postgres.password'), 'none')
  const { status, stdout, stderr } = await refusal({ DATA_DIR })
  assert.equal({ status, stdout }, { status: 1, stdout: '' })
  assert.match(stderr, /^embedded PostgreSQL did not start: [^\n]*(FATAL|postgres)[^\n]*\n$/)
})

test('a PostgreSQL that is not there, or refuses the login', async () => {
  const { url, port, stop } = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') })
  const at = `PostgreSQL can't be used at 127.0.0.1:${port}:`
  const mend = '(correct DATABASE_URL, or the server that it names)'
  const other = (change: (to: URL) => void) => {
    const changed = new URL(url)
    change(changed)
    return { DATABASE_URL: changed.href }
  }
  await isRefused(
    other(to => (to.password = 'a-wrong-password')),
    `${at} it refuses the password of user postgres ${mend}`,
  )
  await isRefused(
    other(to => (to.pathname = '/nowhere')),
    `${at} it has no database nowhere ${mend}`,
  )
  await stop()
  await isRefused({ DATABASE_URL: url }, `${at} nothing listens there (start it, or correct DATABASE_URL)`)
  await isRefused(
    other(to => (to.hostname = 'nowhere.invalid')),
    `PostgreSQL can't be used at nowhere.invalid:${port}: there is no host of this name (start it, or correct DATABASE_URL)`,
  )
})

test('an event store that is not there', async () => {
  const EVENTSTORE_URL = `esdb://admin:a-password@127.0.0.1:${await freePort()}?tls=false`
  const { port } = new URL(EVENTSTORE_URL)
  await isRefused(
    { EVENTSTORE_URL },
    `the event store can't be used at 127.0.0.1:${port}: nothing listens there (start it, or correct EVENTSTORE_URL)`,
  )
})

test('a bus that is not there, or refuses the login', async () => {
  const nats = await startNatsServer()
  const environment = { NATS_URL: nats.url, PAYMENT_NETWORK: 'nats' }
  const at = `NATS can't be used at ${nats.url.slice('nats://'.length)}:`
  await nats.startAgain('the-right-token')
  await isRefused(
    environment,
    `${at} it refuses the user, the password or the token (correct NATS_URL, or the server that it names)`,
  )
  await nats.stop()
  await isRefused(environment, `${at} nothing listens there (start it, or correct NATS_URL)`)
})

test('in production the start waits for a store that may come up, and logs that once', async () => {
  const nobody = `127.0.0.1:${await freePort()}`
  const { child, said, status } = spawned({
    ENVIRONMENT: 'production',
    DATABASE_URL: `postgres://security:a-password@${nobody}/security`,
    EVENTSTORE_URL: `esdb://${nobody}?tls=false`,
    NATS_URL: `nats://${nobody}`,
    PAYMENT_NETWORK: 'nats',
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    JWT_KEYS: JSON.stringify({ keys: [signingKey()] }),
    AUDIT_KEYS: JSON.stringify({ keys: [generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })] }),
    BOOTSTRAP_ADMIN_PASSWORD: 'correct horse battery',
    WEBHOOK_RETRY_BASEMS: '100',
  })
  await until(
    async () => said.stdout,
    stdout => stdout.includes('start is waiting'),
    SOON_MS,
  )
  // Several tries later nothing more was said.
  await new Promise(resolve => setTimeout(resolve, 1_500))
  child.kill('SIGTERM')
  await status
  const goesOn = '; the start continues and waits for it'
  const lines = said.stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  assert.equal(
    lines.map(({ level, msg }) => [level, msg]),
    [
      [40, 'WEBHOOK_RETRY_BASEMS is not a variable of this service: did you mean WEBHOOK_RETRY_BASE_MS?'],
      [40, `PostgreSQL can't be used at ${nobody}: nothing listens there (start it, or correct DATABASE_URL)${goesOn}`],
      [
        40,
        `the event store can't be used at ${nobody}: nothing listens there (start it, or correct EVENTSTORE_URL)${goesOn}`,
      ],
      [40, `NATS can't be used at ${nobody}: nothing listens there (start it, or correct NATS_URL)${goesOn}`],
      [40, 'start is waiting'],
    ],
  )
  assert.equal(lines[4], { ...lines[4], doing: 'connecting to PostgreSQL', reason: lines[4].reason })
  assert.match(lines[4].reason, /ECONNREFUSED/)
  assert.is(said.stderr, '')
})

function signingKey() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
}

test.after(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

test.run()
