import { startInterval } from '#reactions/start-interval.ts'
import type { VpnService } from '#services/vpn/vpn-service.ts'

const INTERVAL_MS = 600_000
const BATCHES_MAX = 20

/** Deletes stale leases, in every process with the role `reactor`. */
export function startMaintenance({ leases, log }: Pick<VpnService, 'leases' | 'log'>): { stop(): Promise<void> } {
  return startInterval(INTERVAL_MS, async () => {
    try {
      const dropped = await deleteStaleLeases(leases)
      if (dropped > 0) log.info({ leases: dropped }, 'stale VPN leases were deleted')
    } catch (err) {
      log.warn({ err }, 'stale VPN leases could not be deleted; the next run retries')
    }
  })
}

async function deleteStaleLeases({ deleteStale: drop }: VpnService['leases']): Promise<number> {
  let dropped = 0
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const { count, isAll } = await drop()
    dropped += count
    if (isAll) break
  }
  return dropped
}
