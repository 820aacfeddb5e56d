import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'

/** That somebody read the audit, in `auditread-<uuid>`: one event each, so that readers are never in each other's way. */
const ReadEvents = {
  /**
   * The history of one record was given out. `client_id`: whose record it is, null = nobody's; `family` and `id`: its stream's; `subject`:
   * the person it is about; `as_of` and `revision`: of when it was asked; `seen`: the last revision that was told of, null = none.
   */
  RecordRead: z.strictObject({
    client_id: z.string().nullable(),
    family: z.string(),
    id: z.string(),
    subject: z.string().nullable(),
    as_of: z.string().nullable(),
    revision: z.int().nullable(),
    seen: z.int().nullable(),
  }),
  /** A page of the history of a client was given out, or, where `client_id` is null, of all clients. `filters`: as they were asked. */
  HistorySearched: z.strictObject({
    client_id: z.string().nullable(),
    filters: z.record(z.string(), z.string()),
    found: z.int(),
  }),
  /**
   * The events of a client, or, where `client_id` is null, of all clients were given out as a file. `family`: of this kind of record alone,
   * by its word in paths; `from` and `to`: of this time alone.
   */
  EventsExported: z.strictObject({
    client_id: z.string().nullable(),
    family: z.string().nullable(),
    from: z.string().nullable(),
    to: z.string().nullable(),
    encoding: z.enum(['ndjson', 'csv']),
  }),
}
export type ReadEvent = EventOf<typeof ReadEvents>

export const readStreams = category({ prefix: 'auditread-', events: ReadEvents, unclassified: true })
