import { ESCALATION_THRESHOLD } from '#domain/fraud/alerts/decider.ts'
import { policies } from '#domain/fraud/policy/decider.ts'
import type { Service } from '#service.ts'

/** From which score on an alert of the client is escalated, by its policy of now. */
export async function escalationThresholdOf({ execute }: Pick<Service, 'execute'>, clientId: string): Promise<number> {
  const { state } = await execute.load(policies, policies.id(clientId))
  return state.policy.escalation_threshold ?? ESCALATION_THRESHOLD
}
