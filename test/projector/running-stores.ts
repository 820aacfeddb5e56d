import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { connectPostgres } from '#edge/postgres/pool.ts'
import { migrate } from '#edge/postgres/schema.ts'
import { startEmbeddedEventStore } from '#embedded/eventstore/spawn.ts'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'
import { createLeaderElection } from '#subscription/leader-election.ts'
import { subscriptionMigrations } from '#subscription/migrations.ts'
import { dataFolder } from '../harness/data-folder.ts'
import { testLog } from '../harness/log.ts'

/** Both stores on a temporary folder, and what a projector is given. */
export async function runningStores() {
  const folder = dataFolder('read-models-')
  const eventStoreOn = (port: number) => startEmbeddedEventStore({ dataDir: join(folder, 'eventstore'), port })
  const postgresOn = (port: number) => startEmbeddedPostgres({ dataDir: folder, port })
  let [eventStore, postgres] = await Promise.all([eventStoreOn(0), postgresOn(0)])
  const urls = { EVENTSTORE_URL: eventStore.url, DATABASE_URL: postgres.url }
  const db = await connectPostgres(postgres.url)
  await migrate(db, subscriptionMigrations)
  const store = connectEventStore(eventStore.url)
  const logged: Record<string, unknown>[] = []
  const log = testLog(line => logged.push(JSON.parse(line)))
  const leaders = createLeaderElection(db, log)
  const deps = () => ({ store, db, leaders, log, now: () => new Date(), metrics: new Registry() })
  return {
    folder,
    urls,
    db,
    store,
    leaders,
    deps,
    /** What was logged, line by line. */
    logged,
    /** Takes one of them away for a while and brings it back where it was. */
    async withoutPostgres(work: () => Promise<void>) {
      await postgres.stop()
      await work().finally(async () => {
        postgres = await postgresOn(postgres.port)
      })
    },
    async withoutEventStore(work: () => Promise<void>) {
      await eventStore.stop()
      await work().finally(async () => {
        eventStore = await eventStoreOn(Number(new URL(eventStore.url).port))
      })
    },
    async stop() {
      await leaders.stop()
      await store.close()
      await db.end()
      await Promise.all([eventStore.stop(), postgres.stop()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
