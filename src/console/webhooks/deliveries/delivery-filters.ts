import type { Input } from '../../../client/types.ts'
import type { ConsoleRoute } from '../../routing/route.ts'

type DeliveryQuery = NonNullable<Input<'listDeliveries'>['query']>

/** Filters of the address that the API knows. Values go to it as they are: it names what is wrong with them. */
export const DELIVERY_FILTERS = ['status', 'event_type', 'event_id', 'since', 'until'] as const

const PAGE_SIZE = 25

export function deliveryQueryOf(query: ConsoleRoute['query']): DeliveryQuery {
  const known = [...DELIVERY_FILTERS, 'cursor'].flatMap(name => {
    const value = query[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(known), limit: PAGE_SIZE } as DeliveryQuery
}
