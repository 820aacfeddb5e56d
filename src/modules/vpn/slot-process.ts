import { sql } from 'slonik'
import { z } from 'zod'
import { devices } from '#domain/vpn/devices/decider.ts'
import { servers } from '#domain/vpn/servers/decider.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { vpnServers } from '#projections/vpn/servers.ts'
import type { Process } from '#reactions/process.ts'
import { OPENING_S_MAX } from '#services/vpn/leases.ts'
import { isSessionLive, releaseSession } from '#services/vpn/sessions.ts'
import type { VpnService } from '#services/vpn/vpn-service.ts'

const LAG_MS_MAX = 60_000
/** By then the session of a taken slot is open or never will be. */
const OPENING_MS_MAX = OPENING_S_MAX * 1_000

/** The command that ends a session releases its slot itself, which cancels the job. */
export const slotProcess: Process<VpnService> = {
  queue: 'vpn-slot',
  lagMsMax: LAG_MS_MAX,

  schedule(event) {
    if (servers.has(event)) {
      const { type, data } = servers.parse(event)
      if (type !== 'VpnSlotTaken') return []
      return [{ id: slotIdOf({ ...data, server_id: Number(servers.idOf(event)) }), dueInMs: OPENING_MS_MAX }]
    }
    const { type, data } = devices.parse(event)
    if (type === 'VpnSessionIssued' || type === 'VpnSessionConnected' || type === 'VpnSessionExpired') return []
    return [{ id: slotIdOf({ ...data, devices: devices.idOf(event) }), dueInMs: 0 }]
  },

  cancel(event) {
    if (!servers.has(event)) return []
    const { type, data } = servers.parse(event)
    return type === 'VpnSlotGivenBack' ? [{ idsFrom: `${data.session_id}:` }] : []
  },

  handler: service => async claim => {
    const slot = parseSlotId(claim.id)
    if (await isSessionLive(service, slot.devices, slot.session_id)) return { done: true }
    // A process suspended while it opened may have left a live lease. A lease that is over stays, for VPN_007.
    await releaseSession(service, slot)
    return { done: true }
  },

  overdue: ({ execute, store }) => ({
    readModels: [vpnServers],
    /** Only in a full poll: it loads the user of every taken slot. */
    async *candidates(db, { isFull }) {
      if (!isFull) return
      const inUse = db.anyFirst(sql.type(z.object({ server_id: z.int() }))`
        select server_id from read.vpn_servers where used > 0 order by server_id`)
      for (const server_id of await rejectIfUnbuilt(inUse)) {
        const stream = servers.stream(servers.id(server_id))
        const { state } = await execute.load(servers, servers.id(server_id))
        if (state.status === 'absent') continue
        yield [...state.held].map(([session_id, devicesId]) => ({
          id: slotIdOf({ session_id, server_id, devices: devicesId }),
          stream,
        }))
      }
    },
    async outstanding({ id, stream }) {
      const { devices: devicesId, session_id } = parseSlotId(id)
      if (await isSessionLive({ execute }, devicesId, session_id)) return null
      return (await store.readTail(stream, () => true)).at(-1) ?? null
    },
  }),
}

type SlotJob = { session_id: string; server_id: number; devices: string }

export function slotIdOf({ session_id, server_id, devices: id }: SlotJob): string {
  return `${session_id}:${server_id}:${id}`
}

function parseSlotId(id: string): SlotJob {
  const [session_id = '', server_id, devicesId = ''] = id.split(':')
  return { session_id, server_id: Number(server_id), devices: devicesId }
}
