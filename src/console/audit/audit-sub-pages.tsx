import { SubPages } from '../ui/sub-pages.tsx'

const PAGES = [
  ['audit', 'Search'],
  ['audit/export', 'Export'],
  ['audit/verify', 'Verify an export'],
  ['audit/status', 'Status'],
] as const

export function AuditSubPages() {
  return <SubPages label="Pages of the audit" of={PAGES} />
}
