import type { Input } from '../../../client/types.ts'
import { type ConsoleRoute, pickFromQuery } from '../../routing/route.ts'

type DeliveryQuery = NonNullable<Input<'listDeliveries'>['query']>

/** Filters of the address that the API knows. */
export const DELIVERY_FILTERS = ['status', 'event_type', 'event_id', 'since', 'until'] as const

const PAGE_SIZE = 25

export function deliveryQueryOf(query: ConsoleRoute['query']): DeliveryQuery {
  return { ...pickFromQuery(query, [...DELIVERY_FILTERS, 'cursor']), limit: PAGE_SIZE } as DeliveryQuery
}
