import type { Input } from '../../client/types.ts'
import { type ConsoleRoute, pickFromQuery } from '../routing/route.ts'

export type FraudAlertQuery = NonNullable<NonNullable<Input<'listFraudAlerts'>>['query']>

/** Filters of the address that the API knows. */
const ALERT_FILTERS = [
  ...['status', 'level', 'user_id', 'transaction_id', 'assigned_to', 'unassigned', 'since', 'until', 'sort'],
  'cursor',
] as const

const PAGE_SIZE = 50

export function alertQueryOf(query: ConsoleRoute['query']): FraudAlertQuery {
  return { ...pickFromQuery(query, ALERT_FILTERS), limit: PAGE_SIZE } as FraudAlertQuery
}
