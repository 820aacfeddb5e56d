import { pushDevices } from '#domain/notifications/devices/decider.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { pushDevicesList } from '#projections/notifications/devices.ts'
import { listUnsettledDevices } from '#queries/notifications/list-unsettled-devices.ts'
import type { Poll, Process } from '#reactions/process.ts'
import type { Candidate } from '#reactions/reaction.ts'
import type { NotificationService } from '#services/notifications/notification-service.ts'
import { claimOf, settleDevice } from '#services/notifications/settle-device.ts'
import { isSameClaim } from '#services/notifications/token-owners.ts'

/** A token that is not given over for so long belongs to a device that no notification reaches. */
const LAG_MS_MAX = 60_000
/**
 * The command that changes a device settles in line which device has its token; the job is for a command that was
 * killed before.
 */
const SETTLED_BY_MS = 2_000
const PAGE = 1_000

/**
 * Gives a push token to the device that registered it last. The handler takes it from the stream of
 * the device when the job runs.
 */
export const deviceProcess: Process<NotificationService> = {
  queue: 'push-device',
  lagMsMax: LAG_MS_MAX,

  schedule: event => [{ id: pushDevices.idOf(event), dueInMs: SETTLED_BY_MS }],

  handler: service => async claim => {
    await settleDevice(service, claim, claim.id)
    return { done: true }
  },

  overdue: service => ({
    readModels: [pushDevicesList],
    candidates: unsettledDevices,
    async outstanding({ id, stream }) {
      const { execute, store, owners } = service
      const [{ state }, held] = await Promise.all([execute.load(pushDevices, id), owners.heldBy(id)])
      const claim = await claimOf(service, id, state)
      const isSettled = claim === null ? held.length === 0 : held.length === 1 && isSameClaim(held[0]!, claim)
      return isSettled ? null : ((await store.readTail(stream, () => true)).at(-1) ?? null)
    },
  }),
}

/** Only in a thorough poll: it reads all devices. */
async function* unsettledDevices(db: Database, { olderThanMs, thorough }: Poll): AsyncGenerator<Candidate[]> {
  let after: string | null = null
  while (thorough) {
    const page: readonly string[] = await listUnsettledDevices(db, { olderThanMs, after, limit: PAGE })
    yield page.map(id => ({ id, stream: pushDevices.stream(id) }))
    const last = page.at(-1)
    if (page.length < PAGE || last === undefined) return
    after = last
  }
}
