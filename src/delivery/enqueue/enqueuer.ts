import type { Dispatcher } from '#delivery/dispatch/dispatcher.ts'
import type { DeliveryLimits } from '#delivery/limits.ts'
import { ENQUEUER, ENQUEUER_VERSION } from '#delivery/queue.ts'
import type { Service } from '#service.ts'
import { type Follower, startFollower } from '#subscription/follower.ts'
import { settingAside } from '#subscription/set-aside.ts'
import { type Enqueuing, enqueue } from './enqueue.ts'
import type { PublicEvents } from './public-events.ts'
import { loadRouting } from './routing.ts'
import { createTranslation } from './translate.ts'

/** Follows the log of public streams and turns it into deliveries. */
export function startEnqueuer(
  service: Service,
  modules: readonly PublicEvents[],
  dispatcher: Dispatcher,
  limits: DeliveryLimits,
): Follower {
  let enqueuing: Enqueuing | undefined

  // Routes and checkpoint are one transaction with the rows, so what is stored is where to go on, whatever happened.
  async function beginAnew(): Promise<void> {
    const routing = await loadRouting(service.db)
    enqueuing = { service, limits, dispatcher, routing, translate: createTranslation(service, modules) }
  }

  return startFollower(service, {
    name: ENQUEUER,
    version: ENQUEUER_VERSION,
    prefixes: modules.flatMap(({ prefixes }) => prefixes),
    batchMax: limits.enqueueMax,
    // Subscribers are told at once.
    restMs: 0,
    from: 'start',
    afterRestore: `set commit_position, prepare_position and last_event of the row "${ENQUEUER}" of ops.checkpoints: to the place behind which events are to be told, or to null for all`,
    onLead: beginAnew,
    handle: settingAside(
      { follower: ENQUEUER, log: service.log },
      (batch, place) => enqueue(enqueuing!, batch, place),
      beginAnew,
    ),
  })
}
