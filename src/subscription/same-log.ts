import type { EventStore, Position } from '#event-sourcing/event-store.ts'
import type { Checkpoint } from './checkpoint.ts'

/** The log holds other events than those that were taken from it. */
export class OtherLog extends Error {}

/** Who has taken them, and what an operator does then. */
export type Taker = { name: string; afterRestore: string }

/**
 * Throws OtherLog when the last event that was taken is not where it was: the event store was replaced, or restored from a backup. Following
 * would skip whatever is written until the log is as long again, and go by what is in no stream. A log that is as long again by now, or longer,
 * has another event there.
 */
export async function refuseOtherLog(
  store: Pick<EventStore, 'end' | 'at'>,
  { lastEvent, lastId }: Pick<Checkpoint, 'lastEvent' | 'lastId'>,
  { name, afterRestore }: Taker,
): Promise<void> {
  if (lastEvent === null) return
  const isThere = lastEvent <= ((await store.end())?.commit ?? -1n)
  if (isThere && (lastId === null || (await store.at(placeOf(lastEvent)))?.id === lastId)) return
  throw new OtherLog(
    `${name} has taken events that are not in the log. If the event store was replaced or restored from a backup, ${afterRestore}`,
  )
}

/** An event's two numbers are the same; those of a place behind it may differ. */
export function placeOf(lastEvent: bigint): Position {
  return { commit: lastEvent, prepare: lastEvent }
}
