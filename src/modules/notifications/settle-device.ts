import type { Context } from '#context.ts'
import { pushDevices } from '#domain/notifications/devices/decider.ts'
import type { DeviceState } from '#domain/notifications/devices/state.ts'
import { Rejection } from '#errors.ts'
import { systemContext } from '#reactions/system-context.ts'
import type { NotificationService } from './notification-service.ts'
import { openToken, tokenIndex } from './sealed.ts'
import { type Claim, type Holder, isLater } from './token-owners.ts'

const PROCESS = 'push-devices'
/** Looks at a device that others change meanwhile. */
const ROUNDS_MAX = 20

/**
 * Brings the owner of a device's token to what the device's stream says, after any event of it, and any number of times. Of two devices with one
 * token it is the one that was registered later, whoever gets here first; the other one is told so in its own stream before the owner changes, so
 * that a kill in between leaves the token to nobody, and what was to be done to be seen from the later device alone. Answers with the device as it
 * stands then.
 */
export async function settleDevice(
  service: Pick<NotificationService, 'execute' | 'owners' | 'vault' | 'log' | 'now'>,
  cause: Pick<Context, 'correlation_id' | 'causation_id'>,
  id: string,
): Promise<DeviceState> {
  const { execute, owners } = service
  let told: Holder | null = null
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const { state, revision } = await execute.load(pushDevices, id)
    const token = state.status === 'active' ? await openToken(service, id, state) : null
    if (state.status !== 'active' || token === null) {
      await owners.release(id, revision)
      return state
    }
    const { client_id, platform, registration, registered_at } = state
    const key = { client_id, platform, token_index: tokenIndex(service, client_id, token) }
    const claim: Claim = { ...key, device: id, registration, registered_at }
    const holder: Holder | null = await owners.claim(claim, told)
    told = null
    if (holder === null) continue
    if (holder.device === id) {
      // Its token of before. What was decided of it meanwhile found no owner yet.
      if (holder.registration === registration) await owners.release(id, registration - 1)
      const { state: after } = await execute.load(pushDevices, id)
      if (holder.registration === registration && isStill(after, registration)) return after
      continue
    }
    const older = isLater(holder, claim) ? claim : holder
    const context = systemContext(PROCESS, client_id, cause, service.now())
    await execute.run(pushDevices, older.device, { type: 'move', registration: older.registration }, context)
    told = older === holder ? holder : null
  }
  throw new Rejection('SERVICE_UNAVAILABLE', { reason: 'too many register at once' })
}

function isStill(state: DeviceState, registration: number): boolean {
  return state.status === 'active' && state.registration === registration
}
