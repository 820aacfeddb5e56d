import type { Input } from '../../client/types.ts'
import { type ConsoleRoute, pickFromQuery } from '../routing/route.ts'

type Query = ConsoleRoute['query']
export type AuditQuery = NonNullable<NonNullable<Input<'searchAudit'>>['query']>

const AUDIT_FILTERS = [
  ...['actor', 'request_id', 'subject', 'object', 'family', 'type', 'since', 'until', 'client_id'],
] as const

export function auditFiltersOf(query: Query): Query {
  return pickFromQuery(query, AUDIT_FILTERS)
}

export function auditQueryOf(query: Query, cursor: string | null): AuditQuery {
  return { ...auditFiltersOf(query), ...(cursor === null ? {} : { cursor }) } as AuditQuery
}
