import { type CommonQueryMethods, type DatabasePoolConnection, sql } from 'slonik'
import { z } from 'zod'
import type { Transaction } from './pool.ts'

/** First halves of two-part advisory locks: who follows the log into the live tables, who builds new ones, who swaps. */
const LOCKS = { follow: 7_243, build: 7_244, swap: 7_245 } as const

/** One swap at a time, whatever the read model, until the transaction ends. */
export async function lockSwaps(tx: Transaction): Promise<void> {
  await tx.query(sql.unsafe`select pg_advisory_xact_lock(${LOCKS.swap}, 0)`)
}

/**
 * Runs `work` on a session that holds the lock of a read model, or answers 'taken' when another session has it. The lock
 * is the session's: when the process or its connection dies, PostgreSQL lets go of it.
 */
export async function withLock<T>(
  session: DatabasePoolConnection,
  lock: 'follow' | 'build',
  name: string,
  work: () => Promise<T>,
): Promise<T | 'taken'> {
  if (!(await tryLock(session, lock, name))) return 'taken'
  const result = await work()
  // After a failure the pool closes the session, which releases the lock as well.
  await session.query(sql.unsafe`select pg_advisory_unlock(${LOCKS[lock]}, hashtext(${name}))`)
  return result
}

function tryLock(session: CommonQueryMethods, lock: keyof typeof LOCKS, name: string): Promise<boolean> {
  return session.oneFirst(sql.type(z.object({ got: z.boolean() }))`
    select pg_try_advisory_lock(${LOCKS[lock]}, hashtext(${name})) as got`)
}
