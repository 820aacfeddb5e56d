import { z } from 'zod'
import { SetPolicyBody, setPolicy } from '#commands/fraud/set-policy.ts'
import { RECOMMENDATIONS } from '#domain/fraud/levels.ts'
import { type PolicyState, policies } from '#domain/fraud/policy/decider.ts'
import { type Api, contextOf } from '#http/api.ts'
import type { Service } from '#service.ts'

const threshold = z.number().min(0).max(1)

const PolicyResponse = z
  .object({
    alert_thresholds: z
      .object({
        default: threshold.nullable().describe('For all others; null = what holds for everybody.'),
        by_operation: z.record(z.string(), threshold).describe('By operation type.'),
        by_category: z.record(z.string(), threshold).describe('By merchant category; it stands before the others.'),
      })
      .describe('From which score on a transaction is an alert.'),
    recommendations: z
      .record(z.string(), z.enum(RECOMMENDATIONS))
      .describe('What is recommended for a level, where that is not what holds for everybody.'),
    escalation_threshold: threshold
      .nullable()
      .describe('From which score on an alert is escalated; null = what holds for everybody.'),
    version: z.int().describe('Counts the changes; 0 when none was ever set.'),
    set_at: z.string().nullable().describe('When it was set; null when none was; ISO 8601, UTC, milliseconds.'),
    set_by: z.string().nullable().describe('Who set it; null when none was.'),
  })
  .meta({ id: 'FraudPolicy', description: "What a client's scores are measured by." })

const described = { tags: ['fraud'] }

/** Not in the spec. */
export function policyRoutes(api: Api, service: Service): void {
  api.get(
    '/fraud/policy',
    {
      config: { scope: 'fraud:review' },
      schema: {
        ...described,
        operationId: 'getFraudPolicy',
        summary: 'What scores are measured by',
        description: "Your client's alert thresholds and recommendations, with what holds for everybody left out.",
        response: { 200: PolicyResponse.describe('The policy as it holds now.') },
      },
    },
    async ({ caller }) => toResponse((await service.execute.load(policies, policies.id(caller.client_id))).state),
  )

  api.put(
    '/fraud/policy',
    {
      config: { scope: 'fraud:admin', errors: ['CONFLICT'] },
      schema: {
        ...described,
        operationId: 'setFraudPolicy',
        summary: 'Set what scores are measured by',
        description:
          'Replaces the whole policy; scores from now on go by it and record its version. With `version`, CONFLICT means that another one has been set since. `set_at` and `set_by` are ignored, so that a policy that was read can be changed and sent back; any other field that is not listed here is refused, because a misspelt one would set what holds for everybody.',
        body: SetPolicyBody,
        response: { 200: PolicyResponse.describe('The policy as it holds now.') },
      },
    },
    async request => toResponse(await setPolicy(service, contextOf(request, service.now()), request.body)),
  )
}

function toResponse({ policy, ...rest }: PolicyState) {
  return { ...policy, ...rest }
}
