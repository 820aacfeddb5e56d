import { createBatcher } from '#concurrency/batcher.ts'
import { leastUsed, listServers } from '#queries/vpn/list-servers.ts'
import type { Service } from '#service.ts'
import { createCertificateAuthority } from './certificate-authority.ts'
import { createLeases } from './leases.ts'
import { createReachability } from './reachability.ts'
import { createSessionEnds } from './session-ends.ts'
import { createSlots } from './slots.ts'

/** Several devices of a user may change the user's stream at once, on several instances. */
export const USER_RETRY_BUDGET_MS = 2_000

const ALTERNATIVES_MAX = 3
const LIST_BATCH_MAX = 1_000

export type VpnService = ReturnType<typeof createVpnService>

export function createVpnService(service: Service) {
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
    /** Up to three other servers with free slots, the least used first; none when the query fails. */
    async listAlternatives(server_id: number): Promise<number[]> {
      const { data } = await listBatched().catch(() => ({ data: [] }))
      return leastUsed(data.filter(({ id }) => id !== server_id))
        .slice(0, ALTERNATIVES_MAX)
        .map(({ id }) => id)
    },
  }
}
