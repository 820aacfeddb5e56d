import { Registry } from 'prom-client'
import type { CompleteConfig, Config } from '#config/config.ts'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { connectNats } from '#edge/nats/connect.ts'
import { warnOfFewConnections } from '#edge/postgres/allowed-connections.ts'
import { type DatabaseClock, startDatabaseClock } from '#edge/postgres/database-clock.ts'
import { connectInteractive } from '#edge/postgres/interactive.ts'
import { connectPostgres } from '#edge/postgres/pool.ts'
import { startTracing } from '#edge/tracing/start-tracing.ts'
import { traceAppends } from '#edge/tracing/trace-appends.ts'
import { createVault } from '#edge/vault/vault.ts'
import { completeConfig } from '#embedded/complete-config.ts'
import { createPushSandbox } from '#embedded/push/push-sandbox.ts'
import { startStores } from '#embedded/start.ts'
import { createExecute } from '#event-sourcing/execute.ts'
import type { Service } from '#service.ts'
import { createLeaderElection } from '#subscription/leader-election.ts'
import { createNegativeCache } from '#subscription/negative-cache.ts'
import { retryForever } from './retry-forever.ts'
import type { OnShutdown } from './shutdown-stack.ts'

export type Connected = {
  service: Service & { config: CompleteConfig }
  /** For requests: its PostgreSQL queries have a time limit. */
  interactive: Service & { config: CompleteConfig }
  clock: DatabaseClock
  databaseUrl: string
}

/** Starts the embedded parts, waits for the stores, and creates the service. `machine`: this machine's clock. */
export async function connect(
  given: Config,
  { log, now: machine }: Pick<Service, 'log' | 'now'>,
  onShutdown: OnShutdown,
): Promise<Connected> {
  const tracing = await startTracing(given, log)
  if (tracing !== undefined) onShutdown('tracing', () => tracing.stop())
  const stores = await startStores(given, log)
  onShutdown('the embedded parts', stores.stop)
  const push = createPushSandbox(given, log)
  onShutdown('the sandbox of push networks', push.stop)
  const config = await completeConfig(given, push)

  const { databaseUrl } = stores
  const { DATABASE_POOL_MAX: poolMax } = config
  const db = await retryForever(log, 'connecting to PostgreSQL', () => connectPostgres(databaseUrl, { poolMax }))
  onShutdown('PostgreSQL', () => db.end())
  await retryForever(log, 'reading the connections that PostgreSQL allows', () =>
    warnOfFewConnections(db, poolMax, log),
  )
  const interactive = await retryForever(log, 'connecting to PostgreSQL', () =>
    connectInteractive(databaseUrl, poolMax),
  )
  onShutdown('PostgreSQL, for requests', () => interactive.end())
  const metrics = new Registry()
  const clock = await retryForever(log, "reading the database's clock", () =>
    startDatabaseClock({ db: interactive, log, metrics, machine }),
  )
  onShutdown('the clock', async () => clock.stop())
  const client = connectEventStore(stores.eventStoreUrl)
  onShutdown('the event store', () => client.close())
  const store = tracing === undefined ? client : traceAppends(client, tracing)
  const nats = config.nats === undefined ? undefined : connectNats(config.nats, 'security-service')
  if (nats !== undefined) onShutdown('NATS', () => nats.close())
  const negativeCache = createNegativeCache(store)
  onShutdown('the cache of absent streams', () => negativeCache.stop())
  const service = {
    ...{ config, log, metrics, tracing, store, db, nats },
    execute: createExecute(store, negativeCache),
    leaders: createLeaderElection(db, log),
    vault: createVault(interactive, config.MASTER_KEY),
    now: clock.now,
    clockStableForMs: clock.stableForMs,
  } satisfies Service
  onShutdown('leading', () => service.leaders.stop())
  return { service, interactive: { ...service, db: interactive }, clock, databaseUrl }
}
