import { rmSync } from 'node:fs'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { connectPostgres, type Database } from '#edge/postgres/pool.ts'
import { readRunningStores } from '#embedded/running-stores.ts'
import type { EventStore } from '#event-sourcing/event-store.ts'
import { createExecute, type Execute } from '#event-sourcing/execute.ts'
import { testEnvironment } from './service.ts'
import { type SpawnedService, spawnService } from './spawned-service.ts'

export type OpenStores = { store: EventStore; db: Database; execute: Execute }

/** A service in its own process and data folder, which a test kills and starts again. */
export function killableService(overrides: Record<string, string> = {}) {
  const environment = testEnvironment(overrides)
  const dataDir = environment.DATA_DIR!
  let running: SpawnedService | undefined
  return {
    environment,
    async start(): Promise<SpawnedService> {
      running = await spawnService(environment)
      return running
    },
    /** Opens the stores of the running service. */
    async withStores<T>(work: (stores: OpenStores) => Promise<T>): Promise<T> {
      const { eventStoreUrl, databaseUrl } = readRunningStores(dataDir)!
      const [store, db] = [connectEventStore(eventStoreUrl!), await connectPostgres(databaseUrl!)]
      try {
        return await work({ store, db, execute: createExecute(store) })
      } finally {
        await store.close()
        await db.end()
      }
    },
    /** Stops it and removes its data. */
    async stop(): Promise<void> {
      running?.child.kill('SIGTERM')
      await running?.gone
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
