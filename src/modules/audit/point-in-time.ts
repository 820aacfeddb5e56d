import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'

/** A time, the moment right after one event, or now. */
export type PointInTime = { as_of: string } | { revision: number } | null

/** By time: the longest prefix without a later event, as a clock may have been set back. Null: unknown revision. */
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
