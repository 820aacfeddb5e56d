import type { EventStore, Position } from '#event-sourcing/event-store.ts'
import type { Checkpoint } from './checkpoint.ts'

/** The log holds other events than those that were taken from it. */
export class LogMismatch extends Error {}

/** Who has taken them, and what an operator does then. */
export type LogReader = { name: string; restoreAdvice: string }

/**
 * Throws OtherLog when the last event that was taken is not where it was: the event store was replaced, or restored from a backup. Following
 * would skip whatever is written until the log is as long again, and go by what is in no stream. A log that is as long again by now, or longer,
 * has another event there.
 */
export async function assertSameLog(
  store: Pick<EventStore, 'end' | 'at'>,
  { lastEvent, lastId }: Pick<Checkpoint, 'lastEvent' | 'lastId'>,
  { name, restoreAdvice }: LogReader,
): Promise<void> {
  if (lastEvent === null) return
  const isWithinLog = lastEvent <= ((await store.end())?.commit ?? -1n)
  if (isWithinLog && (lastId === null || (await store.at(positionOf(lastEvent)))?.id === lastId)) return
  throw new LogMismatch(
    `${name} has taken events that are not in the log. If the event store was replaced or restored from a backup, ${restoreAdvice}`,
  )
}

/** An event's two numbers are the same; those of a place behind it may differ. */
export function positionOf(lastEvent: bigint): Position {
  return { commit: lastEvent, prepare: lastEvent }
}
