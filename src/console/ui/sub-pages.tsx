import { route } from '../routing/location.ts'
import { formatRoute } from '../routing/route.ts'

/** The pages below one place of the menu. */
export function SubPages({ label, of }: { label: string; of: readonly (readonly [path: string, title: string])[] }) {
  const shown = route.value.path.join('/')
  return (
    <nav class="pages" aria-label={label}>
      {of.map(([path, title]) => (
        <a key={path} href={formatRoute({ path: path.split('/') })} aria-current={path === shown ? 'page' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  )
}
