import type { Api } from '#http/api.ts'
import type { Service } from '#service.ts'
import type { AuditConfig } from '#services/audit/config.ts'
import type { AuditDeps } from './audit-deps.ts'
import { exportRoutes } from './export-routes.ts'
import { proofRoutes } from './proof-routes.ts'
import { recordRoutes } from './record-routes.ts'
import { searchRoutes } from './search-routes.ts'
import { statusRoutes } from './status-routes.ts'

export function auditRoutes(api: Api, service: Service<AuditConfig>, audit: AuditDeps): void {
  recordRoutes(api, service, audit)
  searchRoutes(api, service, audit)
  exportRoutes(api, service, audit)
  proofRoutes(api, service, audit)
  statusRoutes(api, service)
}
