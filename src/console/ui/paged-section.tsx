import type { ComponentChildren } from 'preact'
import { useId, useRef, useState } from 'preact/hooks'
import { ReadingProblem } from './reading-problem.tsx'
import { type Column, RecordTable } from './record-table.tsx'
import { useLastAnswer } from './use-last-answer.ts'

type PageOfRows<Row> = { data: readonly Row[]; next: string | null }

type Props<Row> = {
  title: string
  /** Whose rows they are. */
  of: string
  read(cursor: string | undefined, signal: AbortSignal): Promise<PageOfRows<Row>>
  columns: readonly Column<Row>[]
  idOf(row: Row): string
  isMarked?(row: Row): boolean
  empty: string
  children?: ComponentChildren
}

/** A list within a page, the newest first. Its cursor is not in the address, which belongs to the page. */
export function PagedSection<Row>({ title, of, read, empty, children, ...table }: Props<Row>) {
  const [cursor, setCursor] = useState<string | undefined>(undefined)
  const rows = useLastAnswer(signal => read(cursor, signal), `${of} ${cursor ?? ''}`)
  const { answer, isLoading } = rows
  const titleId = useId()
  const pages = useRef<HTMLDivElement>(null)
  /** The button that was pressed goes while the page is read, and the focus would go with it. */
  const show = (page: string | undefined) => {
    pages.current?.focus()
    setCursor(page)
  }
  const next = answer?.next ?? null
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      <ReadingProblem of={rows} what="list" />
      {isLoading && <p role="status">Loading</p>}
      {answer?.data.length === 0 && <p>{cursor === undefined ? empty : 'There are no older ones.'}</p>}
      {answer !== null && answer.data.length > 0 && <RecordTable label={title} rows={answer.data} {...table} />}
      <div class="actions" ref={pages} tabIndex={-1}>
        {cursor !== undefined && (
          <button type="button" onClick={() => show(undefined)}>
            Newest
          </button>
        )}
        {next !== null && (
          <button type="button" onClick={() => show(next)}>
            Older
          </button>
        )}
        {children}
      </div>
    </section>
  )
}
