import type { PublicEventDeclaration } from '#delivery/enqueue/public-event-declaration.ts'
import { rebuildPublicEvents } from '#delivery/enqueue/rebuild-public-events.ts'
import { storedEvents } from '#delivery/enqueue/stored-events.ts'
import { sharedPart } from '#domain/webhooks/envelope.ts'
import type { PublicEventPosition } from '#queries/events/list-events.ts'
import type { Service } from '#service.ts'
import type { EventResponse } from './schemas.ts'

/**
 * The events at these positions, byte for byte as they are delivered: from the stored payloads, or built again from
 * their streams when those are dropped or erased. Untranslatable events are left out.
 */
export async function loadPublicEvents(
  service: Service,
  modules: readonly PublicEventDeclaration[],
  positions: readonly PublicEventPosition[],
): Promise<EventResponse[]> {
  const stored = await storedEvents(service, positions)
  const missing = positions.filter(({ id }) => !stored.has(id))
  const rebuilt = await rebuildPublicEvents(service, modules, missing)
  const test_mode = service.config.ENVIRONMENT === 'sandbox'
  return positions.flatMap(({ id }) => {
    const draft = rebuilt.get(id)
    const event = stored.get(id) ?? (draft && { envelope: `${sharedPart(draft.event)}}`, sequence: draft.sequence })
    if (event === undefined) return []
    return [{ ...JSON.parse(event.envelope), metadata: { sequence: event.sequence, test_mode } }]
  })
}
