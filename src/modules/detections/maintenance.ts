import { startInterval } from '#reactions/start-interval.ts'
import type { Service } from '#service.ts'
import type { DetectionConfig } from '#services/detections/config.ts'
import { deleteContentKeys } from '#services/detections/sealed-content.ts'

const INTERVAL_MS = 60_000

type MaintenanceService = Pick<Service, 'vault' | 'log' | 'now'> & { config: DetectionConfig }

/** Runs in every process with the role `reactor`; concurrent runs are harmless. */
export function startMaintenance(service: MaintenanceService): { stop(): Promise<void> } {
  return startInterval(INTERVAL_MS, async () => {
    const { log, config, now } = service
    try {
      // The earlier of two clocks: deleted keys cannot be restored.
      const earlier = new Date(Math.min(now().getTime(), Date.now()))
      const keys = await deleteContentKeys(service, config.DETECTION_RETENTION_DAYS, earlier)
      if (keys > 0) log.info({ keys }, 'keys of detections past their retention were deleted')
    } catch (err) {
      log.warn({ err }, 'deleting keys of detections failed; will be retried')
    }
  })
}
