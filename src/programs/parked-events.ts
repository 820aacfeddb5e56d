import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import { z } from 'zod'
import { busMigrations } from '#bus/migrations.ts'
import { publishLate } from '#bus/outbound/publish-late.ts'
import { OUTBOUND } from '#bus/outbound/start.ts'
import { isPaused } from '#bus/paused.ts'
import { outboundStream } from '#bus/streams.ts'
import type { Config } from '#config/config.ts'
import { isTestMode } from '#config/test-mode.ts'
import { enqueueAgain } from '#delivery/enqueue/enqueue-again.ts'
import { ENQUEUER } from '#delivery/queue.ts'
import { createLog } from '#edge/log.ts'
import { connectNats, type Nats } from '#edge/nats/connect.ts'
import type { Database, Transaction } from '#edge/postgres/pool.ts'
import { migrate } from '#edge/postgres/schema.ts'
import { createVault } from '#edge/vault/vault.ts'
import { masterKeyOf } from '#embedded/secrets.ts'
import type { EventStore, LoggedEvent } from '#event-sourcing/event-store.ts'
import { createExecute } from '#event-sourcing/execute.ts'
import { withOfflineStores } from '#lifecycle/offline-stores.ts'
import { modules } from '#modules.ts'
import { jobMigrations, scheduleJobs } from '#reactions/job-store.ts'
import type { Reaction } from '#reactions/reaction.ts'
import { type ModuleVariables, readServiceConfig } from '#service-config.ts'
import { reasonOf } from '#subscription/error-classification.ts'
import { createLeaderElection } from '#subscription/leader-election.ts'
import { subscriptionMigrations } from '#subscription/migrations.ts'
import { replaceNul } from '#subscription/parked-events.ts'
import { CommandError } from '#terminal/command-line.ts'

const POOL_MAX = 5
/** Its lease: of two commands that take the same events, the second would publish some twice. */
const RETRIER = 'set-aside-retry'
const CONNECTED_MS_MAX = 5_000

type Stores = { store: EventStore; db: Database }

/** Takes a parked event again; `forget` runs in the same transaction. */
type Retry = (event: LoggedEvent, forget: (tx: Transaction) => Promise<void>) => Promise<void>

function retriesOf(
  config: Config & ModuleVariables,
  { store, db }: Stores,
  connectedNats: () => Promise<Nats>,
): Record<string, Retry> {
  const ofReaction =
    (reaction: Reaction): Retry =>
    (event, forget) =>
      db.transaction(async tx => {
        await forget(tx)
        await scheduleJobs(tx, reaction.schedule(event))
      })
  const reactions = modules
    .flatMap(module => module.reactions?.(config) ?? [])
    .map(reaction => [reaction.name, ofReaction(reaction)] as const)
  const publicEvents = modules.flatMap(module => module.publicEvents ?? [])
  // Not earlier, because reading a missing key creates it.
  const translating = () => ({
    ...{ store, db, execute: createExecute(store), log: createLog({ LOG_LEVEL: 'warn' }), now: () => new Date() },
    vault: createVault(db, config.MASTER_KEY ?? masterKeyOf(config.DATA_DIR)),
  })
  const ofEnqueuer: Retry = (event, forget) => enqueueAgain(translating(), publicEvents, event, forget)
  const ofOutbound: Retry = async (event, forget) => {
    if (!config.BUS.includes('out')) throw new Error('BUS does not name out')
    if (await isPaused(db, 'out')) throw new Error('publishing is paused')
    const bus = { nats: await connectedNats(), stream: outboundStream(config), test_mode: isTestMode(config) }
    await publishLate({ ...translating(), ...bus }, publicEvents, event, forget)
  }
  return { ...Object.fromEntries(reactions), [ENQUEUER]: ofEnqueuer, [OUTBOUND]: ofOutbound }
}

/** One connection for all events, made for the first that is for the bus. */
async function withNats(
  { nats: access }: Pick<Config, 'nats'>,
  work: (connectedNats: () => Promise<Nats>) => Promise<void>,
): Promise<void> {
  let connecting: Promise<Nats> | undefined
  async function connect(): Promise<Nats> {
    if (access === undefined) throw new Error('NATS_URL is not set')
    const nats = connectNats(access, 'security-service-set-aside')
    const connected = new Promise<void>(resolve => nats.whenConnected(() => resolve()))
    await Promise.race([connected, delay(CONNECTED_MS_MAX, undefined, { ref: false })])
    return nats
  }
  try {
    await work(() => (connecting ??= connect()))
  } finally {
    const nats = await connecting?.catch(() => undefined)
    await nats?.close()
  }
}

