import { z } from 'zod'
import { SetPolicyBody, setPolicy, setPolicyErrors } from '#commands/fraud/set-policy.ts'
import { RECOMMENDATIONS } from '#domain/fraud/levels.ts'
import { type PolicyState, policies } from '#domain/fraud/policy/decider.ts'
import { type Api, contextOf } from '#http/api.ts'
import type { Service } from '#service.ts'
import { prose } from '#values/prose.ts'

const threshold = z.number().min(0).max(1)

const PolicyResponse = z
  .object({
    alert_thresholds: z
      .object({
        default: threshold.nullable().describe('For all others; null = the service’s default.'),
        by_operation: z.record(z.string(), threshold).describe('By operation type.'),
        by_category: z.record(z.string(), threshold).describe('By merchant category; overrides the others.'),
      })
      .describe('Lowest score of an alert.'),
    recommendations: z
      .record(z.string(), z.enum(RECOMMENDATIONS))
      .describe('Recommendation by level, where it differs from the service’s default.'),
    escalation_threshold: threshold
      .nullable()
      .describe('Lowest score of an escalated alert; null = the service’s default.'),
    version: z.int().describe('Number of changes; 0 without a policy.'),
    set_at: z.string().nullable().describe('When it was set; null without a policy; ISO 8601, UTC, milliseconds.'),
    set_by: z.string().nullable().describe('Who set it; null without a policy.'),
  })
  .meta({ id: 'FraudPolicy', description: "A client's thresholds and recommendations." })

const tags = ['fraud']

const getFraudPolicyOperation = {
  config: { scope: 'fraud:review' },
  schema: {
    tags,
    operationId: 'getFraudPolicy',
    summary: 'Get the fraud policy',
    description: "Your client's alert thresholds and recommendations, without the service's defaults.",
    response: { 200: PolicyResponse.describe('The present policy.') },
  },
} as const

const setFraudPolicyOperation = {
  config: { scope: 'fraud:admin', errors: setPolicyErrors },
  schema: {
    tags,
    operationId: 'setFraudPolicy',
    summary: 'Set the fraud policy',
    description: prose(
      'Replaces the whole policy. Later scores use it and record its version. With `version`, CONFLICT: another',
      'policy has been set since. `set_at` and `set_by` are ignored, so that a policy from a response can be',
      'changed and sent back; any other unknown field is refused, because a misspelt one would set the service’s',
      'default.',
    ),
    body: SetPolicyBody,
    response: { 200: PolicyResponse.describe('The present policy.') },
  },
} as const

/** Not in the spec. */
export function policyRoutes(api: Api, service: Service): void {
  api.get('/fraud/policy', getFraudPolicyOperation, async ({ caller }) =>
    toResponse((await service.execute.load(policies, policies.id(caller.client_id))).state),
  )

  api.put('/fraud/policy', setFraudPolicyOperation, async request =>
    toResponse(await setPolicy(service, contextOf(request, service.now()), request.body)),
  )
}

function toResponse({ policy, ...rest }: PolicyState) {
  return { ...policy, ...rest }
}
