import { z } from 'zod'
import { FlagResponse } from '#modules/refunds/reconciliation/schemas.ts'
import { instant, sinceBeforeUntil } from '#values/instant.ts'
import { pageLimit } from '#values/page.ts'
import { ID_LENGTH_MAX, plainText } from '#values/text.ts'
import { HistoryLine, unreadable } from './history-line.ts'

/** Of one answer; records with more events are read in pages. Each line carries the record before and after it. */
const LINES_MAX = 200
const FOUND_DEFAULT = 50
const FOUND_MAX = 100
const CURSOR_LENGTH_MAX = 400

const limit = (max: number, defaultLimit: number, what: string) =>
  pageLimit(max, defaultLimit).describe(`${what} per page, 1 to ${max}; ${defaultLimit} unless said.`)
const cursor = z
  .string()
  .max(CURSOR_LENGTH_MAX)
  .optional()
  .describe('`next_cursor` of the page before, unchanged, with the same parameters.')
const client_id = plainText(ID_LENGTH_MAX)
  .optional()
  .describe(
    'Whose records are meant, for callers with `audit:read:any`; for others it can only be their own client. Without it, all that the caller may see.',
  )
const state = z.record(z.string(), z.unknown()).nullable()
const pagination = (what: string) =>
  z
    .object({
      next_cursor: z
        .string()
        .nullable()
        .describe(`Send it as \`cursor\` with the same parameters for ${what}; null on the last page.`),
      has_more: z.boolean().describe('Whether there are more.'),
    })
    .describe('Where this page stands among the others.')
const client_id_of = z
  .string()
  .nullable()
  .describe('The client whose record it is; null while it was nobody’s, or was not there.')

/** Of when, and which part of the history. */
export const RecordQuery = z
  .strictObject({
    as_of: instant
      .optional()
      .describe(
        'The record as it was at this time: what it says comes from the events up to then alone. ISO 8601 with an offset; a later time than now is now.',
      ),
    revision: z
      .string()
      .regex(/^(0|[1-9]\d{0,8})$/, 'must be a whole number from 0, in digits')
      .transform(Number)
      .optional()
      .describe('The record as it was right after the event of this revision, 0 for the first; not beside `as_of`.'),
    client_id,
    limit: limit(LINES_MAX, LINES_MAX, 'Events of the history'),
    cursor,
  })
  .refine(({ as_of, revision }) => as_of === undefined || revision === undefined, {
    error: 'excludes as_of: ask for one of the two',
    path: ['revision'],
  })
export type RecordQuery = z.infer<typeof RecordQuery>

export const ProofQuery = z.strictObject({ client_id })

export const ChainReport = z
  .object({
    events: z.int().describe('Events of the record in the event store, up to now.'),
    intact: z.boolean().describe('Whether every event follows from the ones before it.'),
    first_broken_revision: z
      .int()
      .nullable()
      .describe('Revision of the first event that does not follow from the ones before it; null when all do.'),
    head_hash: z
      .string()
      .nullable()
      .describe('Hash of the last event: keep it, and a history that was cut short can be told later.'),
  })
  .describe(
    'What recomputing the hash chain from the event store came to: of the whole record, whatever was asked for.',
  )

const RecordLine = HistoryLine.extend({
  unreadable,
  state_before: state.describe('The record before the event, as `state` has it; null when there was none.'),
  state_after: state.describe('The record right after the event, as `state` has it.'),
})

/** What is told of any record. */
const recordFields = {
  family: z.string().describe('What kind of record it is, in the plural, as in the path.'),
  id: z.string().describe('The record, as its events know it; it can stand in the path.'),
  client_id: client_id_of,
  as_of: z.string().nullable().describe('The time that was asked for; ISO 8601, UTC. Null when none was.'),
  revision: z
    .int()
    .nullable()
    .describe('Revision of the last event up to the moment that was asked for; null when there was none yet.'),
  state: state.describe(
    'The record at the moment that was asked for, folded from its events alone: what its owner is shown, without sealed texts and free descriptions; amounts are in major units. Null when it was not there yet.',
  ),
  history: z
    .array(RecordLine)
    .describe(
      `What happened to the record up to that moment, oldest first, at most ${LINES_MAX} events in one answer.`,
    ),
  pagination: pagination('the events after these'),
  chain: ChainReport,
  read_id: z.string().describe('Under which this very reading is recorded: `GET /audit/reads/{id}`.'),
}

export const AuditRecordResponse = z
  .object(recordFields)
  .describe('The record, its history, and whether that is as it was written.')

export const RefundAuditResponse = z
  .object({
    refund_id: z.string().describe('The refund: `rf_` and a UUID.'),
    beneficiary_mismatch: z
      .boolean()
      .describe("Whether the beneficiary is not the transaction's user; false also where nobody looked."),
    network_contradicted: z
      .boolean()
      .describe(
        'Whether the payment network said what can not be true beside what is recorded; see NetworkContradicted in the history.',
      ),
    reconciliation_flags: z
      .array(FlagResponse)
      .describe(
        'What statements of the payment network said otherwise up to the moment that was asked for, and what became of it; `GET /audit/reconciliations/{flag_id}` has its history.',
      ),
    ...recordFields,
  })
  .describe('The refund, its history, and whether that is as it was written.')

/** `words`: the families' in paths; `types`: of all events. */
export const searchQueryOf = (words: readonly string[], types: readonly string[]) =>
  z
    .strictObject({
      actor: plainText(ID_LENGTH_MAX)
        .optional()
        .describe('Only what this user, service account or part of the service caused, by its id: `actor.sub`.'),
      request_id: plainText(ID_LENGTH_MAX)
        .optional()
        .describe('Only what one request caused, as its `X-Request-Id` said.'),
      subject: plainText(ID_LENGTH_MAX)
        .optional()
        .describe(
          'Only what is about a person: your own id of the user of transactions and the beneficiary of refunds, or a `usr_…`; readings of what is about them are among it.',
        ),
      object: plainText(ID_LENGTH_MAX)
        .optional()
        .describe('Only what happened to one record, by its id, and who read it.'),
      family: z
        .enum(words)
        .optional()
        .describe('Only records of this kind, in the plural, as in the path of a record.'),
      type: plainText(ID_LENGTH_MAX)
        .refine(type => types.includes(type), { error: 'names no type of event' })
        .optional()
        .describe('Only events of this type, for example RefundVoided.'),
      since: instant.optional().describe('Only what was recorded at this time or later; ISO 8601 with an offset.'),
      until: instant.optional().describe('Only what was recorded before this time; ISO 8601 with an offset.'),
      client_id,
      limit: limit(FOUND_MAX, FOUND_DEFAULT, 'Events'),
      cursor,
    })
    .refine(...sinceBeforeUntil)

export const AuditSearchResponse = z
  .object({
    data: z
      .array(
        HistoryLine.extend({
          family: z.string().describe('What kind of record it is, in the plural.'),
          id: z.string().describe('The record: with `family` it makes the path of its own history.'),
          client_id: client_id_of,
          subject: z.string().nullable().describe('The person whom the event is about; null when it is about nobody.'),
        }),
      )
      .describe('Newest first.'),
    pagination: pagination('the page of older events'),
    read_id: z.string().describe('Under which this very search is recorded: `GET /audit/reads/{id}`.'),
  })
  .describe('A page of what was found.')
