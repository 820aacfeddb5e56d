import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type CommonQueryMethods, type DatabasePoolConnection, sql } from 'slonik'
import { z } from 'zod'
import { raceAbort, withTimeout } from '#concurrency/timeout.ts'
import { PostgresSilent } from '#edge/postgres/connection-watchdog.ts'
import { type Database, destroySilentConnections } from '#edge/postgres/pool.ts'

/**
 * How long a leader that says nothing is believed to be alive: a machine that vanished or a process that is frozen is replaced after this
 * time and a look of the one that stands by. Less a beat it is more than IDLE_IN_TRANSACTION_MS_MAX, see `requireLease`.
 */
const LEASE_MS = 12_000
/** A leader says that it is alive so often: three beats may be lost. */
const HEARTBEAT_MS = 2_500
/** A server that does not answer for so long has given the leases to others, or will. */
const HEARTBEAT_MS_MAX = LEASE_MS - HEARTBEAT_MS
/** First half of the advisory lock by which a session shows that it lives; the second half is the holder. */
const SESSION_LOCK = 7_246
const HOLDER_MAX = 2 ** 31 - 1
const RECONNECT_MS = 500
/**
 * For all transactions that are ended when another process leads, until their sessions are gone. One that stands still may take longer; no beat
 * renews the lease meanwhile.
 */
const TERMINATE_MS_MAX = 2_000
/** Between looks whether the process that leads is still there. */
export const STANDBY_POLL_MS = 1_000

export type Lease = {
  name: string
  holder: number
  /** Aborted when this process does not lead any more. */
  signal: AbortSignal
}

/** This process's part of the question who leads. */
export type LeaderElection = {
  /**
   * Runs `work` while this process leads `name`, or answers 'taken' when another process, or another call, does. Rejects with the signal's
   * reason when that is aborted before it leads: as long as PostgreSQL is away it waits.
   */
  runAsLeader<T>(name: string, signal: AbortSignal, work: (lease: Lease) => Promise<T>): Promise<T | 'taken'>
  /** Call it when all that leads has ended. */
  stop(): Promise<void>
}

/** Another process leads by now, or nobody: nothing was written. */
export class LeaseLost extends Error {
  constructor(name: string) {
    super(`this process does not lead ${name} any more`)
    this.name = 'LeaseLost'
  }
}

/**
 * `asked`: names that a call of this process leads or asks for. `held`: those that were given. `ungiven`: those that could not be given back,
 * which is made up for with the next beat.
 */
type Session = {
  holder: number
  requested: Set<string>
  held: Map<string, AbortController>
  unreleased: Set<string>
  isOver: boolean
}

/**
 * Leads by leases in PostgreSQL. A lease ends in three ways: its holder gives it back; its holder's session ends, as it does when a process
 * is killed, and then it is free at once; or nothing is heard of the holder for `LEASE_MS` by the database's clock, as when its machine
 * vanishes or the process is frozen. A lease that ends later than one can is from before the clock was set back. Whoever wakes after that finds
 * its lease gone: each transaction of a leader asks for it (`requireLease`).
 *
 * All leases of a process hang on one session, which renews them together.
 */
