import { canAuditEveryClient } from '#domain/auth/platform.ts'
import type { Caller } from '#http/api.ts'
import type { Reader } from '#queries/audit/find-record.ts'
import { Rejection } from '#values/errors.ts'

/** The caller's own client, or with `audit:read:any` the named client or all. Errors: NOT_FOUND for another client. */
export function readerOf(caller: Caller, client_id: string | undefined): Reader {
  const readsAny = canAuditEveryClient(caller)
  if (client_id !== undefined && client_id !== caller.client_id && !readsAny) throw new Rejection('NOT_FOUND')
  return { client_id: client_id ?? caller.client_id, readsAll: readsAny && client_id === undefined }
}
