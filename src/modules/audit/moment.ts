import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'

/** Of when a record is asked: at a time, right after one event, or now. */
export type PointInTime = { as_of: string } | { revision: number } | null

/**
 * How many of a stream's events there were at that moment. By a time: the longest prefix of which none is later, so that what came after an
 * event with a later time is not in it, also in streams of before, whose clock may have been set back. By a revision that no event has: null.
 */
export function eventsBy(events: readonly Recorded<DomainEvent>[], moment: PointInTime): number | null {
  if (moment === null) return events.length
  if ('revision' in moment) {
    const index = events.findIndex(({ revision }) => revision === moment.revision)
    return index < 0 ? null : index + 1
  }
  const time = Date.parse(moment.as_of)
  const later = events.findIndex(({ at }) => Date.parse(at) > time)
  return later < 0 ? events.length : later
}
