import type { ComponentChildren } from 'preact'
import type { LiveEvent } from '../live/concerns.ts'
import type { ConsoleRoute } from '../routing/route.ts'
import { ListStatus, useLiveList } from './list-status.tsx'
import { PageLinks } from './page-links.tsx'
import { PageTitle } from './page-title.tsx'
import { ReadingProblem } from './reading-problem.tsx'
import { type Column, RecordTable } from './record-table.tsx'
import type { LastAnswer } from './use-last-answer.ts'

export type Listed<Row> = { data: readonly Row[]; pagination: { next_cursor: string | null; has_more: boolean } }

type Props<Row> = {
  title: string
  /** One and several of what is listed. */
  nouns: readonly [one: string, several: string]
  path: readonly string[]
  query: ConsoleRoute['query']
  /** What the address calls the position in the list. */
  position?: string
  of: LastAnswer<Listed<Row>>
  /** Which events change the list. */
  changedBy?(event: LiveEvent): boolean
  /** What can be done beside the list. */
  links?: ComponentChildren
  filters: ComponentChildren
  columns: readonly Column<Row>[]
  idOf(row: Row): string
  /** What to do where there is nothing at all. */
  empty: string
}

/** A list with its filters, its count and its pages. */
export function ListPage<Row>({ title, nouns, path, query, position = 'cursor', of, ...parts }: Props<Row>) {
  const { changedBy = () => false, links, filters, columns, idOf, empty } = parts
  const { list, ...live } = useLiveList(of, changedBy)
  const { answer } = of
  return (
    <>
      <PageTitle title={title} reload={live.reload}>
        {links}
      </PageTitle>
      {filters}
      <ReadingProblem of={of} what="list" />
      <ListStatus of={of} count={answer === null ? '' : countOf(answer, nouns)} live={live} />
      <div ref={list}>
        {answer !== null && answer.data.length > 0 && (
          <RecordTable label={title} rows={answer.data} columns={columns} idOf={idOf} />
        )}
      </div>
      {answer?.data.length === 0 && (
        <p>
          {query[position] !== undefined
            ? `There are no more ${nouns[1]}. Go back to the first page.`
            : Object.keys(query).length > 0
              ? `There are no ${nouns[1]} that match these filters. Remove one, or look at another time.`
              : empty}
        </p>
      )}
      <PageLinks
        label="Pages of the list"
        path={path}
        query={query}
        position={position}
        next={answer?.pagination.next_cursor}
      />
    </>
  )
}

function countOf({ data, pagination }: Listed<unknown>, [one, several]: readonly [string, string]): string {
  const count = `${data.length} ${data.length === 1 ? one : several}`
  return pagination.has_more ? `${count} on this page; there are more` : count
}
