import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type CommonQueryMethods, type DatabasePoolConnection, sql } from 'slonik'
import { z } from 'zod'
import { createBatcher } from '#concurrency/batcher.ts'
import { raceAbort, withTimeout } from '#concurrency/timeout.ts'
import { PostgresSilent } from '#edge/postgres/connection-watchdog.ts'
import { type Database, destroySilentConnections } from '#edge/postgres/pool.ts'
import { type Lease, terminateOthers } from './lease.ts'

/** Must exceed IDLE_IN_TRANSACTION_MS_MAX by more than a heartbeat, see `assertLease`. */
const LEASE_MS = 12_000
/** Three heartbeats may be lost. */
const HEARTBEAT_MS = 2_500
/** A silent server has given the leases away, or will. */
const HEARTBEAT_MS_MAX = LEASE_MS - HEARTBEAT_MS
/** First half of the advisory lock of a living session; the second half is the holder. */
const SESSION_LOCK = 7_246
const HOLDER_MAX = 2 ** 31 - 1
const RECONNECT_MS = 500
export const STANDBY_POLL_MS = 1_000

/** Until the next full second of this process, so that one statement claims all free leases. */
export function standbyPollMs(): number {
  return Math.ceil(STANDBY_POLL_MS - (performance.now() % STANDBY_POLL_MS))
}

export type LeaderElection = {
  /**
   * Runs `work` while this process holds the lease `name`. Returns 'taken' when another process or call holds it. Waits
   * while PostgreSQL is away; rejects with the signal's reason.
   */
  runAsLeader<T>(name: string, signal: AbortSignal, work: (lease: Lease) => Promise<T>): Promise<T | 'taken'>
  /** To be called after all leases have ended. */
  stop(): Promise<void>
}

/**
 * `requested`: leases that a call holds or requests. `held`: granted leases. `unreleased`: leases whose release failed;
 * the next heartbeat repeats it.
 */
function createSession(holder: number) {
  const [requested, unreleased] = [new Set<string>(), new Set<string>()]
  return { holder, requested, held: new Map<string, AbortController>(), unreleased, isOver: false }
}

type Session = ReturnType<typeof createSession>
type Claim = { name: string; session: Session }

/** Of one statement. */
const CLAIMS_MAX = 200

/**
 * Leases in PostgreSQL. A lease ends when its holder releases it, when the holder's session ends (as when a process is
 * killed), or after `LEASE_MS` without a heartbeat by the database's clock. One that ends later than that is from
 * before the clock was set back. A process that was frozen meets its lost lease in each transaction (`assertLease`).
 *
 * One session renews all leases of a process.
 */
