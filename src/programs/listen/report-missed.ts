import { setTimeout as delay } from 'node:timers/promises'
import { type Client, ServiceError } from '#client/index.ts'
import { print, timeOf } from './output.ts'

/** Embedded defaults fulfil these. */
export const REQUIREMENTS =
  'service run on this machine with WEBHOOK_ALLOW_CIDRS=127.0.0.0/8 and WEBHOOK_CA_FILE=DATA_DIR/development-ca.pem'

/** Soon enough for a person who waits, and far below the rate limits. */
const POLL_MS = 10_000

/** Lasting refusals; repeated 401 would lock the account. */
const PERMANENT_STATUSES = [401, 403, 404]

/** Prints deliveries that did not arrive, and why. Rejects after a lasting refusal (password, removed endpoint). */
export async function reportMissed(client: Client, webhook_id: string, ended: AbortSignal): Promise<void> {
  const signal = { signal: ended }
  const reported = new Set<string>()
  while (!ended.aborted) {
    await delay(POLL_MS, undefined, signal).catch(() => undefined)
    const pending = await client
      .listDeliveries({ path: { webhook_id }, query: { status: 'pending' } }, signal)
      .catch(error => {
        if (error instanceof ServiceError && PERMANENT_STATUSES.includes(error.status)) throw error
        // Tries again later.
        return null
      })
    for (const { delivery_id, event_type, event_id, last_attempt } of pending?.data ?? []) {
      if (last_attempt === null || last_attempt.status_code !== null || reported.has(delivery_id)) continue
      reported.add(delivery_id)
      print(
        `${timeOf(new Date())}  ${event_type}  ${event_id}  NOT DELIVERED (${last_attempt.error_code}): does the ${REQUIREMENTS}?`,
      )
    }
  }
}
