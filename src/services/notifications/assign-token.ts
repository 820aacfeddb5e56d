import { type DeviceState, isRegistration, pushDevices } from '#domain/notifications/devices/decider.ts'
import type { PushDeviceEventType } from '#domain/notifications/devices/events.ts'
import type { Context } from '#event-sourcing/context.ts'
import { systemContext } from '#reactions/system-context.ts'
import { Rejection } from '#values/errors.ts'
import type { NotificationService } from './notification-service.ts'
import { openToken, tokenIndex } from './sealing.ts'
import { type Claim, type Holder, isLater, isOfRegistration, isSameClaim, personKeyOf } from './token-owners.ts'

type AssignmentService = Pick<NotificationService, 'execute' | 'store' | 'owners' | 'vault' | 'log' | 'now'>

const PROCESS = 'push-devices'
const ATTEMPTS_MAX = 20

/**
 * Updates the token rows to what the device's stream states; may run any number of times after any event. When a token
 * moves, the former device's stream records it before the row changes: after a kill in between, the token has no owner
 * and the remaining work follows from the later device alone. Returns the device's state afterwards.
 */
export async function assignToken(
  service: AssignmentService,
  cause: Pick<Context, 'correlation_id' | 'causation_id'>,
  id: string,
): Promise<DeviceState> {
  const { execute, owners } = service
  let invalidHolder: Holder | null = null
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    // Rows first: a row that the stream does not confirm is over, also when a restored store lost the stream's events.
    const claims = await owners.listClaims(id)
    const { state } = await execute.load(pushDevices, id)
    const claim = await claimOf(service, id, state)
    // After the new token is claimed: a device without any row gets no notification at that moment.
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
      // A concurrent decision on this device found no row yet.
      const { state: current } = await execute.load(pushDevices, id)
      if (current.status === 'active' && isOfRegistration(holder, current)) return current
      continue
    }
    if (!(await isRecorded(service, holder))) {
      invalidHolder = holder
      continue
    }
    if (holder.device === id) continue
    const older = isLater(holder, claim) ? claim : holder
    const context = systemContext(PROCESS, claim.client_id, cause, service.now())
    await execute.run(pushDevices, older.device, { type: 'move', registration: older.registration }, context)
    invalidHolder = older === holder ? holder : null
  }
  throw new Rejection('SERVICE_UNAVAILABLE', { reason: 'too many concurrent registrations' })
}

/** Null for an inactive device and after the user's key was deleted. */
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

/** A row is written after its event: a row without the event belongs to events that a restored store lost. */
async function isRecorded({ store }: AssignmentService, { device, ...holder }: Holder): Promise<boolean> {
  const [event] = await store.read(pushDevices.stream(device), holder.registration, 1)
  if (event === undefined || event.type !== ('PushDeviceRegistered' satisfies PushDeviceEventType)) return false
  return isOfRegistration(holder, { registration: event.revision, registered_at: event.at })
}
