import { devices } from '#domain/vpn/devices/decider.ts'
import { isLive } from '#domain/vpn/devices/session.ts'
import { servers } from '#domain/vpn/servers/decider.ts'
import { vpnServers } from '#projections/vpn/servers.ts'
import { vpnSessions } from '#projections/vpn/sessions.ts'
import { listOpenSessions } from '#queries/vpn/list-open-sessions.ts'
import { listServersInUse } from '#queries/vpn/list-servers-in-use.ts'
import { type Arming, causeOf } from '#reactions/due-work.ts'
import type { Candidate, WatchRule } from '#reactions/reaction.ts'
import { LEASE_QUEUE } from '#services/vpn/leases.ts'
import type { VpnService } from '#services/vpn/vpn-service.ts'
import { SLOT_QUEUE, slotId } from './keep-slots.ts'

const PAGE = 1_000

/** Which sessions nobody looks after, told from the read models, and which slots are held by none, told by the servers. */
export function vpnWatches({ execute, store }: Pick<VpnService, 'execute' | 'store'>): WatchRule[] {
  async function owedLook({ id, stream }: Candidate): Promise<Arming | null> {
    const { state } = await execute.load(devices, devices.idOf({ stream }))
    const session = state.sessions.get(id)
    if (session === undefined || !isLive(session.status)) return null
    return armed(stream, LEASE_QUEUE, id)
  }

  async function owedRelease({ id, stream }: Candidate): Promise<Arming | null> {
    const [session_id = '', , devicesId = ''] = id.split(':')
    const { state } = await execute.load(devices, devicesId)
    const session = state.sessions.get(session_id)
    return session !== undefined && isLive(session.status) ? null : armed(stream, SLOT_QUEUE, id)
  }

  async function armed(stream: string, queue: string, id: string): Promise<Arming | null> {
    const last = (await store.readTail(stream, () => true)).at(-1)
    return last === undefined ? null : { ...causeOf(last), queue, id, dueInMs: 0 }
  }

  /** Each look loads the user of every slot that is taken, so that it is made once in a while. */
  async function* heldSlots(db: VpnService['db'], { thorough }: Parameters<WatchRule['open']>[1]) {
    if (!thorough) return
    for (const server_id of await listServersInUse(db)) {
      const stream = servers.stream(servers.id(server_id))
      const { state } = await execute.load(servers, servers.id(server_id))
      if (state.status === 'absent') continue
      yield [...state.held].map(([session_id, devices]) => ({ id: slotId({ session_id, server_id, devices }), stream }))
    }
  }

  return [
    { queue: LEASE_QUEUE, readModels: [vpnSessions], open: openSessions, owed: owedLook },
    { queue: SLOT_QUEUE, readModels: [vpnServers], open: heldSlots, owed: owedRelease },
  ]
}

async function* openSessions(
  db: VpnService['db'],
  { olderThanMs, thorough }: Parameters<WatchRule['open']>[1],
): AsyncGenerator<Candidate[]> {
  let after = ''
  // Nearly all of them have their row.
  while (thorough) {
    const page = await listOpenSessions(db, { olderThanMs, after, limit: PAGE })
    yield page.map(({ session_id, devices: id }) => ({ id: session_id, stream: devices.stream(id) }))
    const last = page.at(-1)
    if (page.length < PAGE || last === undefined) return
    after = last.session_id
  }
}
