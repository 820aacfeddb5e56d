import { pushDevices } from '#domain/notifications/devices/decider.ts'
import { isRegistration } from '#domain/notifications/devices/state.ts'
import type { Service } from '#service.ts'

/** Who registered a client's device last, by its stream: a list would not know what was registered just now. Null when nobody did, or it was unregistered. */
export async function userOfDevice(
  { execute }: Pick<Service, 'execute'>,
  { client_id, device_id }: { client_id: string; device_id: string },
): Promise<string | null> {
  const { state } = await execute.load(pushDevices, pushDevices.id(client_id, device_id))
  return isRegistration(state) && state.status !== 'unregistered' ? state.user_id : null
}
