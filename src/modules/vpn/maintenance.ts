import { startInterval } from '#reactions/start-interval.ts'
import type { VpnService } from '#services/vpn/vpn-service.ts'

const INTERVAL_MS = 600_000
const BATCHES_MAX = 20

/** Runs in every process with the role `reactor`. */
export function startMaintenance({ leases, log }: Pick<VpnService, 'leases' | 'log'>): { stop(): Promise<void> } {
  return startInterval(INTERVAL_MS, async () => {
    try {
      let deleted = 0
      for (let batch = 0, isAll = false; batch < BATCHES_MAX && !isAll; batch += 1) {
        const result = await leases.deleteStale()
        deleted += result.count
        isAll = result.isAll
      }
      if (deleted > 0) log.info({ leases: deleted }, 'stale VPN leases were deleted')
    } catch (err) {
      log.warn({ err }, 'stale VPN leases could not be deleted; the next run retries')
    }
  })
}
