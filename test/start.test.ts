import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { modules, readModelsOf } from '#modules.ts'
import { type Client, client, logIn, until } from './harness/client.ts'
import { noteSecret } from './harness/secrets.ts'
import { ADMIN, testEnvironment } from './harness/service.ts'
import { spawnStart } from './harness/spawned-service.ts'
import { suite } from './harness/suite.ts'

/** What `npm start` says of the first administrator is true at every start. */
const test = suite('start')
const { BOOTSTRAP_ADMIN_PASSWORD: _, ...environment } = testEnvironment()
const folder = environment.DATA_DIR!
const file = join(folder, 'admin-credentials.json')

/** The lines of the latest start. */
let said: string[] = []

async function started(work: (url: string) => Promise<void>, more: Record<string, string> = {}) {
  said = []
  const { child, url, gone } = await spawnStart({ ...environment, ...more }, line => said.push(line))
  try {
    await work(url)
  } finally {
    child.kill('SIGTERM')
    await gone
  }
  return said.find(line => line.startsWith('administrator '))
}

test('the first start makes a password and prints where it is', async () => {
  const first = await started(
    async url => {
      const { email, password } = JSON.parse(readFileSync(file, 'utf8'))
      await answersLists(await logIn(url, email, password))
      noteSecret(password)
      assert.is(email, ADMIN.email)
      assert.is(statSync(file).mode & 0o777, 0o600)
      const admin = await logIn(url, email, password)
      const body = { current_password: password, new_password: ADMIN.password }
      assert.is((await admin.send('POST', '/api/auth/password', body)).status, 200)
    },
    { LOG_LEVEL: 'info' },
  )
  assert.is(first, `administrator ${ADMIN.email}, password in ${file}`)
  assert.equal(
    said.filter(line => line.includes('"err')),
    [],
    'nothing is wrong with it',
  )
})

const READ_MODELS = {
  '/refund/list': 'refunds',
  '/admin/users': 'users',
  '/admin/clients': 'clients',
  '/events': 'events',
  '/webhooks': 'endpoints',
  '/fraud/alerts': 'alerts',
}

/**
 * A client that never repeats a request sees the first answer. Only a list that the service named may not be there
 * yet.
 */
async function answersLists(admin: Client): Promise<void> {
  const building = said.find(line => line.startsWith('building ')) ?? ''
  const impatient = admin.impatient()
  const asked = Object.entries(READ_MODELS).map(async ([path, name]) => {
    const { status } = await impatient.get(path)
    return status === 503 && building.includes(name) ? [] : [[path, status]]
  })
  assert.equal(
    (await Promise.all(asked)).flat().filter(([, status]) => status !== 200),
    [],
  )
}

test('a password that was changed since is no longer announced', async () => {
  const again = await started(async url => {
    await logIn(url, ADMIN.email, ADMIN.password)
    await until(
      () => client(url).get('/health/ready'),
      ({ status }) => status === 200,
    )
  })
  assert.is(again, `administrator ${ADMIN.email}, password as set earlier`)
  assert.not(existsSync(file))
})

/** `npm run demo`, how it ended and what it said was wrong. */
function demo(own: Record<string, string>): [number | null, string] {
  const env = { ...process.env, EVENTSTORE_URL: '', ...environment, LOG_LEVEL: 'error', ...own }
  const { status, stderr } = spawnSync(process.execPath, ['src/programs/demo/main.ts'], {
    ...{ cwd: resolve(import.meta.dirname, '..'), env, encoding: 'utf8', timeout: 180_000 },
  })
  return [status, stderr]
}

test('a demo without a password reports that, as does one whose service does not start', async () => {
  const NOBODY = "no login: the first administrator's password was changed; set SERVICE_EMAIL and SERVICE_PASSWORD"
  assert.equal(demo({}), [1, `${NOBODY}\n`])
  await started(async url => {
    const wrong = { SERVICE_EMAIL: ADMIN.email, SERVICE_PASSWORD: 'wrong words here' }
    writeFileSync(file, JSON.stringify({ url, email: ADMIN.email, password: '' }))
    assert.equal(demo(wrong), [1, 'AUTH_001: Invalid credentials. Set SERVICE_EMAIL and SERVICE_PASSWORD.\n'])
    const other = { DATA_DIR: join(folder, 'other'), PORT: new URL(url).port }
    const [status, said] = demo(other)
    assert.is(status, 1)
    assert.match(said, /^port \d+ of 127\.0\.0\.1 is in use: .*\nthe service did not start \(status 1\)\n$/)
  })
  rmSync(file, { force: true })
})

test('a configured password is not spoken of', async () => {
  assert.is(await started(async () => {}, { BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password }), undefined)
  assert.not(existsSync(file))
})

test('what no process builds is named after 10 s, which only the role that shows lists waits', async () => {
  const unbuilt = { ...environment, DATA_DIR: join(folder, 'unbuilt') }
  const linesOf = async (ROLES: string) => {
    await started(async () => {}, { ...unbuilt, ROLES })
    return said
      .filter(line => /^(docs|console|building|ready) /.test(line))
      .map(line => line.replace(/http:..[^/]+/, 'URL'))
  }
  const names = readModelsOf(modules).map(({ name }) => name)
  assert.equal(await linesOf('api'), [
    'docs URL/docs',
    'console URL/console',
    `building ${names.sort().join(', ')}`,
    'ready URL',
  ])
  assert.equal(await linesOf('reactor,deliverer'), ['ready URL'])
  const lines: string[] = []
  const waiting = spawnStart({ ...environment, ...unbuilt, ROLES: 'api' }, (line, child) => {
    lines.push(line)
    if (line.startsWith('docs ')) child.kill('SIGTERM')
  })
  const over = await waiting.then(
    () => 'ready',
    (error: Error) => error.message,
  )
  assert.is(over, 'the service ended with 0 before it was ready', 'a signal ends it while it waits')
  assert.not(lines.some(line => line.startsWith('building ')))
  const built = await until(
    () => linesOf('api,projector'),
    lines => lines.length === 3,
    120_000,
  )
  assert.equal(built, ['docs URL/docs', 'console URL/console', 'ready URL'])
  assert.equal(await linesOf('api'), ['docs URL/docs', 'console URL/console', 'ready URL'], 'a restart has them')
})

test('a shutdown is not disturbed by a second signal of another kind', async () => {
  const delayed = { ...environment, BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password, SHUTDOWN_DELAY_MS: '4000' }
  const { child, url, gone } = await spawnStart(delayed)
  const admin = await logIn(url, ADMIN.email, ADMIN.password)
  child.kill('SIGTERM')
  const ending = ({ status }: { status: number }) => status === 503
  await until(() => admin.get('/health/ready'), ending)
  child.kill('SIGINT')
  await delay(500)
  assert.is((await admin.get('/refund/list')).status, 200)
  assert.is(await gone, 0)
})

test.after(() => rmSync(folder, { recursive: true, force: true }))

test.run()
