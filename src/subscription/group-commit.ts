import { setTimeout as delay } from 'node:timers/promises'
import { ConnectionError, sql } from 'slonik'
import { PostgresSilent } from '#edge/postgres/connection-watchdog.ts'
import { shortLockSetting } from '#edge/postgres/lock-timeout.ts'
import type { Database, Transaction } from '#edge/postgres/pool.ts'
import { prepared } from '#edge/postgres/prepared.ts'
import { type CheckpointMove, moveCheckpoint, moveCheckpoints } from './checkpoint.ts'
import { markTransactions } from './lease.ts'

/** Only writes: nothing is read from elsewhere, or waited for. */
export type Write = (tx: Transaction) => Promise<void>

/** Rows of all subscriptions in a transaction for the same `write`, which writes them with one call. */
export type SharedWrite = { write(tx: Transaction, rows: readonly unknown[]): Promise<void>; rows: readonly unknown[] }

export function shared<R>(
  write: (tx: Transaction, rows: readonly R[]) => Promise<void>,
  rows: readonly R[],
): SharedWrite {
  return { write: write as SharedWrite['write'], rows }
}

type Commit = {
  move: CheckpointMove
  write: Write
  shared: readonly SharedWrite[]
  /** The number of events. */
  weight: number
}
type Waiting = Commit & { resolve(): void; reject(error: unknown): void }

/** 'lossy': a crash of PostgreSQL loses rows and checkpoint together, and the events are taken again. */
export type Durability = 'durable' | 'lossy'

export type GroupCommit = (commit: Commit) => Promise<void>

/**
 * `gatherMs`: subscriptions that take the same event are ready within this time. `everyMs`: at most one transaction in
 * this time, which costs the same for one event as for many. Webhooks and jobs wait less than lists.
 */
const PACE = { durable: { gatherMs: 2, everyMs: 20 }, lossy: { gatherMs: 10, everyMs: 50 } }
/** Of one transaction; the others wait for the next. */
const WEIGHT_MAX = 5_000
/** Of one statement while others wait for its transaction; alone it has the time of any statement. */
const STATEMENT_MS_MAX = 1_000
/** The next transaction does not wait longer. */
const HANGING_MS = 1_500
/** A subscription that took so long to write commits alone for a while. */
const SLOW_MS = 500
const ALONE_MS = 60_000
/** Which of several that wrote with one call was slow shows when each commits alone. */
const SUSPECTED_MS = 1_000

const groups = new WeakMap<Database, Record<Durability, GroupCommit>>()

/** One of each durability per pool. */
export function groupCommitOf(db: Database, durability: Durability): GroupCommit {
  const known = groups.get(db) ?? {
    durable: createGroupCommit(db, 'durable'),
    lossy: createGroupCommit(db, 'lossy'),
  }
  groups.set(db, known)
  return known[durability]
}

/**
 * Commits what several subscriptions have ready in one transaction: first the checkpoints, in the order of names, each
 * only from where this process left it, then the rows. A subscription whose checkpoint is locked, moved or led by
 * another process is left out, and commits alone. So does each of them when the transaction fails, whatever the cause
 * (a poison event, a locked table, a slow statement, a former leader's session that was terminated): nothing of it was
 * written, and a checkpoint that did move refuses the repetition. Only without PostgreSQL all fail.
 */
