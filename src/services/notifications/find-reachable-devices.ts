import { pushDevices } from '#domain/notifications/devices/decider.ts'
import type { PushPlatform } from '#domain/notifications/devices/events.ts'
import { Rejection } from '#values/errors.ts'
import type { Person } from '#values/person.ts'
import type { NotificationService } from './notification-service.ts'

/** Per user; further devices, those seen least recently, get no notification. */
const DEVICES_MAX = 100

export type ReachableDevice = { device: string; platform: PushPlatform; language: string | null }

/** A token changes its device within milliseconds, or once a job finishes what a killed process left. */
const MOVING_RETRY_AFTER_S = 1

type DeviceFilter = { max?: number; isIncluded?: (device: string) => boolean }

/**
 * The devices of a user that have a token, those seen last first. The token rows list them, and the stream of each
 * device confirms it: a row outlives its device by a moment.
 *
 * Errors: SERVICE_UNAVAILABLE when no device is reachable but a token of the user is moving to another device, which
 * has no row yet and may be the user's too.
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
