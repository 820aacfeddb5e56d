import { releaseSession } from '#commands/vpn/end-sessions.ts'
import { devices } from '#domain/vpn/devices/decider.ts'
import { deviceStreams } from '#domain/vpn/devices/events.ts'
import { isLive } from '#domain/vpn/devices/session.ts'
import { serverStreams } from '#domain/vpn/servers/events.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import type { StepOutcome } from '#reactions/due-runner.ts'
import { type Arming, type Claimed, causeOf } from '#reactions/due-work.ts'
import type { Reaction, Struck } from '#reactions/reaction.ts'
import { systemContext } from '#reactions/system-context.ts'
import { LEASE_QUEUE, LEASE_S, type Looked, OPENED_S, TOLD_S } from '#services/vpn/leases.ts'
import type { VpnService } from '#services/vpn/vpn-service.ts'
import { createExpiry } from './expire-sessions.ts'

export const SLOT_QUEUE = 'vpn-slot'

const PROCESS = 'vpn-slots'

/**
 * Sessions and servers' slots are looked at for the first time when each is opened or never will be: the process may have
 * been killed in between, or have been so slow that the session was over before it had the slot.
 */
const FIRST_LOOK_MS = OPENED_S * 1_000
/** The command that ends a session gives its slot back in line, which strikes this. */
const REST_MS = 500

/** What the slots of users and servers need beside the commands: a lease that is not renewed ends its session, and an end gives the slot back. */
export const keepSlots: Reaction = {
  name: 'vpn-slots',
  prefixes: [deviceStreams.prefix, serverStreams.prefix],
  restMs: REST_MS,
  due(recorded): Arming[] {
    const cause = causeOf(recorded)
    if (serverStreams.has(recorded)) {
      const { type, data } = serverStreams.parse(recorded)
      if (type !== 'VpnSlotTaken') return []
      const id = slotId({ ...data, server_id: Number(serverStreams.idOf(recorded)) })
      return [{ ...cause, queue: SLOT_QUEUE, id, dueInMs: FIRST_LOOK_MS }]
    }
    const { type, data } = deviceStreams.parse(recorded)
    // Whoever records that a session expired gives its slot back before the row of its lease goes.
    if (type === 'VpnSessionConnected' || type === 'VpnSessionExpired') return []
    if (type === 'VpnSessionIssued')
      return [{ ...cause, queue: LEASE_QUEUE, id: data.session_id, dueInMs: FIRST_LOOK_MS }]
    const id = slotId({ ...data, devices: deviceStreams.idOf(recorded) })
    return [{ ...cause, queue: SLOT_QUEUE, id, dueInMs: 0 }]
  },
  strikes: event => (serverStreams.has(event) ? struckByServer(event) : struckByDevices(event)),
}

function struckByServer(recorded: Recorded<DomainEvent>): Struck[] {
  const { type, data } = serverStreams.parse(recorded)
  return type === 'VpnSlotGivenBack' ? [{ queue: SLOT_QUEUE, idsFrom: `${data.session_id}:` }] : []
}

/** A session that expired is told so for a while, so that its lease is looked at once more. */
function struckByDevices(recorded: Recorded<DomainEvent>): Struck[] {
  const { type, data } = deviceStreams.parse(recorded)
  const isGone = type === 'VpnSessionDisconnected' || type === 'VpnSessionRevoked' || type === 'VpnSessionWithdrawn'
  return isGone ? [{ queue: LEASE_QUEUE, id: data.session_id }] : []
}

type Slot = { session_id: string; server_id: number; devices: string }

export function slotId({ session_id, server_id, devices }: Slot): string {
  return `${session_id}:${server_id}:${devices}`
}

function slotOf(id: string): Slot {
  const [session_id = '', server_id, devices = ''] = id.split(':')
  return { session_id, server_id: Number(server_id), devices }
}

/**
 * The step of the leases' queue: ends the session whose lease ended, and gives its slot back. A row stands for each live session, and is looked at when
 * its lease would end; it goes once both is done.
 */
export function createLeaseStep(service: VpnService) {
  const expire = createExpiry(service)

  return async function sweep(claim: Claimed): Promise<StepOutcome> {
    const session_id = claim.id
    const devicesId = devices.idOf(claim)
    if (claim.asked > 0) {
      await service.leases.drop(session_id)
      return { done: true }
    }
    const lease = (await service.leases.look(session_id)) ?? (await unleased(claim))
    if (lease === null) return { done: true }
    // The first lease is longer than those that a heartbeat gives: one that comes right behind this look makes it end earlier.
    if (lease.leftMs > 0) return { inMs: Math.min(lease.leftMs, LEASE_S * 1_000), asked: 0 }
    const { client_id, server_id } = lease
    const context = systemContext(PROCESS, client_id, claim, service.now())
    await expire({ session_id, server_id, devices: devicesId, context })
    return { inMs: TOLD_S * 1_000, asked: 1 }
  }

  /** What is known of a session that has no lease, by its stream; null when there is nothing to be done for it here. */
  async function unleased(claim: Claimed): Promise<Looked | null> {
    const { state } = await service.execute.load(devices, devices.idOf(claim))
    const session = state.sessions.get(claim.id)
    if (session === undefined || state.client_id === null) return null
    const { client_id } = state
    const { status, server_id } = session
    // Its lease may be yet to be written. What armed this look is no older than the session, and the database's clock says how old.
    if (isLive(status)) return { client_id, server_id, leftMs: Math.max(FIRST_LOOK_MS - claim.armed_for_ms, 0) }
    return status === 'expired' ? { client_id, server_id, leftMs: 0 } : null
  }
}

/** The step of the slots' queue: gives back what a session holds that is over. */
export function createSlotStep(service: VpnService) {
  return async function release(claim: Claimed): Promise<StepOutcome> {
    const slot = slotOf(claim.id)
    const { state } = await service.execute.load(devices, slot.devices)
    const session = state.sessions.get(slot.session_id)
    if (session !== undefined && isLive(session.status)) return { done: true }
    // A session that expired may have a live lease, by a process that stood still while it opened the session. What is
    // told of one that ended late stays: its lease is over.
    await releaseSession(service, slot)
    return { done: true }
  }
}
