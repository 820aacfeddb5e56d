import type { Dispatcher } from '#delivery/dispatch/dispatcher.ts'
import type { DeliveryLimits } from '#delivery/limits.ts'
import { ENQUEUER, ENQUEUER_VERSION } from '#delivery/queue.ts'
import type { Service } from '#service.ts'
import { type LogSubscription, startLogSubscription } from '#subscription/log-subscription.ts'
import { withParking } from '#subscription/parked-events.ts'
import { type EnqueueDeps, enqueue } from './enqueue.ts'
import type { PublicEventDeclaration } from './public-event-declaration.ts'
import { loadRouting } from './routing.ts'
import { createTranslator } from './translator.ts'

export function startEnqueuer(
  service: Service,
  modules: readonly PublicEventDeclaration[],
  dispatcher: Dispatcher,
  limits: DeliveryLimits,
): LogSubscription {
  let deps: EnqueueDeps | undefined

  // Routes and checkpoint are written together, so after any failure the stored state is where to continue.
  async function reload(): Promise<void> {
    const routing = await loadRouting(service.db)
    deps = { service, limits, dispatcher, routing, translate: createTranslator(service, modules) }
  }

  return startLogSubscription(service, {
    name: ENQUEUER,
    version: ENQUEUER_VERSION,
    prefixes: modules.flatMap(({ prefixes }) => prefixes),
    batchMax: limits.enqueueMax,
    from: 'start',
    restoreAdvice: `set commit_position, prepare_position and last_event of the row "${ENQUEUER}" of ops.checkpoints: to the position after which events are to be sent, or to null for all`,
    onLeaseAcquired: reload,
    handle: withParking(
      { subscription: ENQUEUER, log: service.log },
      (batch, checkpoint) => enqueue(deps!, batch, checkpoint),
      reload,
    ),
  })
}
