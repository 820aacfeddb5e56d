import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from '#config/config.ts'
import { startEmbeddedEventStore } from './eventstore/spawn.ts'
import { lockFolder } from './folder-lock.ts'
import { startEmbeddedPostgres } from './postgres.ts'
import { deleteRunningStores, writeRunningStores } from './running-stores.ts'

export type Stores = { eventStoreUrl: string; databaseUrl: string; stop(): Promise<void> }

/** The stores of a killed service release the folder within this time. */
const LEFTOVER_MS_MAX = 10_000
const RESTART_AFTER_MS = 200

export async function startStores(config: Config, log: Logger): Promise<Stores> {
  const { EVENTSTORE_URL, DATABASE_URL, DATA_DIR } = config
  if (EVENTSTORE_URL !== undefined && DATABASE_URL !== undefined)
    return { eventStoreUrl: EVENTSTORE_URL, databaseUrl: DATABASE_URL, stop: async () => {} }
  const lock = lockFolder(DATA_DIR)
  deleteRunningStores(DATA_DIR)
  const parts = [
    EVENTSTORE_URL === undefined ? keepAlive('event store', log, port => eventStorePart(DATA_DIR, port, log)) : null,
    DATABASE_URL === undefined
      ? keepAlive('PostgreSQL', log, port => startEmbeddedPostgres({ dataDir: DATA_DIR, port }))
      : null,
  ] as const
  const stop = async () => {
    const outcomes = await Promise.allSettled(parts)
    deleteRunningStores(DATA_DIR)
    await Promise.all(outcomes.map(outcome => (outcome.status === 'fulfilled' ? outcome.value?.stop() : null)))
    lock.release()
  }
  try {
    const [eventStore, postgres] = await Promise.all(parts)
    writeRunningStores(DATA_DIR, { eventStoreUrl: eventStore?.url, databaseUrl: postgres?.url })
    return { eventStoreUrl: EVENTSTORE_URL ?? eventStore!.url, databaseUrl: DATABASE_URL ?? postgres!.url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type StorePart = { url: string; port: number; stop(): Promise<void>; exited: Promise<unknown> }

async function eventStorePart(dataDir: string, port: number, log: Logger): Promise<StorePart> {
  // The node reports why it ends, for example a failed disk.
  const node = await startEmbeddedEventStore({
    dataDir: `${dataDir}/eventstore`,
    port,
    log: words => log.error({ part: 'event store', words }, 'output of an embedded store'),
  })
  return { url: node.url, port: Number(new URL(node.url).port), stop: node.stop, exited: node.exited }
}

/** Restarts a store that ended, on its port, so that open clients reconnect. */
async function keepAlive(name: string, log: Logger, start: (port: number) => Promise<StorePart>): Promise<StorePart> {
  const first = await retryStart(() => start(0))
  let current = first
  let stopping = false
  const watch = async () => {
    while (!stopping) {
      await current.exited
      while (!stopping) {
        log.error({ part: name }, 'an embedded store ended; restarting it')
        try {
          current = await start(first.port)
          break
        } catch (error) {
          log.error({ part: name, err: error }, 'an embedded store did not start')
          await delay(RESTART_AFTER_MS)
        }
      }
    }
  }
  const watching = watch()
  return {
    ...first,
    async stop() {
      stopping = true
      await current.stop()
      // Also stops a store that was just being restarted.
      await watching
      await current.stop()
    },
  }
}

async function retryStart(start: () => Promise<StorePart>): Promise<StorePart> {
  const deadline = Date.now() + LEFTOVER_MS_MAX
  for (;;) {
    try {
      return await start()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await delay(RESTART_AFTER_MS)
    }
  }
}
