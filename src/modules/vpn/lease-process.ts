import { sql } from 'slonik'
import { z } from 'zod'
import { devices } from '#domain/vpn/devices/decider.ts'
import { isLive } from '#domain/vpn/devices/state.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { vpnSessions } from '#projections/vpn/sessions.ts'
import type { JobHandler } from '#reactions/job-runner.ts'
import type { ClaimedJob } from '#reactions/job-store.ts'
import type { Poll, Process } from '#reactions/process.ts'
import type { Candidate } from '#reactions/reaction.ts'
import { systemContext } from '#reactions/system-context.ts'
import { LATE_HEARTBEAT_S, LEASE_S, type LeaseState } from '#services/vpn/lease-renewal.ts'
import { LEASE_QUEUE, OPENING_S_MAX } from '#services/vpn/leases.ts'
import { isSessionLive } from '#services/vpn/sessions.ts'
import type { VpnService } from '#services/vpn/vpn-service.ts'
import { createSessionExpiry, EXPIRY_BATCH_MAX } from './session-expiry.ts'

/** Most jobs find a renewed lease. Of the others, the next batch is collected while one runs. */
const CONCURRENCY = 2 * EXPIRY_BATCH_MAX
const LAG_MS_MAX = 60_000
/** By then a session is open or never will be: its process was killed or too slow. */
const OPENING_MS_MAX = OPENING_S_MAX * 1_000
const PAGE = 1_000

/** One job per live session, due at the end of its lease; done when the session is over and its slot free. */
export const leaseProcess: Process<VpnService> = {
  queue: LEASE_QUEUE,
  concurrency: CONCURRENCY,
  lagMsMax: LAG_MS_MAX,

  schedule(event) {
    if (!devices.has(event)) return []
    const { type, data } = devices.parse(event)
    return type === 'VpnSessionIssued' ? [{ id: data.session_id, dueInMs: OPENING_MS_MAX }] : []
  },

  /** An expired session keeps its job: a late heartbeat gets VPN_007, until the job deletes the lease. */
  cancel(event) {
    if (!devices.has(event)) return []
    const { type, data } = devices.parse(event)
    const isEnded = type === 'VpnSessionDisconnected' || type === 'VpnSessionRevoked' || type === 'VpnSessionWithdrawn'
    return isEnded ? [{ id: data.session_id }] : []
  },

  handler: createLeaseHandler,

  overdue: ({ execute, store }) => ({
    readModels: [vpnSessions],
    candidates: openSessions,
    async outstanding({ id, stream }) {
      if (!(await isSessionLive({ execute }, devices.idOf({ stream }), id))) return null
      return (await store.readTail(stream, () => true)).at(-1) ?? null
    },
  }),
}

function createLeaseHandler(service: VpnService): JobHandler {
  const expire = createSessionExpiry(service)

  return async claim => {
    const session_id = claim.id
    const devicesId = devices.idOf(claim)
    if (claim.attempts > 0) {
      await service.leases.deleteLease(session_id)
      return { done: true }
    }
    const lease = (await service.leases.checkExpiry(session_id)) ?? (await leaseFromStream(claim))
    if (lease === null) return { done: true }
    // The first lease is longer than a renewed one: a heartbeat after this read makes it end earlier.
    if (lease.leftMs > 0) return { inMs: Math.min(lease.leftMs, LEASE_S * 1_000), attempts: 0 }
    const { client_id, server_id } = lease
    const context = systemContext('vpn-slots', client_id, claim, service.now())
    await expire({ session_id, server_id, devices: devicesId, context })
    return { inMs: LATE_HEARTBEAT_S * 1_000, attempts: 1 }
  }

  async function leaseFromStream(claim: ClaimedJob): Promise<LeaseState | null> {
    const { state } = await service.execute.load(devices, devices.idOf(claim))
    const session = state.sessions.get(claim.id)
    if (session === undefined || state.client_id === null) return null
    const { client_id } = state
    const { status, server_id } = session
    // The lease may still be written. The event is no older than the session, and the database's clock gives its age.
    if (isLive(status)) return { client_id, server_id, leftMs: Math.max(OPENING_MS_MAX - claim.armed_for_ms, 0) }
    return status === 'expired' ? { client_id, server_id, leftMs: 0 } : null
  }
}

const OpenSession = z.object({ session_id: z.string(), devices: z.string() })

/** Only in a full poll: nearly all sessions have their job. */
async function* openSessions(db: Database, { olderThanMs, isFull }: Poll): AsyncGenerator<Candidate[]> {
  let after = ''
  while (isFull) {
    const page = await rejectIfUnbuilt(
      db.any(sql.type(OpenSession)`
        select session_id, devices::text as devices from read.vpn_sessions
        where ended_at is null and session_id > ${after}
          and issued_at < clock_timestamp() - ${olderThanMs} * interval '1 millisecond'
        order by session_id limit ${PAGE}`),
    )
    yield page.map(({ session_id, devices: id }) => ({ id: session_id, stream: devices.stream(id) }))
    const last = page.at(-1)
    if (page.length < PAGE || last === undefined) return
    after = last.session_id
  }
}
