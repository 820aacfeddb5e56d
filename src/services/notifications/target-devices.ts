import { users } from '#domain/auth/users/decider.ts'
import { isRegistration, pushDevices } from '#domain/notifications/devices/decider.ts'
import { deviceStreams, type PushPlatform } from '#domain/notifications/devices/events.ts'
import { isErased } from '#privacy/access-status.ts'
import { listSubjectStreams } from '#privacy/subject-streams.ts'
import { fieldRejection, Rejection } from '#values/errors.ts'
import { type Person, personSubject } from '#values/person.ts'
import type { NotificationService } from './notification-service.ts'

/** Per user; further devices, those seen least recently, get no notification. */
const DEVICES_MAX = 100

type ReachableDevice = { device: string; platform: PushPlatform; language: string | null }

/** A token changes its device within milliseconds, or once a job finishes what a killed process left. */
const MOVING_RETRY_AFTER_S = 1

type DeviceFilter = { max?: number; isIncluded?: (device: string) => boolean }

/**
 * The devices with a token, those seen last first. The token rows list them, and the stream of each device confirms it:
 * a row outlives its device by a moment. Errors: SERVICE_UNAVAILABLE when no device is reachable but a token of the
 * user is moving to another device, which has no row yet and may be the user's too.
 */
export async function findReachableDevices(
  { owners, execute }: Pick<NotificationService, 'owners' | 'execute'>,
  person: Person,
  { max = DEVICES_MAX, isIncluded = () => true }: DeviceFilter = {},
): Promise<ReachableDevice[]> {
  const listed = await owners.listDevices(person, DEVICES_MAX)
  const included = listed.filter(isIncluded)
  const reachable: ReachableDevice[] = []
  let isMoving = false
  for (let from = 0; from < included.length && reachable.length < max; from += max) {
    const page = await Promise.all(included.slice(from, from + max).map(confirm))
    reachable.push(...page.filter(one => one !== null))
  }
  if (reachable.length === 0) await Promise.all(listed.filter(device => !isIncluded(device)).map(loadState))
  if (reachable.length === 0 && isMoving) {
    const reason = 'a token of the user is moving to another device'
    throw new Rejection('SERVICE_UNAVAILABLE', { reason }, { retryAfterS: MOVING_RETRY_AFTER_S })
  }
  return reachable.slice(0, max)

  async function confirm(device: string): Promise<ReachableDevice | null> {
    const state = await loadState(device)
    if (state.status !== 'active' || state.client_id !== person.client_id || state.user_id !== person.user_id)
      return null
    return { device, platform: state.platform, language: state.language }
  }

  async function loadState(device: string) {
    const { state } = await execute.load(pushDevices, device)
    isMoving ||= state.status === 'moved'
    return state
  }
}

const STREAM_PAGE_SIZE = 100
const UNAVAILABLE_RETRY_AFTER_S = 5

/** All devices, or the one seen last. Errors: NOTIF_004, NOTIF_002, NOTIF_008. */
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
