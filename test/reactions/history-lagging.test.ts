import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { migrate } from '#edge/postgres/schema.ts'
import { vaultMigrations } from '#edge/vault/vault.ts'
import { startEmbeddedEventStore } from '#embedded/eventstore/spawn.ts'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'
import { refundSubscriptions } from '#modules/refunds/processes.ts'
import { startHistory } from '#reactions/history.ts'
import { beginHistory } from '#reactions/history-state.ts'
import { reactionsOf } from '#reactions/process.ts'
import { reactionMigrations } from '#reactions/start.ts'
import { subscriptionMigrations } from '#subscription/migrations.ts'
import { dataFolder } from '../harness/data-folder.ts'
import { suite } from '../harness/suite.ts'
import { connectService, eventually } from './reaction-service.ts'
import { histories, refundAfter } from './written-before.ts'

const test = suite('history that is read from a node that lags')

const dataDir = dataFolder('lagging-')
const nodeOn = (folder: string) => startEmbeddedEventStore({ dataDir: join(dataDir, folder) })
const postgres = await startEmbeddedPostgres({ dataDir })
let leader = await nodeOn('leader')
const connect = (eventStore: string) => connectService({ eventStore, postgres: postgres.url })

const early = await connect(leader.url)
await migrate(early.service.db, [...vaultMigrations, ...subscriptionMigrations, ...reactionMigrations])
const open = [await refundAfter(early.service)]
await early.close()
await leader.stop()
cpSync(join(dataDir, 'leader'), join(dataDir, 'follower'), { recursive: true })
leader = await nodeOn('leader')
const follower = await nodeOn('follower')
const { service, close } = await connect(leader.url)
open.push(await refundAfter(service))

test('continues where the rest is, and schedules that too', async () => {
  const reaction = reactionsOf(refundSubscriptions(service.config))[0]!
  const until = await service.store.end()
  await service.db.transaction(tx => beginHistory(tx, reaction.name, until))

  const lagging = await connect(follower.url)
  const there = startHistory(lagging.service, reaction, () => {})
  await delay(3_000)
  assert.not.ok((await histories(service))[reaction.name]?.is_finished)
  await there.stop()

  const here = startHistory(service, reaction, () => {})
  await eventually(
    () => histories(service),
    seen => seen[reaction.name]?.is_finished === true,
  )
  const due = await service.db.anyFirst(sql.unsafe`select id from ops.due_work order by id`)
  assert.equal([...due], [...open].sort())
  await here.stop()
  await lagging.close()
})

test.after(async () => {
  await close()
  await Promise.all([leader.stop(), follower.stop(), postgres.stop()])
  rmSync(dataDir, { recursive: true, force: true })
})
test.run()
