import type { Input } from '../../client/types.ts'
import { type ConsoleRoute, pickFromQuery } from '../routing/route.ts'

type FlagQuery = NonNullable<NonNullable<Input<'listReconciliationFlags'>>['query']>

export function flagQueryOf(query: ConsoleRoute['query']): FlagQuery {
  return pickFromQuery(query, ['status', 'kind', 'refund_id', 'cursor']) as FlagQuery
}
