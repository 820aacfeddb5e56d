import type { Audited } from '#facts.ts'
import type { Api } from '#http/api.ts'
import type { Service } from '#service.ts'
import { exportRoutes } from './export-routes.ts'
import { recordRoutes } from './record-routes.ts'
import { searchRoutes } from './search-routes.ts'
import type { AuditSigner } from './signing.ts'

/** What an auditor reads: who did what to any record, when, why and on whose request, what it was then, and whether that is as it was written. */
export function auditRoutes(api: Api, service: Service, signer: AuditSigner, all: readonly Audited[]): void {
  recordRoutes(api, service, all)
  searchRoutes(api, service, all)
  exportRoutes(api, service, signer, all)
}
