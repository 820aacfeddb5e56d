import { sql } from 'slonik'
import { z } from 'zod'
import { type PersonalDataMap, personalDataFinder } from '#declarations/personal-data.ts'
import type { Projection } from '#declarations/read-model.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import { derivedUuid } from '#values/ids.ts'

const SubjectStreamRow = z.object({ subject: z.string(), stream: z.string() })

const tables = [
  sql.unsafe`create table subject_streams (
    subject uuid not null,
    stream text collate "C" not null,
    primary key (subject, stream))`,
]

const TABLE_VERSION = 1

/** Hashed, because a vault subject contains the client's id of the person, and rows remain after an erasure. */
export function subjectKey(subject: string): string {
  return derivedUuid('subject-streams', subject)
}

export function subjectStreamsProjection(declared: readonly PersonalDataMap[]): Projection {
  const personalOf = personalDataFinder(declared)
  return {
    name: 'subject_streams',
    // A sum, so that a new module and every changed version rebuild the table.
    version: declared.reduce((sum, { version }) => sum + version, TABLE_VERSION),
    row: SubjectStreamRow,
    prefixes: declared.map(({ prefix }) => prefix),
    tables,
    indexes: [],
    key: ['subject', 'stream'],
    counters: [],
    rollups: [],
    change(event: Recorded<DomainEvent>) {
      const subject = personalOf(event)?.subject(event) ?? null
      if (subject === null) return null
      const row = { subject: subjectKey(subject), stream: event.stream }
      // An event that names the subject again leaves the row unwritten.
      return { rows: [{ key: row, isFirst: event.revision === 0, next: existing => existing ?? row }] }
    },
  }
}
