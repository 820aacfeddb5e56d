import { pushDevices } from '#domain/notifications/devices/decider.ts'
import { pushDevicesList } from '#projections/notifications/devices.ts'
import { listUnsettledDevices } from '#queries/notifications/list-unsettled-devices.ts'
import { type Arming, causeOf } from '#reactions/due-work.ts'
import type { Candidate, WatchRule } from '#reactions/reaction.ts'
import type { NotificationService } from '#services/notifications/notification-service.ts'
import { claimOf } from '#services/notifications/settle-device.ts'
import { isSameClaim } from '#services/notifications/token-owners.ts'
import { DEVICE_QUEUE } from './settle-on-device-changed.ts'

const PAGE = 1_000

/** Which devices and owners of tokens do not agree, told from the read model and decided by the streams. */
export function notificationWatches(service: NotificationService): WatchRule[] {
  const { execute, store, owners } = service

  async function owed({ id, stream }: Candidate): Promise<Arming | null> {
    const [{ state }, held] = await Promise.all([execute.load(pushDevices, id), owners.heldBy(id)])
    const claim = await claimOf(service, id, state)
    const isSettled = claim === null ? held.length === 0 : held.length === 1 && isSameClaim(held[0]!, claim)
    if (isSettled) return null
    const last = (await store.readTail(stream, () => true)).at(-1)
    return last === undefined ? null : { ...causeOf(last), queue: DEVICE_QUEUE, id, dueInMs: 0 }
  }

  return [{ queue: DEVICE_QUEUE, readModels: [pushDevicesList], open: unsettled, owed }]
}

async function* unsettled(
  db: NotificationService['db'],
  { olderThanMs, thorough }: Parameters<WatchRule['open']>[1],
): AsyncGenerator<Candidate[]> {
  let after: string | null = null
  // It goes through all devices there are.
  while (thorough) {
    const page: readonly string[] = await listUnsettledDevices(db, { olderThanMs, after, limit: PAGE })
    yield page.map(id => ({ id, stream: pushDevices.stream(id) }))
    const last = page.at(-1)
    if (page.length < PAGE || last === undefined) return
    after = last
  }
}
