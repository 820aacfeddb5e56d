import { createBatcher } from '#concurrency/batcher.ts'
import { listServers } from '#queries/vpn/list-servers.ts'
import type { Service } from '#service.ts'
import { type CertificateAuthority, createCertificateAuthority } from './certificate-authority.ts'
import { createLeases, type Leases } from './leases.ts'
import { createReachability, type Reachability } from './reachability.ts'
import { createSessionEnds, type SessionEnds } from './session-ends.ts'
import { createSlots, type Slots } from './slots.ts'

/** Several devices of a user may change the user's stream at once, on several instances. */
export const USER_RETRY_BUDGET_MS = 2_000

const ALTERNATIVES_MAX = 3
const LIST_BATCH_MAX = 1_000

export type VpnService = Service & {
  leases: Leases
  slots: Slots
  certificateAuthority: CertificateAuthority
  reachability: Reachability
  sessionEnds: SessionEnds
  /** Up to three other servers with free slots, the least used first; none when the query fails. */
  listAlternatives(server_id: number): Promise<number[]>
}

export function createVpnService(service: Service): VpnService {
  /** One query for all simultaneous requests to a full server. */
  const listBatched = createBatcher<void, Awaited<ReturnType<typeof listServers>>>(async requests => {
    const found = await listServers(service.db, {})
    return requests.map(() => found)
  }, LIST_BATCH_MAX)
  return {
    ...service,
    leases: createLeases(service.db),
    slots: createSlots(service),
    certificateAuthority: createCertificateAuthority(service),
    reachability: createReachability(service),
    sessionEnds: createSessionEnds(service),
    async listAlternatives(server_id) {
      const { data } = await listBatched().catch(() => ({ data: [] }))
      return data
        .filter(({ id, status, capacity_percent }) => id !== server_id && status === 'online' && capacity_percent < 100)
        .sort((a, b) => a.capacity_percent - b.capacity_percent || a.id - b.id)
        .slice(0, ALTERNATIVES_MAX)
        .map(({ id }) => id)
    },
  }
}
