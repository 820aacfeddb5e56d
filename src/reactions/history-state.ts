import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { createBatcher } from '#concurrency/batcher.ts'
import type { Transaction } from '#edge/postgres/pool.ts'
import type { Migration } from '#edge/postgres/schema.ts'
import type { Position } from '#event-sourcing/event-store.ts'
import { type Checkpoint, CheckpointMoved, putCheckpoint } from '#subscription/checkpoint.ts'
import { jobRows, ScheduledJob } from './job-store.ts'
import type { JobCancellation } from './reaction.ts'

/**
 * The log before the start of a reaction.
 *
 * - `due_work_history`: one row per reaction; `finished_at` is null until the history is processed.
 * - `due_work_before`: jobs that events up to the checkpoint leave and later ones have not cancelled.
 */
export const historyMigrations: Migration[] = [
  {
    name: 'due-work-history-001',
    statements: [
      sql.unsafe`create table ops.due_work_history (
        reaction text primary key,
        until_commit bigint,
        until_prepare bigint,
        started_at timestamptz not null default clock_timestamp(),
        finished_at timestamptz,
        armed bigint not null default 0)`,
      sql.unsafe`create table ops.due_work_before (
        reaction text not null,
        queue text not null,
        id text collate "C" not null,
        stream text not null,
        correlation_id text not null,
        causation_id text not null,
        due_in_ms double precision not null,
        primary key (reaction, queue, id))`,
    ],
  },
]

export function historyNameOf(reaction: string): string {
  return `${reaction} history`
}

const BEGINNING: Checkpoint = { version: 1, position: null, lastEvent: null, lastId: null }

/** Runs in the transaction of the subscription's first checkpoint: the log before it is the history. */
export async function beginHistory(tx: Transaction, reaction: string, until: Position | null): Promise<void> {
  await tx.query(sql.unsafe`
    insert into ops.due_work_history (reaction, until_commit, until_prepare, finished_at)
    values (${reaction}, ${until === null ? null : String(until.commit)}::bigint,
      ${until === null ? null : String(until.prepare)}::bigint, ${until === null ? sql.fragment`clock_timestamp()` : null})
    on conflict (reaction) do update set until_commit = excluded.until_commit, until_prepare = excluded.until_prepare,
      started_at = excluded.started_at, finished_at = excluded.finished_at, armed = 0`)
  if (until !== null) await putCheckpoint(tx, historyNameOf(reaction), BEGINNING)
}

const HistoryRow = z.object({
  reaction: z.string(),
  until_commit: z.string().nullable(),
  until_prepare: z.string().nullable(),
  is_finished: z.boolean(),
})

const REACTIONS_MAX = 100

/**
 * Reads the end of a reaction's history; 'finished' when it is processed, null when the reaction has never started. One
 * statement for all reactions that ask at the same time.
 */
export function createHistoryReader(db: Pick<CommonQueryMethods, 'any'>) {
  return createBatcher(async (reactions: string[]) => {
    const rows = await db.any(sql.type(HistoryRow)`
      select reaction, until_commit::text, until_prepare::text, finished_at is not null as is_finished
      from ops.due_work_history where reaction = any(${sql.array(reactions, 'text')})`)
    const found = new Map(rows.map(row => [row.reaction, endOf(row)]))
    return reactions.map(reaction => found.get(reaction) ?? null)
  }, REACTIONS_MAX)
}

function endOf({ until_commit, until_prepare, is_finished }: z.infer<typeof HistoryRow>): Position | 'finished' {
  if (is_finished || until_commit === null || until_prepare === null) return 'finished'
  return { commit: BigInt(until_commit), prepare: BigInt(until_prepare) }
}

/**
 * Locks the history until the transaction ends, because a leader that lost its lease may still be scheduling: the next
 * one would not see the jobs it took and would finish. Throws CheckpointMoved when the history was restarted or
 * finished.
 */
export async function lockHistory(tx: Transaction, reaction: string, until: Position): Promise<void> {
  const isSame = await tx.exists(sql.unsafe`
    select 1 from ops.due_work_history
    where reaction = ${reaction} and finished_at is null and until_commit = ${String(until.commit)}::bigint for update`)
  if (!isSame) throw new CheckpointMoved(historyNameOf(reaction))
}

export async function stageJobs(
  tx: Transaction,
  reaction: string,
  cancelled: readonly JobCancellation[],
  jobs: readonly ScheduledJob[],
): Promise<void> {
  for (const [queue, all] of Map.groupBy(cancelled, ({ queue }) => queue)) {
    const ids = all.flatMap(cancellation => ('id' in cancellation ? [cancellation.id] : []))
    const beginnings = all.flatMap(cancellation => ('idsFrom' in cancellation ? [cancellation.idsFrom] : []))
    if (ids.length > 0)
      await tx.query(sql.unsafe`
        delete from ops.due_work_before
        where reaction = ${reaction} and queue = ${queue} and id = any(${sql.array(ids, 'text')})`)
    // A range, so that the primary key answers it.
    if (beginnings.length > 0)
      await tx.query(sql.unsafe`
        delete from ops.due_work_before b using unnest(${sql.array(beginnings, 'text')}) as s(beginning)
        where b.reaction = ${reaction} and b.queue = ${queue}
          and b.id >= s.beginning and b.id < s.beginning || chr(1114111)`)
  }
  if (jobs.length === 0) return
  await tx.query(sql.unsafe`
    insert into ops.due_work_before (reaction, queue, id, stream, correlation_id, causation_id, due_in_ms)
    select ${reaction}, a.* from ${jobRows(jobs)} as a
    on conflict (reaction, queue, id) do update set
      correlation_id = excluded.correlation_id, causation_id = excluded.causation_id, due_in_ms = excluded.due_in_ms`)
}

export async function takeStagedJobs(tx: Transaction, reaction: string, max: number) {
  return tx.any(sql.type(ScheduledJob)`
    delete from ops.due_work_before
    where reaction = ${reaction} and (queue, id) in (
      select queue, id from ops.due_work_before where reaction = ${reaction} order by queue, id limit ${max})
    returning queue, id, stream, correlation_id, causation_id, due_in_ms as "dueInMs"`)
}

export async function countScheduled(tx: Transaction, reaction: string, scheduled: number): Promise<void> {
  await tx.query(sql.unsafe`update ops.due_work_history set armed = armed + ${scheduled} where reaction = ${reaction}`)
}

export async function finishHistory(tx: Transaction, reaction: string): Promise<void> {
  await tx.query(sql.unsafe`
    update ops.due_work_history set finished_at = clock_timestamp() where reaction = ${reaction}`)
  for (const table of ['checkpoints', 'last_events'])
    await tx.query(sql.unsafe`delete from ${sql.identifier(['ops', table])} where name = ${historyNameOf(reaction)}`)
}
