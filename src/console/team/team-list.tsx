import type { ComponentChildren } from 'preact'
import { route } from '../routing/location.ts'
import { formatRoute } from '../routing/route.ts'
import { PageLinks } from '../ui/page-links.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { ReadingProblem } from '../ui/reading-problem.tsx'
import { type Column, RecordTable } from '../ui/record-table.tsx'
import { useLastAnswer } from '../ui/use-last-answer.ts'

const PAGE_SIZE = 50

export type TeamListQuery = { after?: string; limit: string }

type Props<Row> = {
  title: string
  path: readonly string[]
  /** The text of the link to the form of a new one. */
  create: string
  /** Why the list may be empty, and what to do then. */
  empty: string
  columns: readonly Column<Row>[]
  read(query: TeamListQuery, signal: AbortSignal): Promise<{ data: Row[] }>
  idOf(row: Row): string
  children?: ComponentChildren
}

/** A list whose next page begins after the last id of this one. `client_id` in the address chooses another client. */
export function TeamList<Row>({ title, path, create, empty, columns, read, idOf, children }: Props<Row>) {
  const { query } = route.value
  const { cursor, client_id } = query
  const list = useLastAnswer(
    signal => read({ ...(cursor === undefined ? {} : { after: cursor }), limit: String(PAGE_SIZE) }, signal),
    JSON.stringify([client_id, cursor]),
  )
  const { answer, isLoading, reload } = list
  const of: { client_id?: string } = client_id === undefined ? {} : { client_id }
  const isFull = answer?.data.length === PAGE_SIZE
  return (
    <>
      <PageTitle title={title} reload={reload}>
        <a class="button primary" href={formatRoute({ path: [...path, 'new'], query: of })}>
          {create}
        </a>
      </PageTitle>
      {client_id !== undefined && (
        <p>
          Of the client <a href={formatRoute({ path: ['team', 'clients', client_id] })}>{client_id}</a>.
        </p>
      )}
      {children}
      <ReadingProblem of={list} what="list" />
      <p role="status">{isLoading && 'Loading'}</p>
      {answer !== null && answer.data.length > 0 && (
        <RecordTable label={title} rows={answer.data} columns={columns} idOf={idOf} />
      )}
      {answer?.data.length === 0 && <p>{empty}</p>}
      <PageLinks
        label={`Pages of the list: ${title}`}
        path={path}
        query={query}
        next={isFull ? idOf(answer.data.at(-1)!) : null}
      />
    </>
  )
}
