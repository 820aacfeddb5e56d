import type { Input } from '../../client/types.ts'
import type { ConsoleRoute } from '../routing/route.ts'

export type FraudAlertQuery = NonNullable<NonNullable<Input<'listFraudAlerts'>>['query']>

/** Filters of the address that the API knows. Values go to it as they are: it names what is wrong with them. */
const ALERT_FILTERS = [
  ...['status', 'level', 'user_id', 'transaction_id', 'assigned_to', 'unassigned', 'since', 'until', 'sort'],
  'cursor',
] as const

const PAGE_SIZE = 50

export function alertQueryOf(query: ConsoleRoute['query']): FraudAlertQuery {
  const known = ALERT_FILTERS.flatMap(name => {
    const value = query[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(known), limit: PAGE_SIZE } as FraudAlertQuery
}
