import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { readConfig } from '#config.ts'
import { startEmbeddedEventStore } from '#embedded/eventstore/spawn.ts'
import { lockFolder } from '#embedded/folder-lock.ts'
import { startStores } from '#embedded/start.ts'
import { testLog } from './harness/log.ts'
import { suite } from './harness/suite.ts'

const test = suite('a start that fails')
const folder = mkdtempSync(join(tmpdir(), 'start-failures-'))

test('says that another service has the folder only when one has', () => {
  const taken = join(folder, 'taken')
  const lock = lockFolder(taken)
  assert.throws(() => lockFolder(taken), /^another service is running on .*taken$/)
  lock.release()
  lockFolder(taken).release()
  const damaged = join(folder, 'damaged')
  mkdirSync(damaged)
  writeFileSync(join(damaged, 'service.lock'), 'not a lock')
  assert.throws(() => lockFolder(damaged), /service\.lock can't be locked$/)
})

test('leaves no part running when the other one does not start', async () => {
  const DATA_DIR = join(folder, 'half')
  const postgres = join(DATA_DIR, 'postgres')
  mkdirSync(postgres, { recursive: true })
  writeFileSync(join(postgres, 'PG_VERSION'), 'none')
  writeFileSync(join(DATA_DIR, 'postgres.password'), 'none')
  const failure = await startStores(readConfig({ DATA_DIR }), testLog()).catch(String)
  assert.match(String(failure), 'embedded PostgreSQL did not start')
  lockFolder(DATA_DIR).release()
  const node = await startEmbeddedEventStore({ dataDir: join(DATA_DIR, 'eventstore') })
  await node.stop()
})

test.after(() => rmSync(folder, { recursive: true, force: true }))

test.run()
