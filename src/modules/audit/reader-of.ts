import { canAuditEveryClient } from '#domain/auth/platform.ts'
import type { Caller } from '#http/api.ts'
import type { Reader } from '#queries/audit/find-record.ts'
import { Rejection } from '#values/errors.ts'

/**
 * For whose records a caller asks: the own client's, or, who may read every client's, the named one's or all. Another client than the own
 * does not exist for anybody else. Errors: NOT_FOUND.
 */
export function readerOf(caller: Caller, client_id: string | undefined): Reader {
  const readsAny = canAuditEveryClient(caller)
  if (client_id !== undefined && client_id !== caller.client_id && !readsAny) throw new Rejection('NOT_FOUND')
  return { client_id: client_id ?? caller.client_id, readsAll: readsAny && client_id === undefined }
}
