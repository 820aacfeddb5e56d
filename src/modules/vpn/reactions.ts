import type { DueWorkParts, Reaction } from '#reactions/reaction.ts'
import { LEASE_QUEUE } from '#services/vpn/leases.ts'
import { observeReachability } from '#services/vpn/reachability.ts'
import type { VpnService } from '#services/vpn/vpn-service.ts'
import { ROUND_MAX } from './expire-sessions.ts'
import { createLeaseStep, createSlotStep, keepSlots, SLOT_QUEUE } from './keep-slots.ts'
import { createRevocation, REVOCATION_QUEUE, revokeOnLoginsEnded } from './revoke-on-logins-ended.ts'
import { vpnWatches } from './watches.ts'

/** Slots that nobody gives back are missed by people who wait for one. */
const LAG_MS_MAX = 60_000
/** Most looks find a lease that goes on; of those that don't the next round is gathered while one is under way. */
const LEASE_CONCURRENCY = 2 * ROUND_MAX
/** People who were locked out are online until then. */
const REVOCATION_CONCURRENCY = 8

export const vpnReactions: readonly Reaction[] = [keepSlots, revokeOnLoginsEnded]

/** Who ends what is to end. */
export function vpnWork(service: VpnService): DueWorkParts {
  return {
    queues: [
      { name: LEASE_QUEUE, step: createLeaseStep(service), concurrency: LEASE_CONCURRENCY, lagMsMax: LAG_MS_MAX },
      { name: SLOT_QUEUE, step: createSlotStep(service), lagMsMax: LAG_MS_MAX },
      {
        name: REVOCATION_QUEUE,
        step: createRevocation(service),
        concurrency: REVOCATION_CONCURRENCY,
        lagMsMax: LAG_MS_MAX,
      },
    ],
    watches: vpnWatches(service),
    notes: observeReachability(service),
  }
}
