import { endpointIdOf } from '#delivery/endpoint-row.ts'
import { DELIVERY_LIMITS } from '#delivery/limits.ts'
import type { Transaction } from '#edge/postgres/pool.ts'
import type { LoggedEvent } from '#event-sourcing/event-store.ts'
import type { Service } from '#service.ts'
import { writeAll } from '#subscription/group-commit.ts'
import { type EnqueuingService, enqueue } from './enqueue.ts'
import type { PublicEventDeclaration } from './public-event-declaration.ts'
import { loadRouting } from './routing.ts'
import { createTranslator } from './translator.ts'

/**
 * Queues a parked event for the endpoints that subscribe to it now. `removeParked` runs in the same transaction.
 * Rejects with the reason when the event still can't be translated.
 */
export async function enqueueAgain(
  service: EnqueuingService & Pick<Service, 'store'>,
  modules: readonly PublicEventDeclaration[],
  event: LoggedEvent,
  removeParked: (tx: Transaction) => Promise<void>,
): Promise<void> {
  // Endpoints have changed since, and the enqueuer has its routes in memory.
  if (endpointIdOf(event) !== null) throw new Error('it is a change of an endpoint; change the endpoint again')
  const translations = await createTranslator(service, modules)([event])
  const [translation] = translations
  if (translation !== undefined && 'refused' in translation) throw new Error(translation.refused)
  const dispatcher = { reserve: () => false, release: () => undefined, handOver: () => undefined }
  const routing = await loadRouting(service.db)
  await enqueue(
    { service, limits: DELIVERY_LIMITS, dispatcher, routing, translate: async () => translations },
    { events: [event], position: event.position },
    {
      commit: (_events, _position, write, ...shared) =>
        service.db.transaction(async tx => {
          await removeParked(tx)
          await writeAll(tx, [{ write, shared }])
        }),
    },
  )
}
