import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { owner, plain, subject } from '#event-sourcing/field-classes.ts'

const text = z.string().nullable()

/** A read of the audit, in `auditread-<uuid>`: a stream for each, so that readers never conflict. */
const ReadEvents = {
  /**
   * The history of one record was shown. `client_id`: the record's owner, null = none; `family` and `id`: its stream;
   * `subject`: the person it is about; `as_of` and `revision`: as requested; `seen`: the last revision shown, null =
   * none.
   */
  RecordRead: z.strictObject({
    client_id: owner(text),
    ...plain({ family: z.string(), id: z.string() }),
    subject: subject(text),
    ...plain({ as_of: text, revision: z.int().nullable(), seen: z.int().nullable() }),
  }),
  /** A page of the history of a client, or of all (`client_id` null), was shown. `filters`: as requested. */
  HistorySearched: z.strictObject({
    client_id: owner(text),
    ...plain({ filters: z.record(z.string(), z.string()), found: z.int() }),
  }),
  /**
   * The events of a client, or of all (`client_id` null), were exported as a file. `family`: only this kind of record,
   * by its word in paths; `from` and `to`: only this time.
   */
  EventsExported: z.strictObject({
    client_id: owner(text),
    ...plain({ family: text, from: text, to: text, encoding: z.enum(['ndjson', 'csv']) }),
  }),
}
export type ReadEvent = EventOf<typeof ReadEvents>

export const readStreams = category({ prefix: 'auditread-', events: ReadEvents })
