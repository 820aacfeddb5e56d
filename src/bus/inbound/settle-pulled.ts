import { setTimeout as delay } from 'node:timers/promises'
import type { PulledMessage } from './pulled-message.ts'
import { queuedMessage } from './queued-message.ts'
import { isOutage, type SettleDeps, settleReceived } from './settle-message.ts'

const OUTAGE_RETRY_MS_MIN = 250
const OUTAGE_RETRY_MS_MAX = 10_000
const FAILURE_RETRY_MS = 60_000

/**
 * Settles a message and acknowledges it. While a store or the bus is away it is tried for ever, and stays here, so that
 * the end of the outage brings no storm.
 */
export async function settlePulled(
  deps: SettleDeps,
  message: PulledMessage,
  stream: string,
  signal: AbortSignal,
): Promise<void> {
  const received = queuedMessage(message, stream)
  for (let pauseMs = OUTAGE_RETRY_MS_MIN; !signal.aborted; pauseMs = Math.min(pauseMs * 2, OUTAGE_RETRY_MS_MAX))
    try {
      const settled = await settleReceived(deps, received, message.isRedelivered)
      if (settled === 'done') message.ack()
      else message.nak(settled.againInMs)
      return
    } catch (error) {
      if (!isOutage(error)) {
        deps.service.log.error({ err: error, sequence: message.sequence }, 'a message of the bus can not be refused')
        message.nak(FAILURE_RETRY_MS)
        return
      }
      const jitteredMs = pauseMs * (0.5 + Math.random())
      await delay(jitteredMs, undefined, { signal }).catch(() => undefined)
    }
  // Another process need not wait until the broker gives up on this one.
  message.nak()
}
