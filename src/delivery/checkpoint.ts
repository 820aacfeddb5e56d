import { sql } from 'slonik'
import { z } from 'zod'
import type { EventStore, Position } from '#edge/eventstore/event-store.ts'
import type { Database } from '#edge/postgres/pool.ts'

/**
 * The statement part that moves the checkpoint, and yields a row only when it stood where this process left it: a second
 * enqueuer, say after a lost lock, changes nothing.
 */
export function moveCheckpoint(from: Position | null, to: Position, lastEvent: bigint | null) {
  const at =
    from === null
      ? sql.fragment`commit is null`
      : sql.fragment`commit = ${text(from.commit)} and prepare = ${text(from.prepare)}`
  return sql.fragment`
    update ops.webhook_checkpoint set commit = ${text(to.commit)}, prepare = ${text(to.prepare)},
      last_event = coalesce(${lastEvent === null ? null : text(lastEvent)}, last_event)
    where name = 'deliveries' and ${at} returning 1`
}

/** Rejects when the log ends before what was taken in: whatever is written until it is as long again would never be told. */
export async function refuseOtherLog({ db, store }: { db: Database; store: EventStore }): Promise<void> {
  const last = await db.oneFirst(sql.type(z.object({ last_event: z.string().nullable() }))`
    select last_event from ops.webhook_checkpoint where name = 'deliveries'`)
  if (last === null || BigInt(last) <= ((await store.end()) ?? -1n)) return
  throw new Error(
    'the webhook checkpoint lies beyond the end of the log. If the event store was replaced or restored from a backup, set ' +
      'commit, prepare and last_event of ops.webhook_checkpoint: to the place behind which events are to be told, or to null for all',
  )
}

function text(value: bigint): string {
  return value.toString()
}
