import { isRegistration, pushDevices } from '#domain/notifications/devices/decider.ts'
import type { PushPlatform } from '#domain/notifications/devices/events.ts'
import { StoreUnavailable } from '#event-sourcing/store-errors.ts'
import { systemContext } from '#reactions/system-context.ts'
import type { NotificationService } from '#services/notifications/notification-service.ts'
import { type Claim, isOfRegistration } from '#services/notifications/token-owners.ts'
import { newId } from '#values/ids.ts'

/** FCM expires a token that no app uses for this long. APNs documents no such time. */
export const STALE_AFTER_DAYS = 270
const STALE_PLATFORM: PushPlatform = 'android'
const DAY_MS = 86_400_000
const PAGE_SIZE = 500

const PROCESS = 'push-upkeep'

type PruningService = Pick<NotificationService, 'execute' | 'owners'>

/** Safe in several processes at once. A failure rejects at the end and does not stop the others. */
export async function pruneStaleTokens(
  { execute, owners }: PruningService,
  now: Date,
  signal: AbortSignal,
): Promise<number> {
  const before = new Date(now.getTime() - STALE_AFTER_DAYS * DAY_MS)
  let pruned = 0
  let firstFailure: { error: unknown } | undefined
  for (let page = await listUnseen(null); page.length > 0; page = await listUnseen(page.at(-1)!)) {
    for (const claim of page) {
      if (signal.aborted) return pruned
      try {
        if (await owners.releaseUnseen(claim, before, () => deactivate(claim))) pruned += 1
      } catch (error) {
        if (error instanceof StoreUnavailable) throw error
        firstFailure ??= { error }
      }
    }
  }
  if (firstFailure !== undefined) throw firstFailure.error
  return pruned

  function listUnseen(after: Claim | null) {
    return owners.listUnseen(STALE_PLATFORM, before, { after, limit: PAGE_SIZE })
  }

  /** Of another registration, the token is left to the job that assigns tokens. */
  async function deactivate(claim: Claim): Promise<boolean> {
    const { state } = await execute.load(pushDevices, claim.device)
    if (!isRegistration(state) || !isOfRegistration(claim, state)) return false
    const cause = { correlation_id: newId('req'), causation_id: null }
    const context = systemContext(PROCESS, claim.client_id, cause, now)
    const command = { type: 'deactivate', registration: state.registration, since: null, reason: 'token_dead' } as const
    await execute.run(pushDevices, claim.device, command, context)
    return true
  }
}
