import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { Transaction } from '#edge/postgres/pool.ts'
import { customPlan, prepared } from '#edge/postgres/prepared.ts'
import { type LogSubscriptionDeps, startLogSubscription } from '#subscription/log-subscription.ts'
import { COVERED_PREFIXES, type EventPosition, isCovered, positionOf } from './stream-head.ts'

export const RECORDER = 'audit-events'

/** Checkpoints are built from its records. */
export function startEventRecorder(deps: LogSubscriptionDeps) {
  return startLogSubscription(deps, {
    name: RECORDER,
    prefixes: COVERED_PREFIXES,
    from: 'start',
    restoreAdvice:
      'keep the checkpoints, which prove what was lost; to start again, delete its row of ops.checkpoints, empty the tables ops.audit_* and give CHECKPOINT_FILE another name',
    onFirstCheckpoint: assertNothingRecorded,
    handle: ({ events, position }, checkpoint) =>
      checkpoint.commit(events, position, tx => recordEvents(tx, events.filter(isCovered).map(positionOf))),
  })
}

/** Without its checkpoint the recorder would append the whole log again, and checkpoints would cover that. */
async function assertNothingRecorded(tx: Transaction): Promise<void> {
  if (await tx.exists(sql.unsafe`select 1 from ops.audit_events`))
    throw new Error(
      `the row ${RECORDER} of ops.checkpoints is gone, and what was taken down up to there is not: put it back, or empty the tables ops.audit_* too`,
    )
}

export async function recordEvents(tx: Transaction, events: readonly EventPosition[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ stream, revision, hash, position: { commit } }) => [
    String(commit),
    String(revision),
    stream,
    hash,
  ])
  await tx.query(
    prepared(sql.unsafe`
    insert into ops.audit_events (n, position, revision, stream, hash)
    select (select coalesce(max(n), 0) from ops.audit_events) + e.place, e.position, e.revision, e.stream, decode(e.hash, 'hex')
    from ${sql.unnest(rows, ['int8', 'int8', 'text', 'text'])} with ordinality as e(position, revision, stream, hash, place),
      ${customPlan}`),
  )
}

const Row = z.object({ stream: z.string(), revision: z.number(), hash: z.string().nullable(), position: z.string() })

/** After the first `count`, in the order of the log. */
export async function readRecordedEvents(db: CommonQueryMethods, count: number, max: number): Promise<EventPosition[]> {
  const rows = await db.any(sql.type(Row)`
    select stream, revision, encode(hash, 'hex') as hash, position::text from ops.audit_events
    where n > ${count} order by n limit ${max}`)
  return rows.map(({ position, ...head }) => ({
    ...head,
    position: { commit: BigInt(position), prepare: BigInt(position) },
  }))
}
