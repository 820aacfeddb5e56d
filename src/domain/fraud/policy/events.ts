import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { owner, plain } from '#event-sourcing/field-classes.ts'
import { derivedUuid } from '#values/ids.ts'
import { OPERATIONS } from '../history.ts'
import { FRAUD_LEVELS, RECOMMENDATIONS } from '../levels.ts'

const threshold = z.number().min(0).max(1)

export const Policy = z.strictObject({
  alert_thresholds: z.strictObject({
    default: threshold.nullable(),
    by_operation: z.partialRecord(z.enum(OPERATIONS), threshold),
    by_category: z.record(z.string(), threshold),
  }),
  recommendations: z.partialRecord(z.enum(FRAUD_LEVELS), z.enum(RECOMMENDATIONS)),
  escalation_threshold: threshold.nullable(),
})
export type Policy = z.infer<typeof Policy>

const PolicySet = z.strictObject({
  client_id: owner(z.string()),
  ...plain({ version: z.int().positive(), policy: Policy }),
})

const PolicyEvents = { PolicySet }

export type PolicyEvent = EventOf<typeof PolicyEvents>

export const policyStreams = {
  ...category({ prefix: 'fraudpolicy-', events: PolicyEvents }),
  id: (clientId: string) => derivedUuid('fraudpolicy', clientId),
}
