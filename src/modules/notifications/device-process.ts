import { sql } from 'slonik'
import { z } from 'zod'
import { pushDevices } from '#domain/notifications/devices/decider.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { pushDevicesList } from '#projections/notifications/devices.ts'
import type { Poll, Process } from '#reactions/process.ts'
import type { Candidate } from '#reactions/reaction.ts'
import { assignToken, claimOf } from '#services/notifications/assign-token.ts'
import type { NotificationService } from '#services/notifications/notification-service.ts'
import { isSameClaim } from '#services/notifications/token-owners.ts'

const LAG_MS_MAX = 60_000
/** Commands assign the token in line; the job is for a command that was killed before. */
const INLINE_GRACE_MS = 2_000
const PAGE_SIZE = 1_000

export const deviceProcess: Process<NotificationService> = {
  queue: 'push-device',
  lagMsMax: LAG_MS_MAX,

  schedule: event => [{ id: pushDevices.idOf(event), dueInMs: INLINE_GRACE_MS }],

  handler: service => async claim => {
    await assignToken(service, claim, claim.id)
    return { done: true }
  },

  overdue: service => ({
    readModels: [pushDevicesList],
    candidates: misassignedDevices,
    async outstanding({ id, stream }) {
      const { execute, store, owners } = service
      const [{ state }, claims] = await Promise.all([execute.load(pushDevices, id), owners.listClaims(id)])
      const claim = await claimOf(service, id, state)
      const isAssigned = claim === null ? claims.length === 0 : claims.length === 1 && isSameClaim(claims[0]!, claim)
      return isAssigned ? null : ((await store.readTail(stream, () => true)).at(-1) ?? null)
    },
  }),
}

/** Only in a full poll: it reads all devices. */
async function* misassignedDevices(db: Database, { olderThanMs, isFull }: Poll): AsyncGenerator<Candidate[]> {
  let after: string | null = null
  while (isFull) {
    const page: readonly string[] = await listMisassignedDevices(db, { olderThanMs, after, limit: PAGE_SIZE })
    yield page.map(id => ({ id, stream: pushDevices.stream(id) }))
    const last = page.at(-1)
    if (page.length < PAGE_SIZE || last === undefined) return
    after = last
  }
}

/** Active devices without a token row and inactive ones with a row, for `olderThanMs` by the database's clock. */
async function listMisassignedDevices(
  db: Database,
  { olderThanMs, after, limit }: { olderThanMs: number; after: string | null; limit: number },
): Promise<readonly string[]> {
  const isOld = sql.fragment`registered_at < clock_timestamp() - ${olderThanMs} * interval '1 millisecond'`
  const isAfter = after === null ? sql.fragment`true` : sql.fragment`device > ${after}::uuid`
  const isSameRegistration = sql.fragment`
    t.device = d.device and t.registration = d.registration and t.registered_at = d.registered_at`
  return rejectIfUnbuilt(
    db.anyFirst(sql.type(z.object({ id: z.string() }))`
      select device::text as id from (
        select device from read.push_devices as d
        where status = 'active' and ${isOld} and ${isAfter} and not exists (
          select from ops.push_tokens as t where ${isSameRegistration})
        union
        select device from ops.push_tokens as t
        where ${isOld} and ${isAfter} and not exists (
          select from read.push_devices as d
          where ${isSameRegistration} and d.status = 'active')
      ) as unsettled
      order by device limit ${limit}`),
  )
}
