import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { owner, plain, subject } from '#event-sourcing/field-classes.ts'

const text = z.string().nullable()

/** A stream for each read, so that readers never conflict. */
const ReadEvents = {
  /**
   * `client_id`: the record's owner, null = none; `family` and `id`: its stream; `subject`: the person it is about;
   * `as_of` and `revision`: as requested; `seen`: the last revision shown, null = none.
   */
  RecordRead: z.strictObject({
    client_id: owner(text),
    ...plain({ family: z.string(), id: z.string() }),
    subject: subject(text),
    ...plain({ as_of: text, revision: z.int().nullable(), seen: z.int().nullable() }),
  }),
  /** `client_id` null = all clients. `filters`: as requested. */
  HistorySearched: z.strictObject({
    client_id: owner(text),
    ...plain({ filters: z.record(z.string(), z.string()), found: z.int() }),
  }),
  /** `client_id` null = all clients. `family`: only this kind of record, by its word in paths. */
  EventsExported: z.strictObject({
    client_id: owner(text),
    ...plain({ family: text, from: text, to: text, encoding: z.enum(['ndjson', 'csv']) }),
  }),
}
export type ReadEvent = EventOf<typeof ReadEvents>

export const readStreams = category({ prefix: 'auditread-', events: ReadEvents })
