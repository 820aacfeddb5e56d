import { users } from '#domain/auth/users/decider.ts'
import { isRegistration, pushDevices } from '#domain/notifications/devices/decider.ts'
import { deviceStreams } from '#domain/notifications/devices/events.ts'
import { isErased } from '#privacy/access-status.ts'
import { listSubjectStreams } from '#privacy/subject-streams.ts'
import { fieldRejection, Rejection } from '#values/errors.ts'
import { type Person, personSubject } from '#values/person.ts'
import { findReachableDevices, type ReachableDevice } from './find-reachable-devices.ts'
import type { NotificationService } from './notification-service.ts'

const STREAM_PAGE_SIZE = 100
const UNAVAILABLE_RETRY_AFTER_S = 5

/** The devices for a notification: all, or the one seen last. Errors: NOTIF_004, NOTIF_002, NOTIF_008. */
export async function findTargets(
  service: Pick<NotificationService, 'execute' | 'db' | 'owners' | 'unavailable' | 'waitForDeviceStreams'>,
  person: Person,
  isForAll: boolean,
): Promise<ReachableDevice[]> {
  const targets = await findReachableDevices(service, person, isForAll ? {} : { max: 1 })
  if (targets.length === 0) {
    const [code, reason] = (await isKnown(service, person))
      ? (['NOTIF_002', 'names a user without a reachable device'] as const)
      : (['NOTIF_004', 'names no known user'] as const)
    throw fieldRejection(code, [{ field: 'user_id', reason }])
  }
  const reason = await service.unavailable([...new Set(targets.map(({ platform }) => platform))])
  if (reason === null) return targets
  throw new Rejection('NOTIF_008', { reason }, { retryAfterS: UNAVAILABLE_RETRY_AFTER_S })
}

type Reader = Pick<NotificationService, 'execute' | 'db' | 'waitForDeviceStreams'>

/** A user is known who can log in or ever had a device, unless erased since. */
async function isKnown(service: Reader, person: Person): Promise<boolean> {
  const { state } = await service.execute.load(users, person.user_id)
  if (state.status !== 'absent' && !state.erased && state.client_id === person.client_id) return true
  await service.waitForDeviceStreams()
  return hasHadDevice(service, person)
}

/** Devices before an erasure do not count: the id may belong to another person now. */
async function hasHadDevice({ execute, db }: Reader, person: Person): Promise<boolean> {
  const page = { after: deviceStreams.prefix, limit: STREAM_PAGE_SIZE }
  for (const stream of await listSubjectStreams(db, [personSubject(person)], page)) {
    if (!stream.startsWith(deviceStreams.prefix)) return false
    if (!(await isErased({ execute }, person, stream))) return true
    const { state } = await execute.load(pushDevices, stream.slice(deviceStreams.prefix.length))
    const isOwnDevice = isRegistration(state) && state.user_id === person.user_id
    if (isOwnDevice && !(await isErased({ execute }, person, stream, state.registration))) return true
  }
  return false
}
