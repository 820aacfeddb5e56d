import { type Config, findMisspelt } from '#config/config.ts'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { createLog } from '#edge/log.ts'
import { connectPostgres, type Database } from '#edge/postgres/pool.ts'
import { isUnavailable } from '#edge/unavailable.ts'
import { FolderTaken } from '#embedded/folder-lock.ts'
import { readRunningStores } from '#embedded/running-stores.ts'
import { startStores } from '#embedded/start.ts'
import { UnreadableEvent } from '#event-sourcing/category.ts'
import type { EventStore } from '#event-sourcing/event-store.ts'
import { moduleSchemas } from '#service-config.ts'
import { CommandError } from '#terminal/command-line.ts'
import { Rejection } from '#values/errors.ts'
import { checkStores } from './preflight.ts'

/** A placeholder for the address of a store that is neither started nor used. */
const NOT_NEEDED = { database: 'postgres://not-needed', eventStore: 'esdb://not-needed' }

type Stores = Awaited<ReturnType<typeof startStores>>
type PoolOptions = { poolMax?: number }

/**
 * For a command that does not need the service: the configured stores, those of the service that runs on the data
 * folder, or embedded ones that are started. Closes them afterwards.
 */
export function withOfflineStores<T>(
  config: Config,
  work: (stores: { store: EventStore; db: Database }) => Promise<T>,
  pool: PoolOptions = {},
): Promise<T> {
  return withStarted(config, config, ({ eventStoreUrl, databaseUrl }) =>
    withEventStore(eventStoreUrl, store => withDatabase(databaseUrl, pool, db => work({ store, db }))),
  )
}

export function withOfflineDatabase<T>(config: Config, work: (db: Database) => Promise<T>, pool: PoolOptions = {}) {
  const required = { ...config, EVENTSTORE_URL: undefined }
  return withStarted(required, { ...config, EVENTSTORE_URL: NOT_NEEDED.eventStore }, ({ databaseUrl }) =>
    withDatabase(databaseUrl, pool, work),
  )
}

/** Throws CommandError for an event that can't be read. */
export async function withOfflineEventStore<T>(config: Config, work: (store: EventStore) => Promise<T>): Promise<T> {
  const required = { ...config, DATABASE_URL: undefined }
  try {
    return await withStarted(required, { ...config, DATABASE_URL: NOT_NEEDED.database }, ({ eventStoreUrl }) =>
      withEventStore(eventStoreUrl, work),
    )
  } catch (error) {
    throw error instanceof UnreadableEvent ? new CommandError(error.message) : error
  }
}

/** Whether a command failed because a store gave no answer. */
export function isStoreUnavailable(error: unknown): boolean {
  return (
    (error instanceof Error && isUnavailable(error)) ||
    (error instanceof Rejection && error.code === 'SERVICE_UNAVAILABLE')
  )
}

async function withStarted<T>(required: Config, started: Config, work: (stores: Stores) => Promise<T>): Promise<T> {
  const stores = await startOffline(required, started)
  try {
    return await work(stores)
  } finally {
    await stores.stop()
  }
}

async function withEventStore<T>(url: string, work: (store: EventStore) => Promise<T>): Promise<T> {
  const store = connectEventStore(url)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

async function withDatabase<T>(url: string, pool: PoolOptions, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await connectPostgres(url, pool)
  try {
    return await work(db)
  } finally {
    await db.end()
  }
}

async function startOffline(requested: Config, started: Config): Promise<Stores> {
  for (const line of findMisspelt(undefined, moduleSchemas)) console.error(line)
  const log = createLog({ LOG_LEVEL: 'warn' })
  // The user waits for the command, so it does not wait for stores.
  const reach = (config: Config) => checkStores({ ...config, ENVIRONMENT: 'sandbox', PAYMENT_NETWORK: 'sandbox' }, log)
  await reach(requested)
  try {
    return await startStores(started, log)
  } catch (error) {
    if (!(error instanceof FolderTaken)) throw error
    const stores = storesOfService(started)
    const foundUrl = (name: 'EVENTSTORE_URL' | 'DATABASE_URL', url: string) =>
      started[name] === undefined ? url : requested[name]
    const found = {
      ...requested,
      EVENTSTORE_URL: foundUrl('EVENTSTORE_URL', stores.eventStoreUrl),
      DATABASE_URL: foundUrl('DATABASE_URL', stores.databaseUrl),
    }
    // The service keeps them busy: one late answer is tolerated.
    await reach(found).catch(() => reach(found))
    return { ...stores, stop: async () => {} }
  }
}

/** The embedded stores of a service on the data folder, for what is not configured. */
function storesOfService({ DATA_DIR, EVENTSTORE_URL, DATABASE_URL }: Config): Omit<Stores, 'stop'> {
  const running = readRunningStores(DATA_DIR)
  if (running === null)
    throw new CommandError(
      `another service is running on ${DATA_DIR}, and the addresses of its stores are not known: it is starting, stopping or of an older version. Try again, or stop it`,
    )
  const needed = (name: string, url: string | undefined) => {
    if (url !== undefined) return url
    throw new CommandError(`the service that is running on ${DATA_DIR} has a ${name}: set the same for this command`)
  }
  return {
    eventStoreUrl: needed('EVENTSTORE_URL', EVENTSTORE_URL ?? running.eventStoreUrl),
    databaseUrl: needed('DATABASE_URL', DATABASE_URL ?? running.databaseUrl),
  }
}
