import { setTimeout as delay } from 'node:timers/promises'
import { type Client, ServiceError } from '#client/index.ts'
import { NEEDS } from './command.ts'
import { say, timeOf } from './output.ts'

/** Soon enough for somebody who waits for a delivery, and little beside the rate limits. */
const LOOK_MS = 10_000

/** Refusals that asking again does not change: with a password that was changed it would lock the account. */
const LASTING = [401, 403, 404]

/**
 * Says which deliveries the service could not bring here, and why: nothing is heard of them otherwise. Until `ended`, or until the service
 * refuses for good to tell: the password was changed, or somebody else removed the endpoint, so that nothing arrives any more.
 */
export async function sayMissed(client: Client, webhook_id: string, ended: AbortSignal): Promise<void> {
  const signal = { signal: ended }
  const said = new Set<string>()
  while (!ended.aborted) {
    await delay(LOOK_MS, undefined, signal).catch(() => undefined)
    const pending = await client
      .listDeliveries({ path: { webhook_id }, query: { status: 'pending' } }, signal)
      .catch(error => {
        if (error instanceof ServiceError && LASTING.includes(error.status)) throw error
        // A service that does not answer now is asked again.
        return null
      })
    for (const { delivery_id, event_type, event_id, last_attempt } of pending?.data ?? []) {
      if (last_attempt === null || last_attempt.status_code !== null || said.has(delivery_id)) continue
      said.add(delivery_id)
      say(
        `${timeOf(new Date())}  ${event_type}  ${event_id}  NOT DELIVERED (${last_attempt.error_code}): does the ${NEEDS}?`,
      )
    }
  }
}
