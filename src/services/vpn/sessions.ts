import { sql } from 'slonik'
import { type DevicesCommand, devices } from '#domain/vpn/devices/decider.ts'
import type { VpnDeviceEvent } from '#domain/vpn/devices/events.ts'
import { type DevicesState, isLive, liveSessions } from '#domain/vpn/devices/state.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import type { Context } from '#event-sourcing/context.ts'
import { systemContext } from '#reactions/system-context.ts'
import { SessionOwner } from './leases.ts'
import { USER_RETRY_BUDGET_MS, type VpnService } from './vpn-service.ts'

/** PostgreSQL does not accept every text of a path. */
const SESSION_ID = /^vps_[0-9a-f-]{36}$/

/** The read model has sessions whose process was killed before it wrote the lease: VPN_006 names them, to be ended. */
export async function findSessionOwner({ db, leases }: Pick<VpnService, 'db' | 'leases'>, session_id: string) {
  if (!SESSION_ID.test(session_id)) return null
  const owner = await leases.findOwner(session_id)
  if (owner !== null) return owner
  return rejectIfUnbuilt(
    db.maybeOne(sql.type(SessionOwner)`
      select u.client_id, u.user_id, s.devices::text as devices
      from read.vpn_sessions as s join read.vpn_users as u using (devices)
      where s.session_id = ${session_id} and s.ended_at is null`),
  )
}

export async function isSessionLive(
  { execute }: Pick<VpnService, 'execute'>,
  devicesId: string,
  session_id: string,
): Promise<boolean> {
  const session = (await execute.load(devices, devicesId)).state.sessions.get(session_id)
  return session !== undefined && isLive(session.status)
}

const CONFIRMATION_RETRY_BUDGET_MS = 3_000

/** Errors: VPN_005. */
export async function confirmSession(
  { execute, leases }: Pick<VpnService, 'execute' | 'leases'>,
  context: Context,
  devicesId: string,
  session_id: string,
): Promise<void> {
  const hints = { retryBudgetMs: CONFIRMATION_RETRY_BUDGET_MS }
  await execute.run(devices, devicesId, { type: 'confirm', session_id }, context, hints)
  await leases.markConnected(session_id)
}

/** When releasing slots fails, the slot process does it later. Errors: VPN_005. */
export async function endSessions(
  service: Pick<VpnService, 'log' | 'execute' | 'leases' | 'slots'>,
  context: Context,
  devicesId: string,
  command: Exclude<DevicesCommand, { type: 'issue' | 'confirm' }>,
): Promise<VpnDeviceEvent[]> {
  const hints = { retryBudgetMs: USER_RETRY_BUDGET_MS }
  const { events } = await service.execute.run(devices, devicesId, command, context, hints)
  for (const { type, data } of events) {
    if (type === 'VpnSessionIssued') continue
    const { session_id, server_id } = data
    await releaseSession(service, { session_id, server_id }).catch(error =>
      service.log.warn({ session_id, err: error }, 'release of the VPN slot failed; the job queue will retry it'),
    )
  }
  return events
}

/** Releases its lease and its server slot. Idempotent. */
export async function releaseSession(
  { leases, slots }: Pick<VpnService, 'leases' | 'slots'>,
  { session_id, server_id }: { session_id: string; server_id: number },
): Promise<void> {
  await leases.deleteLive(session_id)
  await slots.release(server_id, session_id)
}

/** Expires ended sessions for a connect, which must not wait for the lease process. Returns whether there were any. */
export async function expireEnded(
  service: Pick<VpnService, 'execute' | 'now' | 'leases' | 'slots'>,
  cause: Context,
  devicesId: string,
  state: DevicesState,
): Promise<boolean> {
  const live = liveSessions(state)
  const leases = await Promise.all(live.map(({ session_id }) => service.leases.checkExpiry(session_id)))
  const ended = live.filter((_, n) => leases[n]?.leftMs === 0)
  for (const { session_id, server_id } of ended) {
    const context = systemContext('vpn-slots', cause.actor.client_id, cause, service.now())
    const command = { type: 'expire', session_id } as const
    await service.execute.run(devices, devicesId, command, context, { retryBudgetMs: USER_RETRY_BUDGET_MS })
    // Also when another process recorded the end: it may not have released the slot yet.
    await service.slots.release(server_id, session_id)
  }
  return ended.length > 0
}
