import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'

/** Of when a record is asked: at a time, right after one event, or now. */
export type PointInTime = { as_of: string } | { revision: number } | null

/**
 * How many of a stream's events there were at that moment. By a time: the longest prefix of which none is later, so that what came after an
 * event with a later time is not in it, also in streams of before, whose clock may have been set back. By a revision that no event has: null.
 */
export function eventCountAt(events: readonly Recorded<DomainEvent>[], pointInTime: PointInTime): number | null {
  if (pointInTime === null) return events.length
  if ('revision' in pointInTime) {
    const index = events.findIndex(({ revision }) => revision === pointInTime.revision)
    return index < 0 ? null : index + 1
  }
  const time = Date.parse(pointInTime.as_of)
  const later = events.findIndex(({ at }) => Date.parse(at) > time)
  return later < 0 ? events.length : later
}
