import { route } from '../routing/location.ts'
import { formatRoute } from '../routing/route.ts'

type Props = {
  label: string
  /** The first is shown where the address names none of them. */
  of: readonly (readonly [path: string, title: string])[]
}

/** The pages below one place of the menu. A page that the address leads further into is the current one. */
export function SubPages({ label, of }: Props) {
  const shown = `${route.value.path.join('/')}/`
  const paths = of.map(([path]) => path)
  const above = paths.filter(path => shown.startsWith(`${path}/`)).sort((one, other) => other.length - one.length)
  const current = above[0] ?? paths[0]
  return (
    <nav class="sections" aria-label={label}>
      {of.map(([path, title]) => (
        <a
          key={path}
          href={formatRoute({ path: path.split('/') })}
          aria-current={path === current ? 'page' : undefined}
        >
          {title}
        </a>
      ))}
    </nav>
  )
}
