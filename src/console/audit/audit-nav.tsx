import { formatRoute } from '../routing/route.ts'

const PAGES = [
  ['', 'Search'],
  ['export', 'Export'],
  ['verify', 'Verify an export'],
  ['status', 'Status'],
] as const

/** The pages of the audit. `current`: its part of the address. */
export function AuditNav({ current }: { current: string }) {
  return (
    <nav class="pages" aria-label="Pages of the audit">
      {PAGES.map(([path, title]) => (
        <a
          key={path}
          href={formatRoute({ path: ['audit', ...(path === '' ? [] : [path])] })}
          aria-current={path === current ? 'page' : undefined}
        >
          {title}
        </a>
      ))}
    </nav>
  )
}
