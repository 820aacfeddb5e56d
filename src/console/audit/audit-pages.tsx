import type { ComponentChildren } from 'preact'
import { ExportPage } from './export-page.tsx'
import { isFamily } from './families.ts'
import { AuditRecordPage } from './record-page.tsx'
import { RequestPage } from './request-page.tsx'
import { AuditSearchPage } from './search-page.tsx'
import { AuditStatusPage } from './status-page.tsx'
import { VerifyExportPage } from './verify-page.tsx'

const PAGES: ReadonlyMap<string, () => ComponentChildren> = new Map([
  ['export', () => <ExportPage />],
  ['verify', () => <VerifyExportPage />],
  ['status', () => <AuditStatusPage />],
])

/** `rest`: of the address, as in the paths of the API: `refunds/rf_1`. Null: there is no such page. */
export function auditPageOf([page, id]: readonly string[]): ComponentChildren {
  if (page === undefined) return <AuditSearchPage />
  if (id === undefined) return PAGES.get(page)?.() ?? null
  if (page === 'requests') return <RequestPage key={id} id={id} />
  return isFamily(page) ? <AuditRecordPage key={`${page} ${id}`} family={page} id={id} /> : null
}
