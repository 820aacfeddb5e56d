import { ignore, type RowChange } from '#declarations/read-model.ts'
import type { Recorded } from '#event-sourcing/decider.ts'
import type { CoveredStreams, SubjectEvent } from './events.ts'

/** Read models without personal data ignore these events; the others override two of them. */
export const ignoredSubjectEvents = {
  SubjectErasureRequested: ignore,
  SubjectRestricted: ignore,
  SubjectRetained: ignore,
  SubjectShreddingStarted: ignore,
  SubjectErased: ignore,
  SubjectKeysDeleted: ignore,
  SubjectShredded: ignore,
}

/** Applied to read models of past times as well. */
export const RETROACTIVE_EVENTS = ['SubjectErased']

/** The client id of restricted rows: no client has it, so no client lists them. */
export const NO_CLIENT_ID = ''

type CoveringEvent = Recorded<Extract<SubjectEvent, { data: CoveredStreams }>>

/** Changes the rows of covered streams of one kind; a missing row is left alone. */
export function changeCoveredRows<R>(
  { prefix }: { prefix: string },
  { data }: CoveringEvent,
  rowsOf: (id: string, revision: number) => { key: Partial<R>; next(row: R): R | null }[],
): { rows: RowChange<R>[] } {
  const covered = data.streams.filter(({ stream }) => stream.startsWith(prefix))
  return {
    rows: covered.flatMap(({ stream, revision }) =>
      rowsOf(stream.slice(prefix.length), revision).map(({ key, next }) => ({
        key,
        next: row => (row === undefined ? null : next(row)),
      })),
    ),
  }
}
