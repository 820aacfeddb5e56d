import type { Answer, Input } from '../../client/types.ts'
import { type ConsoleRoute, pickFromQuery } from '../routing/route.ts'

export type VpnServerAnswer = Answer<'listVpnServers'>['data'][number]
export type OpenSessionAnswer = Answer<'listVpnSessions'>['data'][number]
export type PastSessionAnswer = Answer<'listVpnHistory'>['data'][number]
export type VpnSessionAnswer = Answer<'getVpnSession'>
export type OpenSessionQuery = NonNullable<NonNullable<Input<'listVpnSessions'>>['query']>
export type PastSessionQuery = NonNullable<NonNullable<Input<'listVpnHistory'>>['query']>
export type VpnServerQuery = NonNullable<NonNullable<Input<'listVpnServers'>>['query']>

/** Filters of the address that the API knows. */
export const SERVER_FILTERS = ['country', 'recommended'] as const
export const OPEN_SESSION_FILTERS = ['user_id', 'after'] as const
export const PAST_SESSION_FILTERS = ['user_id', 'since', 'until', 'cursor'] as const

const PAGE_SIZE = 50

export function serverQueryOf(query: ConsoleRoute['query']): VpnServerQuery {
  return pickFromQuery(query, SERVER_FILTERS) as VpnServerQuery
}

export function openSessionQueryOf(query: ConsoleRoute['query']): OpenSessionQuery {
  return { ...pickFromQuery(query, OPEN_SESSION_FILTERS), limit: PAGE_SIZE } as OpenSessionQuery
}

export function pastSessionQueryOf(query: ConsoleRoute['query']): PastSessionQuery {
  return { ...pickFromQuery(query, PAST_SESSION_FILTERS), limit: PAGE_SIZE } as PastSessionQuery
}

/** The API names the next page by the last session of this one. */
export function toPage({ data, has_more }: Answer<'listVpnSessions'>) {
  return { data, pagination: { has_more, next_cursor: has_more ? (data.at(-1)?.session_id ?? null) : null } }
}
