import { z } from 'zod'
import { OPERATIONS } from '#domain/fraud/history.ts'
import { ALERT_THRESHOLD, FRAUD_LEVELS, RECOMMENDATIONS } from '#domain/fraud/levels.ts'
import { type PolicyState, policies } from '#domain/fraud/policy/decider.ts'
import type { Policy } from '#domain/fraud/policy/events.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Service } from '#service.ts'
import { invalidatePolicy } from '#services/fraud/policy-cache.ts'
import type { ErrorCode } from '#values/errors.ts'
import { prose } from '#values/prose.ts'
import { plainText } from '#values/text.ts'

const CATEGORIES_MAX = 200
const threshold = z.number().min(0).max(1)

/** Fields of the response, so that a policy that was read can be sent back. */
const ignored = z.unknown().optional()

export const SetPolicyBody = z.strictObject({
  alert_thresholds: z
    .strictObject({
      default: threshold
        .nullish()
        .transform(value => value ?? null)
        .describe(`Lowest score of an alert, 0 to 1; default ${ALERT_THRESHOLD}.`),
      by_operation: z
        .partialRecord(z.enum(OPERATIONS), threshold.describe('For transactions of this operation type, 0 to 1.'))
        .default({})
        .describe('By operation type; overrides `default`.'),
      by_category: z
        .record(plainText(128), threshold.describe('For transactions with a merchant of this category, 0 to 1.'))
        .refine(categories => Object.keys(categories).length <= CATEGORIES_MAX, `must be at most ${CATEGORIES_MAX}`)
        .default({})
        .describe('By merchant category; overrides `by_operation` and `default`.'),
    })
    .prefault({})
    .describe('Lowest score of an alert.'),
  recommendations: z
    .partialRecord(z.enum(FRAUD_LEVELS), z.enum(RECOMMENDATIONS))
    .default({})
    .describe('Recommendation by level; default low: approve, medium: review, high: challenge, critical: deny.'),
  escalation_threshold: threshold
    .nullish()
    .transform(value => value ?? null)
    .describe('Lowest score of an escalated alert, 0 to 1; default 0.85.'),
  version: z
    .int()
    .nonnegative()
    .optional()
    .describe(
      prose(
        'The version that you have read: CONFLICT if it is no longer the present one. Without it, any version is',
        'replaced.',
      ),
    ),
  set_at: ignored.describe('Ignored: part of the response only.'),
  set_by: ignored.describe('Ignored: part of the response only.'),
})
export type SetPolicyBody = z.output<typeof SetPolicyBody>

export const setPolicyErrors = ['CONFLICT'] as const satisfies readonly ErrorCode[]

export function toPolicy({ alert_thresholds, recommendations, escalation_threshold }: SetPolicyBody): Policy {
  return { alert_thresholds, recommendations, escalation_threshold }
}

export async function setPolicy(
  { execute }: Pick<Service, 'execute'>,
  context: Context,
  input: SetPolicyBody,
): Promise<PolicyState> {
  const { client_id } = context.actor
  const set = { type: 'set', client_id, policy: toPolicy(input), expected: input.version ?? null } as const
  const { state } = await execute.run(policies, policies.id(client_id), set, context)
  invalidatePolicy(execute, client_id)
  return state
}