const Row = z.object({
  follower: z.string(),
  commit: z.string(),
  prepare: z.string(),
  stream: z.string(),
  revision: z.number(),
  type: z.string(),
  reason: z.string(),
  set_aside_at: z.string(),
})
type Row = z.infer<typeof Row>

export function listOrRetry(what: 'list' | 'retry', follower: string | undefined): Promise<void> {
  const config = readServiceConfig()
  const work = async ({ store, db }: Stores) => {
    await migrate(db, [...subscriptionMigrations, ...jobMigrations, ...busMigrations])
    const rows = await find(db, follower)
    if (what === 'list') list(rows)
    else
      await asOnlyCommand(db, signal =>
        withNats(config, nats => retryAll({ store, db }, retriesOf(config, { store, db }, nats), rows, signal)),
      )
  }
  return withOfflineStores(config, work, { poolMax: POOL_MAX })
}

/** Rejects while another command holds the lease. */
async function asOnlyCommand(db: Database, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const leaders = createLeaderElection(db, createLog({ LOG_LEVEL: 'warn' }))
  try {
    const outcome = await leaders.runAsLeader(RETRIER, new AbortController().signal, ({ signal }) => work(signal))
    if (outcome === 'taken') throw new CommandError('another command retries parked events: wait until it has ended')
  } finally {
    await leaders.stop()
  }
}

async function find(db: Database, follower: string | undefined): Promise<readonly Row[]> {
  const filter = follower === undefined ? sql.fragment`true` : sql.fragment`follower = ${follower}`
  return db.any(sql.type(Row)`
    select follower, commit_position::text as commit, prepare_position::text as prepare, stream, revision, type, reason, set_aside_at
    from ops.set_aside where ${filter} order by follower, commit_position`)
}

function list(rows: readonly Row[]): void {
  for (const { follower, stream, revision, type, reason, set_aside_at } of rows)
    console.log(`${follower}: ${type} at ${stream}@${revision}, since ${set_aside_at}: ${reason}`)
  console.log(`${rows.length} events parked`)
}

/** In log order. An event that fails again stays parked, with the new reason. */
async function retryAll(
  { store, db }: Stores,
  retries: Record<string, Retry>,
  rows: readonly Row[],
  signal: AbortSignal,
): Promise<void> {
  let taken = 0
  for (const row of rows) {
    signal.throwIfAborted()
    const reason = await retry(store, db, retries[row.follower], row)
    if (reason === null) taken += 1
    else console.log(`${row.follower}: ${row.type} at ${row.stream}@${row.revision} stays: ${reason}`)
  }
  console.log(`${taken} of ${rows.length} events taken`)
}

/** Null, or the reason of the failure. */
async function retry(store: EventStore, db: Database, take: Retry | undefined, row: Row): Promise<string | null> {
  if (take === undefined) return 'no subscription of this name takes events again'
  const rowFilter = sql.fragment`follower = ${row.follower} and commit_position = ${row.commit}::bigint`
  try {
    // The list is from the beginning of this command.
    const isParked = await db.exists(sql.unsafe`select from ops.set_aside where ${rowFilter}`)
    if (!isParked) return 'another command has taken it'
    const event = await readAgain(store, row)
    await take(event, async tx => {
      // Two commands at the same time take it once.
      const { rowCount } = await tx.query(sql.unsafe`delete from ops.set_aside where ${rowFilter}`)
      if (rowCount === 0) throw new Error('another command has just taken it')
    })
    return null
  } catch (error) {
    const reason = replaceNul(reasonOf(error))
    await db.query(sql.unsafe`update ops.set_aside set reason = ${reason} where ${rowFilter}`)
    return reason
  }
}

async function readAgain(store: EventStore, { stream, revision, commit, prepare }: Row): Promise<LoggedEvent> {
  const [event] = await store.read(stream, revision)
  if (event?.revision !== revision) throw new Error('it is not in its stream any more')
  return { ...event, position: { commit: BigInt(commit), prepare: BigInt(prepare) } }
}
