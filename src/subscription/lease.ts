import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import type { Database } from '#edge/postgres/pool.ts'

/** For all terminated transactions, until their sessions end. The lease is not renewed in this time. */
const TERMINATE_MS_MAX = 2_000

export type Lease = {
  name: string
  holder: number
  /** Aborted when the lease is lost. */
  signal: AbortSignal
}

/** Another process, or no process, holds the lease: nothing was written. */
export class LeaseLost extends Error {
  constructor(name: string) {
    super(`this process lost the lease ${name}`)
    this.name = 'LeaseLost'
  }
}

/** Revokes a lease; its holder notices at its next heartbeat or write. Heartbeats wait for the transaction. */
export async function revokeLease(tx: CommonQueryMethods, name: string): Promise<void> {
  await tx.query(sql.unsafe`delete from ops.leaders where name = ${name}`)
}

/** First half of the advisory lock of transactions under this lease; the second half is the holder. */
const workLockOf = (name: string) => sql.fragment`hashtext(${`work of ${name}`})`
const workLocksOf = (names: FragmentSqlToken) => sql.fragment`hashtext('work of ' || ${names})`

/**
 * Terminates transactions of former holders of the leases. PostgreSQL does not end by itself the statement of a process
 * that froze while sending it, and its row locks would stay. The condition protects a newer leader from a process that
 * froze right after it got the lease. Terminations are all sent first and then awaited: a session may finish its commit
 * and serve another transaction.
 */
export async function terminateOthers(db: Database, leases: readonly Omit<Lease, 'signal'>[]): Promise<void> {
  const rows = leases.map(({ name, holder }) => [name, holder])
  const terminated = sql.fragment`array(
    select case when pg_terminate_backend(pid) then pid end from (
      select distinct pid from pg_locks join ${sql.unnest(rows, ['text', 'int4'])} as c(name, holder)
        on classid = ${workLocksOf(sql.fragment`c.name`)}::oid and objid <> c.holder::oid
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
        and exists (select 1 from ops.leaders l where l.name = c.name and l.holder = c.holder)) as other)`
  const waitedMs = sql.fragment`(extract(epoch from clock_timestamp() - statement_timestamp()) * 1000)::bigint`
  await db.query(sql.unsafe`
    select pg_terminate_backend(pid, greatest(0, ${TERMINATE_MS_MAX} - ${waitedMs})) from unnest(${terminated}) as pid`)
}

/** Marks the transaction as this leader's, so that the next leader can terminate it. */
function markTransaction({ name, holder }: Lease) {
  return sql.fragment`pg_advisory_xact_lock_shared(${workLockOf(name)}, ${holder}::int)`
}

/** Marks a transaction of several leases; before another statement finds out whether they are held. */
export function markTransactions(leases: readonly Lease[]) {
  const rows = leases.map(({ name, holder }) => [name, holder])
  return sql.fragment`(
    select count(pg_advisory_xact_lock_shared(${workLocksOf(sql.fragment`l.name`)}, l.holder))
    from ${sql.unnest(rows, ['text', 'int4'])} as l(name, holder))`
}

const heldBy = ({ name, holder }: Omit<Lease, 'signal'>) =>
  sql.fragment`from ops.leaders where name = ${name} and holder = ${holder}`

/**
 * One row when the lease is held; it marks the transaction. Only for a statement that also checks the old position:
 * between check and mark the session may freeze, and then it is not terminated.
 */
export function selectHeldLease(lease: Lease) {
  return sql.fragment`select ${markTransaction(lease)} ${heldBy(lease)}`
}

/**
 * Throws LeaseLost. Runs before anything is written. Needs no lock: PostgreSQL ends the transaction of a frozen process
 * (`IDLE_IN_TRANSACTION_MS_MAX`) before its lease expires, or the next leader terminates it.
 */
export async function assertLease(tx: CommonQueryMethods, lease: Lease): Promise<void> {
  // A separate statement before the check: either the next leader finds the mark, or the check finds the new leader.
  await tx.query(sql.unsafe`select ${markTransaction(lease)}`)
  if (!(await tx.exists(sql.unsafe`select 1 ${heldBy(lease)}`))) throw new LeaseLost(lease.name)
}
