import type { StreamItem } from '../../client/stream-events.ts'

export type LiveEvent = (StreamItem & { type: 'event' })['event']

/** Whether the event is about this object, or names it as an alert's refund names the alert. */
export function isAbout({ data }: LiveEvent, id: string): boolean {
  return Object.values(data).includes(id)
}

/** `family`: as `refund`, of `refund.completed`. */
export function isOfFamily({ type }: LiveEvent, family: string): boolean {
  return type.startsWith(`${family}.`)
}
