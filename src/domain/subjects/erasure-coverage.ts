import { ignore, type RowChange } from '#declarations/read-model.ts'
import type { Recorded } from '#event-sourcing/decider.ts'
import type { CoveredStreams, SubjectEvent } from './events.ts'

/** What of people's erasures changes no read model; those that show something of a person name the other two. */
export const ignoredSubjectEvents = {
  SubjectErasureRequested: ignore,
  SubjectRestricted: ignore,
  SubjectRetained: ignore,
  SubjectShreddingStarted: ignore,
  SubjectErased: ignore,
  SubjectKeysDeleted: ignore,
  SubjectShredded: ignore,
}

/** What is gone with it is gone from read models of the past too. */
export const RETROACTIVE_EVENTS = ['SubjectErased']

/** In whose list stands what is restricted: nobody's, for no client has this id. */
export const NO_CLIENT_ID = ''

type CoveringEvent = Recorded<Extract<SubjectEvent, { data: CoveredStreams }>>

/** Changes the rows that a read model has of the streams of a kind which an event covers; where it has none there is nothing to do. */
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