export function createLeaderElection(db: Database, log: Logger): LeaderElection {
  const stopping = new AbortController()
  let current: Session | null = null
  let sessionStarted = Promise.withResolvers<void>()
  /** A process without leases needs no session. */
  let sessionLoop: Promise<void> | undefined

  async function runSession(connection: DatabasePoolConnection): Promise<void> {
    const own = createSession(await registerHolder(connection))
    current = own
    sessionStarted.resolve()
    try {
      while (!stopping.signal.aborted) {
        await delay(HEARTBEAT_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
        const since = performance.now()
        await withTimeout(HEARTBEAT_MS_MAX, heartbeat(connection, own), () => {
          // Other connections may be silent too, and their timeouts are up to a minute.
          destroySilentConnections(db, since)
          return new PostgresSilent(HEARTBEAT_MS_MAX)
        })
      }
    } finally {
      own.isOver = true
      // The pool reports a lost connection before the query on it fails, so another session may have begun.
      if (current === own) {
        current = null
        sessionStarted = Promise.withResolvers()
      }
      for (const lease of own.held.values()) lease.abort()
    }
    // The connection returns to the pool, so the lock must be released.
    await connection.query(sql.unsafe`select pg_advisory_unlock(${SESSION_LOCK}, ${own.holder})`)
  }

  async function keepSession(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await db.connect(runSession)
      } catch (error) {
        if (stopping.signal.aborted) break
        log.warn({ err: error }, 'the session of the leases was lost')
        await delay(RECONNECT_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }

  const requestLease = createBatcher<Claim, boolean>(async claims => {
    const granted = new Set(await claim(db, claims))
    const taken = claims.filter(({ name }) => granted.has(name))
    if (taken.length > 0)
      await terminateOthers(
        db,
        taken.map(({ name, session: { holder } }) => ({ name, holder })),
      ).catch(error =>
        log.warn({ err: error, leaders: [...granted] }, 'transactions of the former leader not terminated'),
      )
    return claims.map(({ name }) => granted.has(name))
  }, CLAIMS_MAX)

  return {
    async runAsLeader(name, signal, work) {
      sessionLoop ??= keepSession()
      await raceAbort(signal, sessionStarted.promise)
      const own = current
      if (own === null || own.requested.has(name)) return 'taken'
      own.requested.add(name)
      const lease = new AbortController()
      try {
        if (!(await requestLease({ name, session: own }))) return 'taken'
        // A session that ends aborts only leases that are in `held`.
        if (own.isOver) return 'taken'
        own.held.set(name, lease)
        return await work({ name, holder: own.holder, signal: AbortSignal.any([signal, lease.signal]) })
      } finally {
        if (own.held.delete(name) && !lease.signal.aborted)
          await release(db, own, [name]).catch(() => own.unreleased.add(name))
        own.requested.delete(name)
      }
    },
    async stop() {
      stopping.abort()
      await sessionLoop
    },
  }
}

/** Runs `work` under the lease whenever it is free, until `signal` is aborted; starts it again after a failure. */
export async function keepRunningAsLeader(
  { leaders, log }: { leaders: LeaderElection; log: Logger },
  name: string,
  signal: AbortSignal,
  work: (lease: Lease) => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    await leaders.runAsLeader(name, signal, work).catch(err => {
      if (!signal.aborted) log.warn({ err, leader: name }, 'work under a lease was interrupted; trying again')
    })
    await delay(standbyPollMs(), undefined, { signal }).catch(() => undefined)
  }
}

async function registerHolder(connection: DatabasePoolConnection): Promise<number> {
  const LockRow = sql.type(z.object({ got: z.boolean() }))
  for (;;) {
    const holder = randomInt(HOLDER_MAX)
    if (await connection.oneFirst(LockRow`select pg_try_advisory_lock(${SESSION_LOCK}, ${holder}) as got`))
      return holder
  }
}

async function heartbeat(connection: DatabasePoolConnection, session: Session): Promise<void> {
  const { holder, requested, held, unreleased } = session
  const known = [...unreleased]
  const free = known.filter(name => !requested.has(name))
  if (free.length > 0) await release(connection, session, free)
  for (const name of known) unreleased.delete(name)
  const before = [...held]
  if (before.length === 0) return void (await connection.query(sql.unsafe`select 1`))
  const renewed = await connection.anyFirst(sql.type(z.object({ name: z.string() }))`
    update ops.leaders set until = clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'
    where holder = ${holder} and name = any(${sql.array([...held.keys()], 'text')}) returning name`)
  for (const [name, lease] of before) if (!renewed.includes(name)) lease.abort()
}

/**
 * Returns the granted names. Leases that another process holds are not locked, and locked ones not awaited. One that
 * was inserted since the statement began is left to its holder, whose session may have begun after the sessions were
 * read. A lease that ends a little late is not free: its holder lives, and the clock was set back since the last
 * heartbeat.
 */
async function claim(db: Database, claims: readonly Claim[]): Promise<string[]> {
  const rows = claims.map(({ name, session: { holder } }) => [name, holder])
  const granted = await db.anyFirst(sql.type(z.object({ name: z.string() }))`
    with claims as materialized (select * from ${sql.unnest(rows, ['text', 'int4'])} as c(name, holder)),
    living as materialized (
      select objid::bigint as holder from pg_locks
      where locktype = 'advisory' and classid = ${SESSION_LOCK} and granted
        and database = (select oid from pg_database where datname = current_database())),
    free as materialized (
      select l.name from ops.leaders l join claims c on c.name = l.name
      where l.holder = c.holder or l.until < clock_timestamp()
        or l.until > clock_timestamp() + ${2 * LEASE_MS} * interval '1 millisecond'
        or l.holder not in (select holder from living)
      order by l.name for update of l skip locked)
    insert into ops.leaders as l (name, holder, until)
    select c.name, c.holder, clock_timestamp() + ${LEASE_MS} * interval '1 millisecond' from claims c
    where c.name in (select name from free) or not exists (select 1 from ops.leaders l where l.name = c.name)
    order by c.name
    on conflict (name) do update set holder = excluded.holder, until = excluded.until
    where l.name in (select name from free)
    returning l.name`)
  return [...granted]
}

async function release(db: CommonQueryMethods, { holder }: Session, names: string[]): Promise<void> {
  await db.query(sql.unsafe`
    delete from ops.leaders where name = any(${sql.array(names, 'text')}) and holder = ${holder}`)
}
