import { isRegistration, pushDevices } from '#domain/notifications/devices/decider.ts'
import { isRestrictedAt } from '#privacy/access-status.ts'
import type { Service } from '#service.ts'

/**
 * Read from the stream, because a read model lags. Null without a registration by a client-wide requester. After an
 * erasure request a device still leads to the restricted user, so that its messages are restricted too.
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
