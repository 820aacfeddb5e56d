import type { Logger } from 'pino'
import { sql } from 'slonik'
import type { Transaction } from '#edge/postgres/pool.ts'
import type { LogEvent } from '#event-sourcing/event-store.ts'
import type { BatchHandler } from './batch.ts'
import { isDataException, reasonOf } from './error-classification.ts'

export type ParkedEvent = { event: LogEvent; reason: string }

/** Stores poison events in the transaction that moves the checkpoint past them. */
export async function parkEvents(tx: Transaction, subscription: string, parked: readonly ParkedEvent[]): Promise<void> {
  if (parked.length === 0) return
  const rows = parked.map(({ event: { position, stream, revision, type }, reason }) => [
    String(position.commit),
    String(position.prepare),
    replaceNul(stream),
    revision,
    replaceNul(type),
    replaceNul(reason),
  ])
  await tx.query(sql.unsafe`
    insert into ops.set_aside (follower, commit_position, prepare_position, stream, revision, type, reason)
    select ${subscription}, s.* from ${sql.unnest(rows, ['int8', 'int8', 'text', 'int8', 'text', 'text'])} as s
    on conflict (follower, commit_position, prepare_position) do update set reason = excluded.reason`)
}

/** Any text can be in an event, and PostgreSQL has no NUL. */
export function replaceNul(text: string): string {
  return text.replaceAll('\0', '\u{fffd}')
}

/**
 * Runs `handle`. When PostgreSQL refuses values of an event (a NUL, an index key too long), finds it by bisection,
 * parks it and handles the others: the batch would fail for ever. `reset` runs after each failure, for state that
 * `handle` keeps between batches.
 */
export function withParking(
  { subscription, log }: { subscription: string; log: Logger },
  handle: BatchHandler,
  reset: () => Promise<void> = async () => {},
): BatchHandler {
  const handleOrPark: BatchHandler = async ({ events, position }, writer) => {
    try {
      await handle({ events, position }, writer)
    } catch (error) {
      const half = events.length >> 1
      const [event] = events
      if (event === undefined || !isDataException(error)) throw error
      await reset()
      if (half > 0) {
        await handleOrPark({ events: events.slice(0, half), position: events[half - 1]!.position }, writer)
        return handleOrPark({ events: events.slice(half), position }, writer)
      }
      const reason = reasonOf(error)
      await writer.commit(events, position, tx => parkEvents(tx, subscription, [{ event, reason }]))
      log.error({ subscription, stream: event.stream, revision: event.revision, reason }, 'event parked')
    }
  }
  return handleOrPark
}
