import type { Logger } from 'pino'
import { sql } from 'slonik'
import type { Transaction } from '#edge/postgres/pool.ts'
import type { Logged, Unreadable } from '#event-sourcing/event-store.ts'
import { isRefusedValue, reasonOf } from './blame.ts'
import type { Handle } from './follow.ts'

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

/** Whoever wrote the event may have written anything, and PostgreSQL has no NUL. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\u{fffd}')
}

/**
 * Does `handle`, and where PostgreSQL refuses the values that an event comes to (a text with a NUL, a key too long for an index), sets that
 * one aside and does it with the others, half by half: the batch would be refused for ever, and everything behind it wait. `beginAnew` runs
 * after each refusal, for what `handle` keeps between batches.
 */
export function settingAside(
  { follower, log }: { follower: string; log: Logger },
  handle: Handle,
  beginAnew: () => Promise<void> = async () => {},
): Handle {
  const take: Handle = async ({ events, position }, place) => {
    try {
      await handle({ events, position }, place)
    } catch (error) {
      const half = events.length >> 1
      const [event] = events
      if (event === undefined || !isRefusedValue(error)) throw error
      await beginAnew()
      if (half > 0) {
        await take({ events: events.slice(0, half), position: events[half - 1]!.position }, place)
        return take({ events: events.slice(half), position }, place)
      }
      const reason = reasonOf(error)
      await place.commit(events, position, tx => setAside(tx, follower, [{ event, reason }]))
      log.error({ follower, stream: event.stream, revision: event.revision, reason }, 'event set aside')
    }
  }
  return take
}
