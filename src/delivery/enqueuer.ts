import { setTimeout as delay } from 'node:timers/promises'
import { PUBLIC_PREFIXES } from '#domain/webhooks/public-streams.ts'
import { stopAtUnreadable } from '#edge/eventstore/stop-at-unreadable.ts'
import { readCheckpoint } from '#queries/webhooks/until-queued.ts'
import type { Service } from '#service.ts'
import { refuseOtherLog } from './checkpoint.ts'
import type { Dispatcher } from './dispatcher.ts'
import { enqueue } from './enqueue.ts'
import type { DeliveryLimits } from './limits.ts'
import { createPublicEvents } from './public-events.ts'
import { loadRouting } from './routing.ts'

/**
 * Follows the log of public streams from its checkpoint. Whatever goes wrong, it starts again from what is stored: routes and
 * checkpoint are one transaction with the rows, so there is nothing else to go back to.
 */
export function createEnqueuer(service: Service, dispatcher: Dispatcher, limits: DeliveryLimits) {
  let failedSince: number | null = null
  let caughtUp = false

  async function follow(signal: AbortSignal): Promise<void> {
    await refuseOtherLog(service)
    const routing = await loadRouting(service.db)
    const publicEvents = createPublicEvents(service, limits.foldedMax)
    let from = await readCheckpoint(service.db)
    await service.store.subscribe({
      prefixes: PUBLIC_PREFIXES,
      from,
      signal,
      batchMax: limits.enqueueMax,
      handle: stopAtUnreadable(async ({ events, position }) => {
        await enqueue(service, limits, dispatcher, routing, publicEvents, { events, from, to: position })
        from = position
        failedSince = null
      }),
      onCaughtUp: () => {
        caughtUp = true
        failedSince = null
      },
      onState: state => {
        if (state === 'reconnecting') failedSince ??= Date.now()
      },
    })
  }

  return {
    async lead(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        try {
          await follow(signal)
        } catch (error) {
          failedSince ??= Date.now()
          service.log.error({ err: error }, 'webhook enqueuer stopped; starting again from its checkpoint')
        }
        await delay(limits.pauseMs, undefined, { signal }).catch(() => undefined)
      }
      caughtUp = false
    },
    stats: () => ({ caughtUp, failingMs: failedSince === null ? 0 : Date.now() - failedSince }),
  }
}
