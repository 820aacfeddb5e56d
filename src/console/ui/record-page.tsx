import type { ComponentChildren } from 'preact'
import type { LiveEvent } from '../live/concerns.ts'
import { useLive } from '../live/use-live.ts'
import { formatRoute } from '../routing/route.ts'
import { PageTitle } from './page-title.tsx'
import { ReadingProblem } from './reading-problem.tsx'
import type { LastAnswer } from './use-last-answer.ts'

type Props<T> = {
  title: string
  /** Where one comes from: the list, or the record that this one belongs to. */
  parent: { title: string; path: readonly string[] }
  of: LastAnswer<T>
  /** Where more than the record is read again. */
  reload?(): void
  /** Which events change the record: it is read again then. */
  changedBy?(event: LiveEvent): boolean
  /** How many requests a reading makes, with those of the parts of the page. */
  requests?: number
  children(answer: T): ComponentChildren
}

/** The frame of one record's page: its title, the way back, and how the reading of the record went. */
export function RecordPage<T>({ title, parent, of, reload = of.reload, changedBy, requests = 1, children }: Props<T>) {
  const { answer, isLoading, error } = of
  useLive({ of: { error, reload }, changedBy, requests })
  return (
    <>
      <p>
        <a href={formatRoute({ path: parent.path })}>{parent.title}</a>
      </p>
      <PageTitle title={title} reload={reload} />
      {isLoading && <p role="status">Loading</p>}
      <ReadingProblem of={of} what="record" />
      {answer !== null && children(answer)}
    </>
  )
}
