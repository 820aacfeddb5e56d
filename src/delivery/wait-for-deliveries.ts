import type { Service } from '#service.ts'
import { waitForCheckpoint } from '#subscription/wait-for-checkpoint.ts'
import { ENQUEUER } from './queue.ts'

/** The enqueuer is behind by milliseconds. When it is down, the existing deliveries are listed. */
const WAIT_MS_MAX = 2_000

/** Waits until the events of these streams at the time of the call are enqueued (read-your-writes), or for 2 s. */
export async function waitForDeliveries(
  service: Pick<Service, 'store' | 'db'>,
  prefixes: readonly string[],
): Promise<void> {
  await waitForCheckpoint(service, { name: ENQUEUER, prefixes }, WAIT_MS_MAX)
}
