import type { FastifyRequest } from 'fastify'
import { canAuditEveryClient } from '#domain/auth/platform.ts'
import type { Caller } from '#http/api.ts'
import { type FoundRecord, findRecord, type Reader } from '#queries/audit/find-record.ts'
import type { Service } from '#service.ts'
import { type ErrorCode, fieldRejection, Rejection } from '#values/errors.ts'
import type { AuditDeps } from './audit-deps.ts'

/** The caller's own client, or with `audit:read:any` the named client or all. Errors: NOT_FOUND for another client. */
export function readerOf(caller: Caller, client_id: string | undefined): Reader {
  const readsAny = canAuditEveryClient(caller)
  if (client_id !== undefined && client_id !== caller.client_id && !readsAny) throw new Rejection('NOT_FOUND')
  return { client_id: client_id ?? caller.client_id, readsAll: readsAny && client_id === undefined }
}

/** Runs before validation, so that 404 comes first. */
export function recordLookup(service: Service, all: AuditDeps['all']) {
  const lookups = new WeakMap<FastifyRequest, { found: FoundRecord; reader: Reader }>()
  return {
    async find(request: FastifyRequest, family: string, requestedId: string, code: ErrorCode, field: string) {
      const audited = all.find(({ plural }) => plural === family)
      if (audited === undefined) {
        const reason = `must be one of ${all.map(({ plural }) => plural).join(', ')}`
        throw fieldRejection('NOT_FOUND', [{ field: 'family', reason }])
      }
      const { client_id } = request.query as { client_id?: unknown }
      const reader = readerOf(request.caller, typeof client_id === 'string' ? client_id : undefined)
      const found = await findRecord(service, all, { audited, requestedId, reader })
      if (found === null) throw fieldRejection(code, [{ field, reason: `names none of the ${family}` }])
      lookups.set(request, { found, reader })
    },
    /** Of a request that `find` has passed. */
    resultOf: (request: FastifyRequest) => lookups.get(request)!,
  }
}
