import { sql } from 'slonik'
import type { Position } from '#edge/eventstore/event-store.ts'

/**
 * The statement part that moves the checkpoint, and yields a row only when it stood where this process left it: a second
 * enqueuer, say after a lost lock, changes nothing.
 */
export function moveCheckpoint(from: Position | null, to: Position) {
  const at =
    from === null
      ? sql.fragment`commit is null`
      : sql.fragment`commit = ${text(from.commit)} and prepare = ${text(from.prepare)}`
  return sql.fragment`
    update ops.webhook_checkpoint set commit = ${text(to.commit)}, prepare = ${text(to.prepare)}
    where name = 'deliveries' and ${at} returning 1`
}

function text(value: bigint): string {
  return value.toString()
}
