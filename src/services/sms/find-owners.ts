import pMap from 'p-map'
import { isPersonRestricted } from '#privacy/access-status.ts'
import { userOfDevice } from '#services/notifications/user-of-device.ts'
import type { RequestedMessage } from './requested-message.ts'
import type { SmsService } from './sms-service.ts'

const AT_ONCE = { concurrency: 32 }

/** A message without a named owner belongs to the user who registered its device. */
export async function withOwners(
  { execute }: SmsService,
  client_id: string,
  requested: readonly RequestedMessage[],
): Promise<RequestedMessage[]> {
  const deviceOf = (one: RequestedMessage) => (one.isOwnerSaid ? null : one.names.device_id)
  const devices = [...new Set(requested.map(deviceOf))].filter(device => device !== null)
  const users = await pMap(devices, device_id => userOfDevice({ execute }, { client_id, device_id }), AT_ONCE)
  const owners = new Map<string | null, string | null>(devices.map((device, at) => [device, users[at]!]))
  return requested.map(one => (one.isOwnerSaid ? one : { ...one, owner: owners.get(deviceOf(one)) ?? null }))
}

/** The owners of messages who are restricted. */
export async function restrictedAmong(
  { execute }: SmsService,
  client_id: string,
  requested: readonly RequestedMessage[],
): Promise<ReadonlySet<string | null>> {
  const owners = [...new Set(requested.map(({ owner }) => owner))].filter(owner => owner !== null)
  const are = await pMap(owners, user_id => isPersonRestricted({ execute }, { client_id, user_id }), AT_ONCE)
  return new Set(owners.filter((_, at) => are[at]))
}
