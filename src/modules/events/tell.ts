import type { PublicEvents } from '#delivery/enqueue/public-events.ts'
import { storedEvents } from '#delivery/enqueue/stored.ts'
import { toldAgain } from '#delivery/enqueue/told-again.ts'
import { sharedPart } from '#domain/webhooks/envelope.ts'
import type { EventPlace } from '#queries/events/list-events.ts'
import type { Service } from '#service.ts'
import type { EventRecord } from './schemas.ts'

/**
 * The events at these places as they are delivered, byte for byte. While they are kept for deliveries it is those that are shown, also
 * when a version before this one wrote them; older ones are made again from their streams, by what makes deliveries, and so are those of
 * a person who was erased since, without their data. What delivery could not tell, and has set aside, is left out.
 */
export async function tell(
  service: Service,
  modules: readonly PublicEvents[],
  places: readonly EventPlace[],
): Promise<EventRecord[]> {
  const stored = await storedEvents(service, places)
  const missing = places.filter(({ id }) => !stored.has(id))
  const again = await toldAgain(service, modules, missing)
  const test_mode = service.config.ENVIRONMENT === 'sandbox'
  return places.flatMap(({ id }) => {
    const draft = again.get(id)
    const told = stored.get(id) ?? (draft && { envelope: `${sharedPart(draft.event)}}`, sequence: draft.sequence })
    if (told === undefined) return []
    return [{ ...JSON.parse(told.envelope), metadata: { sequence: told.sequence, test_mode } }]
  })
}
