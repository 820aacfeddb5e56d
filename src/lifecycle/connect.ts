import { Registry } from 'prom-client'
import type { CompleteConfig, Config } from '#config/config.ts'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { type DatabaseClock, startDatabaseClock } from '#edge/postgres/database-clock.ts'
import { connectInteractive } from '#edge/postgres/interactive.ts'
import { connectPostgres } from '#edge/postgres/pool.ts'
import { startTracing } from '#edge/tracing/start-tracing.ts'
import { traceAppends } from '#edge/tracing/trace-appends.ts'
import { createVault } from '#edge/vault/vault.ts'
import { completeConfig } from '#embedded/complete-config.ts'
import { pushSandbox } from '#embedded/push/sandbox.ts'
import { startStores } from '#embedded/start.ts'
import { createExecute } from '#event-sourcing/execute.ts'
import type { Service } from '#service.ts'
import { createLeaders } from '#subscription/leaders.ts'
import { createNegativeCache } from '#subscription/negative-cache.ts'
import { untilItWorks } from './retry.ts'
import type { Undo } from './shutdown.ts'

export type Connected = {
  service: Service & { config: CompleteConfig }
  /** The same for requests: what they ask PostgreSQL is answered soon or given up. */
  answering: Service & { config: CompleteConfig }
  clock: DatabaseClock
  databaseUrl: string
}

/** Starts what is embedded, waits for the stores, and makes the service of them. `machine` is the clock of this machine. */
export async function connect(
  given: Config,
  { log, now: machine }: Pick<Service, 'log' | 'now'>,
  undo: Undo,
): Promise<Connected> {
  const tracing = await startTracing(given, log)
  if (tracing !== undefined) undo('tracing', () => tracing.stop())
  const stores = await startStores(given, log)
  undo('the embedded parts', stores.stop)
  const push = pushSandbox(given, log)
  undo('the sandbox of push networks', push.stop)
  const config = await completeConfig(given, push)

  const { databaseUrl } = stores
  const db = await untilItWorks(log, 'connecting to PostgreSQL', () => connectPostgres(databaseUrl))
  undo('PostgreSQL', () => db.end())
  const interactive = await untilItWorks(log, 'connecting to PostgreSQL', () => connectInteractive(databaseUrl))
  undo('PostgreSQL, for requests', () => interactive.end())
  const metrics = new Registry()
  const clock = await untilItWorks(log, "reading the database's clock", () =>
    startDatabaseClock({ db: interactive, log, metrics, machine }),
  )
  undo('the clock', async () => clock.stop())
  const client = connectEventStore(stores.eventStoreUrl)
  undo('the event store', () => client.close())
  const store = tracing === undefined ? client : traceAppends(client, tracing)
  const negativeCache = createNegativeCache(store)
  undo('the cache of absent streams', () => negativeCache.stop())
  const service = {
    ...{ config, log, metrics, tracing, store, db },
    execute: createExecute(store, negativeCache),
    leaders: createLeaders(db, log),
    vault: createVault(interactive, config.MASTER_KEY),
    now: clock.now,
    steadyForMs: clock.steadyForMs,
  } satisfies Service
  undo('leading', () => service.leaders.stop())
  return { service, answering: { ...service, db: interactive }, clock, databaseUrl }
}
