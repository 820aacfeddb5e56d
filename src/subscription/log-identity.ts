import type { EventStore, Position } from '#event-sourcing/event-store.ts'
import type { Checkpoint } from './checkpoint.ts'

export class LogMismatch extends Error {}

/** `restoreAdvice`: what an operator does after the event store was replaced or restored. */
export type LogReader = { name: string; restoreAdvice: string }

/**
 * Throws LogMismatch when the last taken event is not at its position: the event store was replaced, or restored from a
 * backup. The subscription would skip events until the log is as long again.
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

/** Commit and prepare positions of an event are equal; those of other positions may differ. */
export function positionOf(lastEvent: bigint): Position {
  return { commit: lastEvent, prepare: lastEvent }
}
