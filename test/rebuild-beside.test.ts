import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { writeRunningStores } from '#embedded/running-stores.ts'
import { withOfflineStores } from '#lifecycle/offline-stores.ts'
import { modules, readModelsOf } from '#modules.ts'
import { readServiceConfig } from '#service-config.ts'
import { OperationalError } from '#values/operational-error.ts'
import { type Client, until } from './harness/client.ts'
import { depth } from './harness/depth.ts'
import { runProgram } from './harness/run-program.ts'
import { refundOf, transactionOf } from './harness/samples.ts'
import { logInUnlimited, testEnvironment } from './harness/service.ts'
import { spawnService } from './harness/spawned-service.ts'
import { suite } from './harness/suite.ts'

/**
 * Read models are rebuilt beside a running service on its embedded stores, while it takes as many requests as the
 * machine lets it. ROUNDS=n for more, DEPTH=full for two.
 */
const ROUNDS = Number(process.env.ROUNDS ?? depth(1, 2))
const WRITERS = 5
const READERS = 2
const CAUGHT_UP_MS_MAX = 60_000

const test = suite('a rebuild alongside a running service')
const environment = testEnvironment({ SANDBOX_SPEED: '1000' })
const dataDir = environment.DATA_DIR!
const readModels = readModelsOf(modules)
const service = await spawnService(environment)
const admin = await logInUnlimited(service.url)

test.after(async () => {
  service.child.kill('SIGTERM')
  await service.gone
  rmSync(dataDir, { recursive: true, force: true })
})

const REBUILD = 'src/programs/rebuild/main.ts'
/** As an operator runs it who knows the data folder and nothing else. */
const rebuild = (words: string[], folder = dataDir) => runProgram(REBUILD, words, { DATA_DIR: folder })

test('of every read model, while requests arrive: no reader meets an error or sees less, no refund is lost, all is as it was', async () => {
  let busy = true
  const requested: string[] = []
  let answers = 0
  const writer = async (client: Client) => {
    while (busy) {
      const transaction = transactionOf(10)
      const recorded = await client.post('/transactions', transaction)
      assert.is(recorded.status, 201)
      const { status, body } = await client.requestRefund(refundOf(transaction, 10), randomUUID())
      assert.is(status, 201, JSON.stringify(body))
      requested.push(body.refund_id)
      answers += 2
    }
  }
  let listed = 0
  const reader = async (client: Client) => {
    while (busy) {
      const before = listed
      const { status, body } = await client.get('/refund/list?page_size=5')
      assert.is(status, 200, JSON.stringify(body))
      assert.ok(
        body.pagination.total_items >= before,
        `the total went from ${before} to ${body.pagination.total_items}`,
      )
      // The other reader may have heard more meanwhile.
      listed = Math.max(listed, body.pagination.total_items)
      const events = await client.get('/events?limit=5')
      assert.is(events.status, 200, JSON.stringify(events.body))
      answers += 2
    }
  }
  // They are built for the first time when the service has begun to answer.
  for (const list of ['/refund/list', '/events'])
    await until(
      () => admin.get(list),
      ({ status }) => status === 200,
      CAUGHT_UP_MS_MAX,
    )
  const started = performance.now()
  const working = Promise.all([
    ...Array.from({ length: WRITERS }, () => writer(admin)),
    ...Array.from({ length: READERS }, () => reader(admin)),
  ])
  let failure: unknown
  working.catch(error => {
    failure = error
    busy = false
  })
  for (let round = 0; round < ROUNDS; round += 1) {
    const { status, stdout, stderr } = await rebuild(['all'])
    assert.equal({ status, stderr }, { status: 0, stderr: '' }, stdout)
    const swapped = stdout.split('\n').filter(line => / and swapped in$/.test(line))
    assert.is(swapped.length, readModels.length, stdout)
    if (failure !== undefined) throw failure
  }
  busy = false
  await working
  const perSecond = Math.round(answers / ((performance.now() - started) / 1_000))
  console.log(`  ${perSecond} answers a second, ${requested.length} refunds`)
  assert.ok(requested.length > 50, `${requested.length} refunds`)
  assert.is(new Set(requested).size, requested.length)
  await until(
    () => admin.get('/refund/list?page_size=1'),
    ({ body }) => body.pagination.total_items === requested.length,
    CAUGHT_UP_MS_MAX,
  )
  const verified = await rebuild(['all', '--verify'])
  assert.is(verified.status, 0, verified.stdout)
  assert.is(verified.stdout.split('\n').filter(line => /: equal: /.test(line)).length, readModels.length)
  await until(
    () => admin.get('/health/ready'),
    ({ status }) => status === 200,
  )
})

/** Why the stores can't be used, by what the program calls. */
const refusal = () =>
  withOfflineStores(readServiceConfig({ DATA_DIR: dataDir }), async () => 'none').catch(error => {
    assert.ok(error instanceof OperationalError, error.stack)
    return error.message
  })

test('finds the stores by a file that only the owner reads, and that is there while they are', async () => {
  const file = join(dataDir, 'stores.json')
  assert.is(statSync(file).mode & 0o777, 0o600)
  assert.equal(Object.keys(JSON.parse(readFileSync(file, 'utf8'))), ['eventStoreUrl', 'databaseUrl'])
  const kept = JSON.parse(readFileSync(file, 'utf8'))
  rmSync(file)
  assert.equal(await rebuild(['refunds']), {
    ...{ status: 1, signal: null },
    stdout: '',
    stderr: `another service is running on ${dataDir}, and the addresses of its stores are not known: it is starting, stopping or of an older version. Try again, or stop it\n`,
  })
  writeRunningStores(dataDir, { ...kept, databaseUrl: undefined })
  assert.is(
    await refusal(),
    `the service that is running on ${dataDir} has a DATABASE_URL: set the same for this command`,
  )
  writeRunningStores(dataDir, { ...kept, databaseUrl: 'postgres://postgres:x@127.0.0.1:1/postgres' })
  assert.match(await refusal(), /^PostgreSQL can't be used at 127\.0\.0\.1:1: /)
  writeRunningStores(dataDir, kept)
})

test('whose service ends in the middle reports that, and uses stores of its own the next time', async () => {
  const running = rebuild(['all'])
  await delay(Math.random() * 1_500)
  service.child.kill('SIGTERM')
  assert.is(await service.gone, 0)
  const { status, stderr, stdout } = await running
  if (status !== 0) assert.not.match(stderr + stdout, /^\s+at /m, 'in words, not in a stack')
  assert.not(existsSync(join(dataDir, 'stores.json')))
  const calls = JSON.stringify(['all', 'all --verify'])
  const both = await runProgram('test/harness/repeat-program.ts', [REBUILD, calls], { DATA_DIR: dataDir })
  assert.equal({ status: both.status, stderr: both.stderr }, { status: 0, stderr: '' })
  const [again, verified] = JSON.parse(both.stdout)
  assert.equal({ status: again.status, stderr: again.stderr }, { status: 0, stderr: '' })
  assert.is(verified.status, 0, verified.stdout)
  assert.not(existsSync(join(dataDir, 'stores.json')))
})

test.run()
