import { pushDevices } from '#domain/notifications/devices/decider.ts'
import type { PushDeviceEventType } from '#domain/notifications/devices/events.ts'
import { type DeviceState, isRegistration } from '#domain/notifications/devices/state.ts'
import type { Context } from '#event-sourcing/context.ts'
import { systemContext } from '#reactions/system-context.ts'
import { Rejection } from '#values/errors.ts'
import type { NotificationService } from './notification-service.ts'
import { openToken, tokenIndex } from './sealing.ts'
import { type Claim, type Holder, isLater, isOfRegistration, isSameClaim, personKeyOf } from './token-owners.ts'

type AssignmentService = Pick<NotificationService, 'execute' | 'store' | 'owners' | 'vault' | 'log' | 'now'>

const PROCESS = 'push-devices'
const REGISTERED_TYPE: PushDeviceEventType = 'PushDeviceRegistered'
/** Looks at a device that others change meanwhile. */
const ATTEMPTS_MAX = 20

/**
 * Brings the owner of a device's token to what the device's stream says, after any event of it, and any number of times. Of two devices with one
 * token it is the one that was registered later, whoever gets here first; the other one is told so in its own stream before the owner changes, so
 * that a kill in between leaves the token to nobody, and what was to be done to be seen from the later device alone. Answers with the device as it
 * stands then.
 */
export async function assignToken(
  service: AssignmentService,
  cause: Pick<Context, 'correlation_id' | 'causation_id'>,
  id: string,
): Promise<DeviceState> {
  const { execute, owners } = service
  let invalidHolder: Holder | null = null
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    // What it has is asked before its stream is: what the stream does not say of that is over, also where it was written after the stream's
    // events were lost with a store that was restored.
    const claims = await owners.listClaims(id)
    const { state } = await execute.load(pushDevices, id)
    const claim = await claimOf(service, id, state)
    // Once it has its new token: without any it would not be listed, and what is sent at that moment would be lost.
    const releaseOthers = async () => {
      for (const existing of claims) if (claim === null || !isSameClaim(existing, claim)) await owners.release(existing)
    }
    if (claim === null || claims.some(existing => isSameClaim(existing, claim))) {
      await releaseOthers()
      return state
    }
    const holder: Holder | null = await owners.claim(claim, invalidHolder)
    invalidHolder = null
    if (holder === null) continue
    if (holder.device === id && isOfRegistration(holder, claim)) {
      await releaseOthers()
      // What was decided of it meanwhile found no owner yet.
      const { state: current } = await execute.load(pushDevices, id)
      if (current.status === 'active' && isOfRegistration(holder, current)) return current
      continue
    }
    if (!(await isRecorded(service, holder))) {
      invalidHolder = holder
      continue
    }
    // Of its own one that was made meanwhile.
    if (holder.device === id) continue
    const older = isLater(holder, claim) ? claim : holder
    const context = systemContext(PROCESS, claim.client_id, cause, service.now())
    await execute.run(pushDevices, older.device, { type: 'move', registration: older.registration }, context)
    invalidHolder = older === holder ? holder : null
  }
  throw new Rejection('SERVICE_UNAVAILABLE', { reason: 'too many register at once' })
}

/** What a device has by its stream; null for one that is not reached, and for one whose user's keys are gone. */
export async function claimOf(
  service: Pick<NotificationService, 'vault' | 'log'>,
  id: string,
  state: DeviceState,
): Promise<Claim | null> {
  if (!isRegistration(state) || state.status !== 'active') return null
  const token = await openToken(service, id, state)
  if (token === null) return null
  const { client_id, platform, registration, registered_at } = state
  const key = { client_id, platform, token_index: tokenIndex(service, client_id, token) }
  return { ...key, device: id, registration, registered_at, person: personKeyOf(state) }
}

/** Whether the streams say that there is such a registration, or was. An owner is written after it: one without it is of events that were lost. */
async function isRecorded({ store }: AssignmentService, { device, ...holder }: Holder): Promise<boolean> {
  const [event] = await store.read(pushDevices.stream(device), holder.registration, 1)
  if (event === undefined || event.type !== REGISTERED_TYPE) return false
  return isOfRegistration(holder, { registration: event.revision, registered_at: event.at })
}
