import { devices } from '#domain/vpn/devices/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { VpnService } from './vpn-service.ts'

const RETRY_BUDGET_MS = 3_000

export async function confirmSession(
  { execute, leases }: Pick<VpnService, 'execute' | 'leases'>,
  context: Context,
  devicesId: string,
  session_id: string,
): Promise<void> {
  const hints = { retryBudgetMs: RETRY_BUDGET_MS }
  await execute.run(devices, devicesId, { type: 'confirm', session_id }, context, hints)
  await leases.markConnected(session_id)
}
