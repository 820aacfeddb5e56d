import { ESCALATION_THRESHOLD } from '#domain/fraud/alerts/decider.ts'
import { policies } from '#domain/fraud/policy/decider.ts'
import type { Service } from '#service.ts'

export async function escalationThresholdOf({ execute }: Pick<Service, 'execute'>, clientId: string): Promise<number> {
  const { state } = await execute.load(policies, policies.id(clientId))
  return state.policy.escalation_threshold ?? ESCALATION_THRESHOLD
}
