import pMap from 'p-map'
import { isPersonRestricted } from '#privacy/access-status.ts'
import { findDeviceOwner } from '#services/notifications/find-device-owner.ts'
import type { SmsService } from './analyser.ts'
import type { RequestedMessage } from './requested-message.ts'

const CONCURRENCY = { concurrency: 32 }

/** A message for which the request names no owner belongs to the user who registered its device. */
export async function assignOwners(
  { execute }: SmsService,
  client_id: string,
  requested: readonly RequestedMessage[],
): Promise<RequestedMessage[]> {
  const deviceOf = ({ isOwnerExplicit, callerIds }: RequestedMessage) => (isOwnerExplicit ? null : callerIds.device_id)
  const devices = [...new Set(requested.map(deviceOf))].filter(device => device !== null)
  const users = await pMap(devices, device_id => findDeviceOwner({ execute }, { client_id, device_id }), CONCURRENCY)
  const owners = new Map<string | null, string | null>(devices.map((device, at) => [device, users[at]!]))
  return requested.map(one => (one.isOwnerExplicit ? one : { ...one, owner: owners.get(deviceOf(one)) ?? null }))
}

export async function findRestrictedOwners(
  { execute }: SmsService,
  client_id: string,
  requested: readonly RequestedMessage[],
): Promise<ReadonlySet<string | null>> {
  const owners = [...new Set(requested.map(({ owner }) => owner))].filter(owner => owner !== null)
  const restricted = await pMap(owners, user_id => isPersonRestricted({ execute }, { client_id, user_id }), CONCURRENCY)
  return new Set(owners.filter((_, at) => restricted[at]))
}
