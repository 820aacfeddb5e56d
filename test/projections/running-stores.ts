import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { connectPostgres } from '#edge/postgres/pool.ts'
import { projectorMigrations } from '#edge/postgres/projector-checkpoint.ts'
import { migrate } from '#edge/postgres/schema.ts'
import { startEmbeddedEventStore } from '#embedded/eventstore/spawn.ts'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'

/** Both stores on a temporary folder, and what a projector is given. */
export async function runningStores() {
  const folder = mkdtempSync(join(tmpdir(), 'read-models-'))
  const [eventStore, postgres] = await Promise.all([
    startEmbeddedEventStore({ dataDir: join(folder, 'eventstore') }),
    startEmbeddedPostgres({ dataDir: folder }),
  ])
  const urls = { EVENTSTORE_URL: eventStore.url, DATABASE_URL: postgres.url }
  const db = await connectPostgres(postgres.url)
  await migrate(db, projectorMigrations)
  const store = connectEventStore(eventStore.url)
  const logged: Record<string, unknown>[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  const deps = () => ({ store, db, log, now: () => new Date(), metrics: new Registry() })
  return {
    folder,
    urls,
    db,
    store,
    deps,
    /** What was logged, line by line. */
    logged,
    eventStore,
    postgres,
    async stop() {
      await store.close()
      await db.end()
      await Promise.all([eventStore.stop(), postgres.stop()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type RunningStores = Awaited<ReturnType<typeof runningStores>>
