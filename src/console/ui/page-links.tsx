import { useRef } from 'preact/hooks'
import { type ConsoleRoute, formatRoute } from '../routing/route.ts'

type Props = {
  label: string
  path: readonly string[]
  query: ConsoleRoute['query']
  /** Of the answer; none on the last page. */
  next: string | null | undefined
  /** What the address calls the position in the list. */
  position?: string
}

/** The pages of a list whose position is in the address. */
export function PageLinks({ label, path, query, next, position = 'cursor' }: Props) {
  const nav = useRef<HTMLElement>(null)
  /** The link that was pressed goes while the page is read, and the focus would go with it. */
  const keepFocus = () => nav.current?.focus()
  const pageOf = (at: string) => formatRoute({ path, query: { ...query, [position]: at } })
  return (
    <nav ref={nav} class="pages" aria-label={label} tabIndex={-1}>
      {query[position] !== undefined && (
        <a href={pageOf('')} onClick={keepFocus}>
          First page
        </a>
      )}
      {typeof next === 'string' && (
        <a href={pageOf(next)} onClick={keepFocus}>
          Next page
        </a>
      )}
    </nav>
  )
}
