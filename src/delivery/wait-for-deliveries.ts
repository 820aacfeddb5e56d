import type { Service } from '#service.ts'
import { waitForCheckpoint } from '#subscription/wait-for-checkpoint.ts'
import { ENQUEUER } from './queue.ts'

/** The enqueuer is behind by milliseconds. When it is down, a caller all the more wants to see what there is. */
const WAIT_MS_MAX = 2_000

/**
 * Waits until deliveries of all that was in the event store at the call can be read, so that who was told of a refund finds
 * its deliveries. Gives up after 2 s: deliveries are listed while none are queued. `prefixes`: of the streams that are told to
 * endpoints.
 */
export async function waitForDeliveries(
  service: Pick<Service, 'store' | 'db'>,
  prefixes: readonly string[],
): Promise<void> {
  await waitForCheckpoint(service, { subscription: ENQUEUER, prefixes, msMax: WAIT_MS_MAX })
}
