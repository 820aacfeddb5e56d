import type { WebhookEvent } from '#client/index.ts'
import { timeOf } from './output.ts'
import type { ReceivedDelivery } from './receiver.ts'

/** Time, type, object, result of the verification, and the answer. */
export function formatDelivery({ outcome }: ReceivedDelivery, note: string, now: Date): string {
  const time = timeOf(now)
  if ('problem' in outcome) return `${time}  NOT VERIFIED (${outcome.problem})  ${note}`
  const { event } = outcome
  return `${time}  ${event.type}  ${objectOf(event)}  verified  ${note}`
}

function objectOf({ id, data }: WebhookEvent): string {
  const fields: Record<string, unknown> = { ...data }
  const own = fields[`${fields.object}_id`] ?? fields.id ?? id
  return String(own)
}
