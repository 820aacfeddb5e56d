import { sql } from 'slonik'
import type { Logged, Unreadable } from '#edge/eventstore/event-store.ts'
import type { Transaction } from '#edge/postgres/pool.ts'

/** An event that a follower could not take, and why. */
export type Refused = { event: Logged | Unreadable; reason: string }

/** Keeps events that a follower could not take, in the transaction that moves its checkpoint past them. */
export async function setAside(tx: Transaction, follower: string, refused: readonly Refused[]): Promise<void> {
  if (refused.length === 0) return
  const rows = refused.map(({ event: { position, stream, revision, type }, reason }) => [
    String(position.commit),
    String(position.prepare),
    storable(stream),
    revision,
    storable(type),
    storable(reason),
  ])
  await tx.query(sql.unsafe`
    insert into ops.set_aside (follower, commit_position, prepare_position, stream, revision, type, reason)
    select ${follower}, s.* from ${sql.unnest(rows, ['int8', 'int8', 'text', 'int8', 'text', 'text'])} as s
    on conflict (follower, commit_position, prepare_position) do update set reason = excluded.reason`)
}

/** Names and reasons can hold what the event is set aside for: PostgreSQL has no NUL. */
function storable(text: string): string {
  return text.replaceAll('\0', '\ufffd')
}
