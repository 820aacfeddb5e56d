import type { FastifyRequest } from 'fastify'
import { recordRead } from '#commands/audit/record-read.ts'
import { reasonIn } from '#declarations/history-view.ts'
import { type Api, contextOf } from '#http/api.ts'
import { searchHistory } from '#queries/audit/search-history.ts'
import type { Service } from '#service.ts'
import { waitForCheckpoint } from '#subscription/wait-for-checkpoint.ts'
import type { AuditDeps } from './audit-deps.ts'
import { readerOf } from './reader-of.ts'
import { AuditSearchResponse, searchQueryOf } from './schemas.ts'

/** How long a caller waits for what it has just done; the read model is behind by milliseconds. */
const OWN_WRITES_MS_MAX = 500

/** What happened to all records of a client, or of all clients. */
export function searchRoutes(api: Api, service: Service, { all }: Pick<AuditDeps, 'all'>): void {
  const prefixes = all.map(({ prefix }) => prefix)
  const plurals = new Map(all.map(({ prefix, plural }) => [prefix.slice(0, -1), plural]))
  const waitForHistory = () =>
    waitForCheckpoint(service, { subscription: 'history', prefixes, msMax: OWN_WRITES_MS_MAX })
  const query = searchQueryOf(
    all.map(({ plural }) => plural),
    all.flatMap(({ types }) => types),
  )

  api.get(
    '/audit/search',
    {
      config: { scope: 'audit:read', errors: ['NOT_FOUND'] },
      preValidation: async (request: FastifyRequest) => {
        const { client_id } = request.query as { client_id?: unknown }
        if (typeof client_id === 'string') readerOf(request.caller, client_id)
      },
      schema: {
        tags: ['audit'],
        operationId: 'searchAudit',
        summary: 'Search everything that happened, newest first',
        description: [
          'Finds events of all records of your client by who caused them, the request that they came with, the person or the record that they are about, their type and their time; filters are combined. Readings of the audit are events too. With `audit:read:any` events of all clients are found, or of the one that `client_id` names.',
          'Pages go by cursor: while new events come, nothing is shown twice and nothing that was there is left out. The search is recorded before it is answered: who searched for what.',
          '`400` names the filter that is wrong; `503` says that the history is being built: repeat after `Retry-After`. NOT_FOUND means that `client_id` is not for you to see.',
        ].join('\n\n'),
        querystring: query,
        response: { 200: AuditSearchResponse },
      },
    },
    async request => {
      const { client_id, family, type, object, limit, cursor, ...filters } = request.query
      const reader = readerOf(request.caller, client_id)
      const clientFilter = reader.readsAll ? null : reader.client_id
      const chosen = all.filter(({ plural }) => family === undefined || plural === family)
      // Pages after the first are of the past.
      if (cursor === undefined) await waitForHistory()
      const { lines, pagination } = await searchHistory(service.db, {
        ...filters,
        ...{ limit, cursor, client_id: clientFilter },
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
    },
  )
}