function createGroupCommit(db: Database, durability: Durability): GroupCommit {
  const { gatherMs, everyMs } = PACE[durability]
  const isLossy = durability === 'lossy'
  const asyncCommit = sql.fragment`set_config('synchronous_commit', 'off', true)`
  // Not the commit's, which may wait for a synchronous standby: PostgreSQL ends the limit before it commits.
  const limit = sql.fragment`set_config('statement_timeout', ${`${STATEMENT_MS_MAX}ms`}, true)`
  const settings = sql.join([shortLockSetting, limit, ...(isLossy ? [asyncCommit] : [])], sql.fragment`, `)
  /** By name; only of slow ones. */
  const aloneUntil = new Map<string, number>()
  let waiting: Waiting[] = []
  let isRunning = false
  let begunAt = Number.NEGATIVE_INFINITY

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      await delay(Math.max(gatherMs, begunAt + everyMs - performance.now()))
      begunAt = performance.now()
      // A connection that hangs holds up its own subscriptions only: none of them is in a later group.
      await Promise.race([commitTogether(takeGroup()), delay(HANGING_MS, undefined, { ref: false })])
    }
    isRunning = false
  }

  function takeGroup(): Waiting[] {
    let weight = 0
    const beyond = waiting.findIndex((commit, index) => {
      weight += commit.weight
      return index > 0 && weight > WEIGHT_MAX
    })
    const group = beyond < 0 ? waiting : waiting.slice(0, beyond)
    waiting = beyond < 0 ? [] : waiting.slice(beyond)
    return group.sort((a, b) => (a.move.lease.name < b.move.lease.name ? -1 : 1))
  }

  async function commitTogether(group: readonly Waiting[]): Promise<void> {
    try {
      const moved = await db.transaction(async tx => {
        const moves = group.map(({ move }) => move)
        // A separate statement: either the next leader of a name finds the mark, or the move finds the new leader.
        await tx.query(prepared(sql.unsafe`select ${settings}, ${markTransactions(moves.map(({ lease }) => lease))}`))
        const names = await moveCheckpoints(tx, moves)
        const moved = group.filter(({ move }) => names.has(move.lease.name))
        await writeAll(tx, moved, noteSlow)
        return new Set(moved)
      })
      for (const commit of group) moved.has(commit) ? commit.resolve() : commitAlone(commit)
    } catch (error) {
      const isAway = error instanceof ConnectionError || error instanceof PostgresSilent
      for (const commit of group) isAway ? commit.reject(error) : commitAlone(commit)
    }
  }

  async function noteSlow(writers: readonly Waiting[], write: Promise<void>): Promise<void> {
    const since = performance.now()
    await write.finally(() => {
      const now = performance.now()
      const until = now + (writers.length > 1 ? SUSPECTED_MS : ALONE_MS)
      if (now - since > SLOW_MS) for (const { move } of writers) aloneUntil.set(move.lease.name, until)
    })
  }

  function commitAlone(commit: Waiting): void {
    const { lease, from, to } = commit.move
    db.transaction(async tx => {
      if (isLossy) await tx.query(prepared(sql.unsafe`select ${asyncCommit}`))
      await moveCheckpoint(tx, lease, from, to)
      await writeAll(tx, [commit], noteSlow)
    }).then(commit.resolve, commit.reject)
  }

  return commit =>
    new Promise((resolve, reject) => {
      const { name } = commit.move.lease
      if ((aloneUntil.get(name) ?? 0) > performance.now()) return commitAlone({ ...commit, resolve, reject })
      aloneUntil.delete(name)
      waiting.push({ ...commit, resolve, reject })
      if (isRunning) return
      isRunning = true
      void run()
    })
}

type Part = Pick<Commit, 'write' | 'shared'>

/** `during` is given each write and whose it is. */
export async function writeAll<P extends Part>(
  tx: Transaction,
  parts: readonly P[],
  during: (writers: readonly P[], write: Promise<void>) => Promise<void> = (_, write) => write,
): Promise<void> {
  const sharing = parts.flatMap(part => part.shared.map(({ write, rows }) => ({ part, write, rows })))
  for (const [write, same] of Map.groupBy(sharing, ({ write }) => write)) {
    const writers = same.flatMap(({ part, rows }) => (rows.length > 0 ? part : []))
    const rows = same.flatMap(({ rows }) => rows)
    if (rows.length > 0) await during(writers, write(tx, rows))
  }
  for (const part of parts) await during([part], part.write(tx))
}
