import { pushDevices } from '#domain/notifications/devices/decider.ts'
import { isRegistration } from '#domain/notifications/devices/state.ts'
import { isRestrictedAt } from '#privacy/access-status.ts'
import type { Service } from '#service.ts'

/**
 * Who registered a client's device last, by its stream: a list would not know what was registered just now. Null when nobody did, or it was
 * unregistered, or when a consumer alone says so. One that was taken from somebody who is restricted leads to them until they are erased: what comes from it is not nobody's.
 */
export async function findDeviceOwner(
  { execute }: Pick<Service, 'execute'>,
  { client_id, device_id }: { client_id: string; device_id: string },
): Promise<string | null> {
  const id = pushDevices.id(client_id, device_id)
  const { state } = await execute.load(pushDevices, id)
  if (!isRegistration(state)) return null
  const { status, ended, registration, user_id, isOwnerConfirmed } = state
  if (status !== 'unregistered') return isOwnerConfirmed ? user_id : null
  const at = { stream: pushDevices.stream(id), revision: registration }
  return ended === 'erasure' && (await isRestrictedAt({ execute }, state, at)) ? user_id : null
}
