import { sql } from 'slonik'
import { type PersonalDataMap, personalDataFinder } from '#declarations/personal-data.ts'
import type { Projection } from '#declarations/read-model.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import { derivedUuid } from '#values/ids.ts'

const tables = [
  sql.unsafe`create table subject_streams (
    subject uuid not null,
    stream text collate "C" not null,
    primary key (subject, stream))`,
]

/** Version of the table; those of what modules say come on top. */
const TABLE_VERSION = 1

/** How the read model names a subject of the vault: those names hold the client's id of a person, and rows stay after an erasure. */
export function subjectKey(subject: string): string {
  return derivedUuid('subject-streams', subject)
}

/** Which streams are about a person. */
export function subjectStreamsProjection(declared: readonly PersonalDataMap[]): Projection {
  const personalOf = personalDataFinder(declared)
  return {
    name: 'subject_streams',
    // A sum, so that whatever is raised, or a module more, raises it.
    version: declared.reduce((sum, { version }) => sum + version, TABLE_VERSION),
    prefixes: declared.map(({ prefix }) => prefix),
    tables,
    indexes: [],
    key: ['subject', 'stream'],
    counters: [],
    change(event: Recorded<DomainEvent>) {
      const subject = personalOf(event)?.subject(event) ?? null
      if (subject === null) return null
      const row = { subject: subjectKey(subject), stream: event.stream }
      // The streams of some people say with each event whose they are: the row that is there stays, and is not written.
      return { rows: [{ key: row, next: existing => existing ?? row }] }
    },
  }
}
