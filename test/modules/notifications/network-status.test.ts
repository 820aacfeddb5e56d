import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { connectPostgres } from '#edge/postgres/pool.ts'
import { migrate } from '#edge/postgres/schema.ts'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'
import { createNetworkStatusStore, networkMigrations } from '#modules/notifications/network-status.ts'
import { until } from '../../harness/client.ts'
import { dataFolder } from '../../harness/data-folder.ts'
import { testLog } from '../../harness/log.ts'
import { suite } from '../../harness/suite.ts'

/** What all processes know of the push networks, by what each of them has met. */
const test = suite('how push networks stand')
const folder = dataFolder('network-standing-')
const postgres = await startEmbeddedPostgres({ dataDir: folder })
const db = await connectPostgres(postgres.url)
await migrate(db, networkMigrations)
const standing = createNetworkStatusStore(db, testLog())
/** Another process, which remembers nothing. */
const seenByAnother = async () => (await createNetworkStatusStore(db, testLog()).listDown()).get('ios')
/** Longer than successes are gathered for. */
const GATHERED_MS = 1_500

test.after(async () => {
  await db.end()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('what a network took before it was found shut does not open it', async () => {
  standing.recordSuccess('ios')
  standing.recordSuccess('ios')
  standing.markDown('ios', { reason: 'InvalidProviderToken', forMs: 60_000 })
  await until(seenByAnother, reason => reason === 'InvalidProviderToken')
  await delay(GATHERED_MS)
  assert.is(await seenByAnother(), 'InvalidProviderToken')
})

test('what it takes afterwards does, also where more was taken a moment before', async () => {
  standing.recordSuccess('ios')
  await until(seenByAnother, reason => reason === undefined)
  createNetworkStatusStore(db, testLog()).markDown('ios', { reason: 'ServiceUnavailable', forMs: 60_000 })
  await until(seenByAnother, reason => reason === 'ServiceUnavailable')
  standing.recordSuccess('ios')
  await until(seenByAnother, reason => reason === undefined)
})

test.run()