export function createLeaderElection(db: Database, log: Logger): LeaderElection {
  const stopping = new AbortController()
  let current: Session | null = null
  let sessionStarted = Promise.withResolvers<void>()
  /** A process that never leads needs no session. */
  let sessionLoop: Promise<void> | undefined

  async function runSession(connection: DatabasePoolConnection): Promise<void> {
    const own: Session = {
      holder: await registerHolder(connection),
      requested: new Set(),
      held: new Map(),
      unreleased: new Set(),
      isOver: false,
    }
    current = own
    sessionStarted.resolve()
    try {
      while (!stopping.signal.aborted) {
        await delay(HEARTBEAT_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
        const since = performance.now()
        await withTimeout(HEARTBEAT_MS_MAX, heartbeat(connection, own), () => {
          // Whoever leads may wait for an answer on another connection that fell silent with this one, and would for a minute.
          destroySilentConnections(db, since)
          return new PostgresSilent(HEARTBEAT_MS_MAX)
        })
      }
    } finally {
      own.isOver = true
      // The pool tells of a lost connection before a question that is under way on it: another session may have begun.
      if (current === own) {
        current = null
        sessionStarted = Promise.withResolvers()
      }
      for (const lease of own.held.values()) lease.abort()
    }
    // The connection goes back to the pool, so it has to forget.
    await connection.query(sql.unsafe`select pg_advisory_unlock(${SESSION_LOCK}, ${own.holder})`)
  }

  async function keepSession(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await db.connect(runSession)
      } catch (error) {
        if (stopping.signal.aborted) break
        log.warn({ err: error }, 'the session that leads was lost')
        await delay(RECONNECT_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }

  return {
    async runAsLeader(name, signal, work) {
      sessionLoop ??= keepSession()
      await raceAbort(signal, sessionStarted.promise)
      const own = current
      if (own === null || own.requested.has(name)) return 'taken'
      own.requested.add(name)
      const lease = new AbortController()
      try {
        if (!(await claim(db, own, name))) return 'taken'
        await terminateOthers(db, own, name).catch(error =>
          log.warn({ err: error, leader: name }, 'transactions not ended'),
        )
        // Only what is held when its session ends is told of it.
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

/** Leads `name` whenever nobody else does, until `signal` is aborted; `work` ends when its lease does, and is begun again after a failure. */
export async function keepRunningAsLeader(
  { leaders, log }: { leaders: LeaderElection; log: Logger },
  name: string,
  signal: AbortSignal,
  work: (lease: Lease) => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    await leaders
      .runAsLeader(name, signal, work)
      .catch(error => signal.aborted || log.warn({ err: error, leader: name }, 'leading was interrupted; trying again'))
    await delay(STANDBY_POLL_MS, undefined, { signal }).catch(() => undefined)
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

/** Renews what is held. What is not held any more is told to whoever leads by it. */
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

async function claim(db: Database, { holder }: Session, name: string): Promise<boolean> {
  const { rowCount } = await db.query(sql.unsafe`
    insert into ops.leaders as l (name, holder, until)
    values (${name}, ${holder}, clock_timestamp() + ${LEASE_MS} * interval '1 millisecond')
    on conflict (name) do update set holder = excluded.holder, until = excluded.until
    where l.until < clock_timestamp() or l.until > excluded.until + ${LEASE_MS} * interval '1 millisecond'
      or l.holder = excluded.holder or not exists (
      select 1 from pg_locks
      where locktype = 'advisory' and classid = ${SESSION_LOCK} and objid = l.holder and granted
        and database = (select oid from pg_database where datname = current_database()))`)
  return rowCount === 1
}

async function release(db: CommonQueryMethods, { holder }: Session, names: string[]): Promise<void> {
  await db.query(sql.unsafe`
    delete from ops.leaders where name = any(${sql.array(names, 'text')}) and holder = ${holder}`)
}

/**
 * Takes the lease from whoever leads. Who may go on is given it again: it notices with its next beat, or when it is to write. For a short
 * transaction: the beat waits for it.
 */
export async function revokeLease(tx: CommonQueryMethods, name: string): Promise<void> {
  await tx.query(sql.unsafe`delete from ops.leaders where name = ${name}`)
}

/** First half of the advisory lock by which a transaction shows under which name it writes; the second half is the holder. */
function workLockOf(name: string) {
  return sql.fragment`hashtext(${`work of ${name}`})`
}

/**
 * Ends what others have under way under a name that this process leads. A process that was frozen while it was sending a long statement
 * would hold its rows as long as it is frozen: in the middle of what a client sends, PostgreSQL ends nothing by itself. A process that was
 * frozen right after it was given the lease may come here late: it ends nothing of who leads by then. It is waited for: a session that is told
 * to end in the middle of a commit finishes that first. All are told before one is waited for: meanwhile the transaction of another would be
 * over, and its session at work for somebody else.
 */
async function terminateOthers(db: Database, { holder }: Session, name: string): Promise<void> {
  const terminated = sql.fragment`array(
    select case when pg_terminate_backend(pid) then pid end from pg_locks
    where locktype = 'advisory' and classid = ${workLockOf(name)}::oid and objid <> ${holder}::int
      and database = (select oid from pg_database where datname = current_database())
      and exists (select 1 from ops.leaders where name = ${name} and holder = ${holder}))`
  const waitedMs = sql.fragment`(extract(epoch from clock_timestamp() - statement_timestamp()) * 1000)::bigint`
  await db.query(sql.unsafe`
    select pg_terminate_backend(pid, greatest(0, ${TERMINATE_MS_MAX} - ${waitedMs})) from unnest(${terminated}) as pid`)
}

/** Marks the transaction as this leader's, so that the next one can end it. */
function markTransaction({ name, holder }: Lease) {
  return sql.fragment`pg_advisory_xact_lock_shared(${workLockOf(name)}, ${holder}::int)`
}

/**
 * One row when the lease is held; the transaction is marked then. For a statement that moves a place from where it was left: its session may
 * stand still between the look and the mark, and then it is not ended by who leads next.
 */
export function selectHeldLease(lease: Lease) {
  return sql.fragment`select ${markTransaction(lease)} from ops.leaders where name = ${lease.name} and holder = ${lease.holder}`
}

/**
 * Asks inside a transaction for the lease, before anything is written. Throws LeaseLost. It need not be locked: a transaction whose process
 * does not go on is ended by PostgreSQL (`IDLE_IN_TRANSACTION_MS_MAX`) before its lease can be another's, or by whoever leads next.
 */
export async function assertLease(tx: CommonQueryMethods, lease: Lease): Promise<void> {
  // A statement of its own, before the look: whoever leads next finds the mark, or the look finds that another one leads.
  await tx.query(sql.unsafe`select ${markTransaction(lease)}`)
  const { name, holder } = lease
  const isHeld = await tx.exists(sql.unsafe`select 1 from ops.leaders where name = ${name} and holder = ${holder}`)
  if (!isHeld) throw new LeaseLost(name)
}
