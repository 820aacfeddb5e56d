import type { Answer, Input } from '../../../client/types.ts'
import { type ConsoleRoute, pickFromQuery } from '../../routing/route.ts'

type ListQuery = NonNullable<NonNullable<Input<'listFraudLists'>>['query']>
export type ListEntryAnswer = Answer<'listFraudLists'>['data'][number]

export const FRAUD_LISTS = ['block', 'allow'] as const
export const ENTRY_KINDS = ['user', 'account', 'merchant', 'device', 'ip_range'] as const

/** Filters of the address that the API knows. */
const LIST_FILTERS = ['list', 'kind', 'value', 'cursor'] as const

const PAGE_SIZE = 50

export function listQueryOf(query: ConsoleRoute['query']): ListQuery {
  return { ...pickFromQuery(query, LIST_FILTERS), limit: PAGE_SIZE } as ListQuery
}
