import { gather } from '#concurrency/batcher.ts'
import { listServers } from '#queries/vpn/list-servers.ts'
import type { Service } from '#service.ts'
import { createEndings, type Endings } from './endings.ts'
import { createLeases, type Leases } from './leases.ts'
import { createReachability, type Reachability } from './reachability.ts'
import { createSlots, type Slots } from './slots.ts'
import { createTrust, type Trusting } from './trust.ts'

const ALTERNATIVES_MAX = 3
const CROWD_MAX = 1_000

/** What VPN commands work with beside the service. */
export type VpnService = Service & {
  leases: Leases
  slots: Slots
  trust: Trusting
  reachability: Reachability
  endings: Endings
  /** Up to three other servers, by their numbers, that had room a moment ago, the least used first; none where nobody can say. */
  alternatives(server_id: number): Promise<number[]>
}

export function vpnService(service: Service): VpnService {
  /** One question for all who ask at the same moment: a crowd is told at once that a server is full. */
  const list = gather<void, Awaited<ReturnType<typeof listServers>>>(async asked => {
    const found = await listServers(service.db, {})
    return asked.map(() => found)
  }, CROWD_MAX)
  return {
    ...service,
    leases: createLeases(service.db),
    slots: createSlots(service),
    trust: createTrust(service),
    reachability: createReachability(service),
    endings: createEndings(service),
    async alternatives(server_id) {
      const { data } = await list().catch(() => ({ data: [] }))
      return data
        .filter(({ id, status, capacity_percent }) => id !== server_id && status === 'online' && capacity_percent < 100)
        .sort((a, b) => a.capacity_percent - b.capacity_percent || a.id - b.id)
        .slice(0, ALTERNATIVES_MAX)
        .map(({ id }) => id)
    },
  }
}
