import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { completeConfig } from '#embedded/complete-config.ts'
import { startEmbeddedEventStore } from '#embedded/eventstore/spawn.ts'
import { lockFolder } from '#embedded/folder-lock.ts'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'
import { startStores } from '#embedded/start.ts'
import { start } from '#main.ts'
import { readServiceConfig } from '#service-config.ts'
import { OperationalError } from '#values/operational-error.ts'
import { until } from './harness/client.ts'
import { testLog } from './harness/log.ts'
import { processesIn, whileFrozen } from './harness/processes.ts'
import { testEnvironment } from './harness/service.ts'
import { suite } from './harness/suite.ts'

const test = suite('a start that fails')
const folder = mkdtempSync(join(tmpdir(), 'start-failures-'))

test('reports that another service has the folder only when one has', () => {
  const taken = join(folder, 'taken')
  const lock = lockFolder(taken)
  assert.throws(
    () => lockFolder(taken),
    /^another service is running on .*taken: stop it, or set DATA_DIR to another folder$/,
  )
  lock.release()
  lockFolder(taken).release()
  const damaged = join(folder, 'damaged')
  mkdirSync(damaged)
  writeFileSync(join(damaged, 'service.lock'), 'not a lock')
  assert.throws(() => lockFolder(damaged), /service\.lock can't be locked$/)
})

test('names a file of the data folder that is damaged, and what to do', async () => {
  const DATA_DIR = join(folder, 'broken')
  const file = (name: string) => join(DATA_DIR, name)
  const inOrder: [string, string][] = [
    ['development-ca.pem', `or ${file('development-ca.key')} is damaged: delete both to create new ones`],
    ['jwt-keys.json', 'is damaged: restore it, or delete it, and all users must log in again'],
    ['admin-credentials.json', "is damaged: restore it, or delete it if you know the administrator's password"],
  ]
  mkdirSync(DATA_DIR)
  for (const [name, words] of inOrder) {
    writeFileSync(file(name), '{')
    const failure = await completeConfig(readServiceConfig({ DATA_DIR }), { apns: null, fcm: null }).catch(
      error => error,
    )
    assert.instance(failure, OperationalError)
    assert.is(failure.message, `${file(name)} ${words}`)
    rmSync(file(name))
  }
  await completeConfig(readServiceConfig({ DATA_DIR }), { apns: null, fcm: null })
})

test('leaves no part running when the other one does not start', async () => {
  const DATA_DIR = join(folder, 'half')
  const postgres = join(DATA_DIR, 'postgres')
  mkdirSync(postgres, { recursive: true })
  writeFileSync(join(postgres, 'PG_VERSION'), 'none')
  writeFileSync(join(DATA_DIR, 'postgres.password'), 'none')
  const failure = await startStores(readServiceConfig({ DATA_DIR }), testLog()).catch(String)
  assert.match(String(failure), 'embedded PostgreSQL did not start')
  lockFolder(DATA_DIR).release()
  const node = await startEmbeddedEventStore({ dataDir: join(DATA_DIR, 'eventstore') })
  await node.stop()
})

test('stops a part also while it is being started again', async () => {
  const DATA_DIR = join(folder, 'again')
  const pidFile = join(DATA_DIR, 'postgres', 'postmaster.pid')
  const told: string[] = []
  const stores = await startStores(
    readServiceConfig({ DATA_DIR }),
    testLog(line => told.push(line)),
  )
  process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGKILL')
  await until(
    async () => told.join(),
    text => text.includes('restarting it'),
  )
  await stores.stop()
  await delay(1_500)
  assert.not(existsSync(pidFile))
})

test('reports that a frozen earlier PostgreSQL keeps the folder', async () => {
  const dataDir = join(folder, 'frozen')
  const first = await startEmbeddedPostgres({ dataDir })
  await whileFrozen(processesIn(dataDir, 'postgres'), async () => {
    const starting = startEmbeddedPostgres({ dataDir }).then(() => 'started', String)
    const said = await Promise.race([starting, delay(60_000, 'nothing', { ref: false })])
    assert.match(said, /an earlier one, process \d+, still has .* and does not end; is it frozen\?$/)
  })
  await first.stop()
})

test('waits for a PostgreSQL that is not there yet', async () => {
  const dataDir = join(folder, 'late')
  const first = await startEmbeddedPostgres({ dataDir })
  await first.stop()
  const environment = testEnvironment({ DATABASE_URL: first.url, DATA_DIR: join(folder, 'service') })
  const starting = start(readServiceConfig(environment), { log: testLog() })
  const early = await Promise.race([starting.then(() => 'started', String), delay(2_000, 'waiting')])
  assert.is(early, 'waiting')
  const postgres = await startEmbeddedPostgres({ dataDir, port: first.port })
  await (await starting).stop()
  await postgres.stop()
})

test.after(() => rmSync(folder, { recursive: true, force: true }))

test.run()
