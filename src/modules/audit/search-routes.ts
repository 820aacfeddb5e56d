import type { FastifyRequest } from 'fastify'
import { recordRead } from '#commands/audit/record-read.ts'
import { reasonIn } from '#declarations/history-view.ts'
import { type Api, contextOf } from '#http/api.ts'
import { HISTORY } from '#projections/audit/history.ts'
import { searchHistory } from '#queries/audit/search-history.ts'
import type { Service } from '#service.ts'
import { waitForCheckpoint } from '#subscription/wait-for-checkpoint.ts'
import { derivedUuid } from '#values/ids.ts'
import type { AuditDeps } from './audit-deps.ts'
import { searchAuditOperation } from './operations.ts'
import { readerOf } from './record-lookup.ts'

export function searchRoutes(api: Api, service: Service, { all }: Pick<AuditDeps, 'all'>): void {
  const prefixes = all.map(({ prefix }) => prefix)
  const plurals = new Map(all.map(({ prefix, plural }) => [prefix.slice(0, -1), plural]))
  const waitForHistory = () => waitForCheckpoint(service, { name: HISTORY, prefixes })
  const operation = {
    ...searchAuditOperation(
      all.map(({ plural }) => plural),
      all.flatMap(({ types }) => types),
    ),
    preValidation: async (request: FastifyRequest) => {
      const { client_id } = request.query as { client_id?: unknown }
      if (typeof client_id === 'string') readerOf(request.caller, client_id)
    },
  }
  api.get('/audit/search', operation, async request => {
    const { client_id, family, type, object, limit, cursor, ...filters } = request.query
    const reader = readerOf(request.caller, client_id)
    const clientFilter = reader.readsAll ? null : reader.client_id
    const chosen = all.filter(({ plural }) => family === undefined || plural === family)
    // Later pages hold older events only.
    if (cursor === undefined) await waitForHistory()
    const { lines, pagination } = await searchHistory(service.db, {
      ...filters,
      ...{ limit, cursor, client_id: clientFilter },
      scope: derivedUuid(
        'audit-search',
        request.caller.client_id,
        JSON.stringify({ ...filters, client_id, family, type, object }),
      ),
      families: chosen.map(({ prefix }) => prefix.slice(0, -1)),
      types: chosen.flatMap(({ types }) => types).filter(known => type === undefined || known === type),
      objects: object === undefined ? undefined : all.flatMap(({ idsOf }) => idsOf(object, reader.client_id)),
    })
    const filterEntries = Object.entries(request.query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as const],
    )
    const read_id = await recordRead(service, contextOf(request, service.now()), {
      type: 'HistorySearched',
      data: { client_id: clientFilter, filters: Object.fromEntries(filterEntries), found: lines.length },
    })
    const data = lines.map(({ family, ...line }) => ({
      family: plurals.get(family) ?? family,
      ...line,
      reason: reasonIn(line.facts),
    }))
    return { data, pagination, read_id }
  })
}
