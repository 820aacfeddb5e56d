import { z } from 'zod'
import { FlagResponse } from '#modules/refunds/reconciliation/schemas.ts'
import { instant, sinceBeforeUntil, timestamp, timestampOrNull } from '#values/instant.ts'
import { pageCursor, pageLimit, pagination } from '#values/page.ts'
import { prose } from '#values/prose.ts'
import { ID_LENGTH_MAX, plainText } from '#values/text.ts'
import { LogCheckpoint } from './checkpoints/checkpoint.ts'
import { InclusionProof } from './checkpoints/inclusion-proof.ts'
import { HistoryLine, unreadable } from './history-line.ts'

/** Per response; each line contains the record before and after it. */
const LINES_MAX = 200
const FOUND_DEFAULT = 50
const FOUND_MAX = 100
const CURSOR_LENGTH_MAX = 400

const limit = (max: number, defaultLimit: number, what: string) =>
  pageLimit(max, defaultLimit).describe(`${what} per page, 1 to ${max}; ${defaultLimit} by default.`)
const cursor = pageCursor(CURSOR_LENGTH_MAX)
const client_id = plainText(ID_LENGTH_MAX)
  .optional()
  .describe(
    prose(
      'Client whose records are meant, for callers with `audit:read:any`; for others only their own client. By',
      'default all records that the caller may see.',
    ),
  )
const state = z.record(z.string(), z.unknown()).nullable()
const client_id_of = z
  .string()
  .nullable()
  .describe('The owner of the record; null without one, or before its first event.')

export const RecordQuery = z
  .strictObject({
    as_of: instant
      .optional()
      .describe(
        'The record at this time, from the events up to it. ISO 8601 with an offset; a time in the future means now.',
      ),
    revision: z
      .string()
      .regex(/^(0|[1-9]\d{0,8})$/, 'must be a whole number from 0, in digits')
      .transform(Number)
      .optional()
      .describe('The record right after the event of this revision, 0 for the first; not together with `as_of`.'),
    client_id,
    limit: limit(LINES_MAX, LINES_MAX, 'Events of the history'),
    cursor,
  })
  .refine(({ as_of, revision }) => as_of === undefined || revision === undefined, {
    error: 'excludes as_of: send one of the two',
    path: ['revision'],
  })
export type RecordQuery = z.infer<typeof RecordQuery>

export const ProofQuery = z.strictObject({ client_id })

export const ProofResponse = InclusionProof.extend({
  family: z.string().describe('What kind of record it is, in the plural.'),
  id: z.string().describe('The record.'),
  uncovered_events: z
    .int()
    .min(0)
    .describe('Later events of the record; the next checkpoint covers them, within a minute.'),
  read_id: z.string().describe('Id of the record of this read in the audit.'),
}).describe('Proof that a signed checkpoint covers the record.')

export const AuditStatusResponse = z
  .object({
    checkpoint: LogCheckpoint.nullable().describe('The last checkpoint; null before the first.'),
    uncovered_events: z
      .int()
      .min(0)
      .describe('Recorded events that it does not cover yet; the next checkpoint covers them, within a minute.'),
    found_whole_at: timestampOrNull('When a verification last found the event store whole, null when none has'),
    last_verification: z
      .object({
        begun_at: timestamp('When it began'),
        ended_at: timestamp('When it ended'),
        events: z.int().describe('Events of the log that it read.'),
        checkpoint: z.int().describe('Number of the last checkpoint that it compared them with; 0 without one.'),
        result: z
          .enum(['whole', 'problem', 'unverified'])
          .describe(
            prose(
              'Whether every event is as the checkpoints cover it (whole), something was found (problem), or there was',
              'no checkpoint to compare with (unverified).',
            ),
          ),
        problem: z
          .string()
          .nullable()
          .describe(
            prose(
              'The first problem that it found, with its record; null without one, and without `audit:read:any`,',
              'because the record may be that of another client.',
            ),
          ),
      })
      .nullable()
      .describe('The last verification of the whole event store; null when there was none.'),
  })
  .describe('The state of the checkpoints of the installation.')

export const ChainReport = z
  .object({
    events: z.int().describe('Events of the record in the event store, up to now.'),
    intact: z.boolean().describe('Whether every event follows the previous one.'),
    first_broken_revision: z
      .int()
      .nullable()
      .describe('Revision of the first event that does not follow the previous one; null when all do.'),
    head_hash: z.string().nullable().describe('Hash of the last event: keep it to detect a truncated history later.'),
  })
  .describe('Result of recomputing the hash chain of the whole record from the event store.')

const RecordLine = HistoryLine.extend({
  unreadable,
  state_before: state.describe('The record before the event, like `state`; null when there was none.'),
  state_after: state.describe('The record right after the event, like `state`.'),
})

const recordFields = {
  family: z.string().describe('What kind of record it is, in the plural, as in the path.'),
  id: z.string().describe('The record, by the id of its events; usable in the path.'),
  client_id: client_id_of,
  as_of: z.string().nullable().describe('The requested time; ISO 8601, UTC. Null without one.'),
  revision: z
    .int()
    .nullable()
    .describe('Revision of the last event up to the requested point in time; null when there was none yet.'),
  state: state.describe(
    prose(
      'The record at the requested point in time, from its events: as its owner sees it, without sealed texts and',
      'free descriptions; amounts are in major units. Null before its first event.',
    ),
  ),
  history: z
    .array(RecordLine)
    .describe(`The events of the record up to that point in time, oldest first, at most ${LINES_MAX} in one response.`),
  pagination,
  chain: ChainReport,
  read_id: z.string().describe('Id of the record of this read: `GET /audit/reads/{id}`.'),
}

export const AuditRecordResponse = z
  .object(recordFields)
  .describe('The record, its history, and whether that is unchanged.')

export const RefundAuditResponse = z
  .object({
    refund_id: z.string().describe('The refund: `rf_` and a UUID.'),
    beneficiary_mismatch: z
      .boolean()
      .describe("Whether the beneficiary is not the transaction's user; false also when it was not checked."),
    network_contradicted: z
      .boolean()
      .describe('Whether the payment network contradicted the recorded state; see NetworkContradicted in the history.'),
    reconciliation_flags: z
      .array(FlagResponse)
      .describe(
        prose(
          'Differences from statements of the payment network up to the requested point in time, and their outcome;',
          '`GET /audit/reconciliations/{flag_id}` has their history.',
        ),
      ),
    ...recordFields,
  })
  .describe('The refund, its history, and whether that is unchanged.')

/** `words`: families, as in paths; `types`: of all events. */
export const searchQueryOf = (words: readonly string[], types: readonly string[]) =>
  z
    .strictObject({
      actor: plainText(ID_LENGTH_MAX)
        .optional()
        .describe('Only events caused by this user, service account or part of the service: `actor.sub`.'),
      request_id: plainText(ID_LENGTH_MAX)
        .optional()
        .describe('Only events caused by the request with this `X-Request-Id`.'),
      correlation_id: plainText(ID_LENGTH_MAX)
        .optional()
        .describe(
          'Only events that followed from the request with this `X-Request-Id`, also later ones: `correlation_id`.',
        ),
      subject: plainText(ID_LENGTH_MAX)
        .optional()
        .describe(
          prose(
            'Only events about this person: your own id of a user of transactions or a beneficiary of refunds, or a',
            '`usr_…`; reads of such events are included.',
          ),
        ),
      object: plainText(ID_LENGTH_MAX).optional().describe('Only events and reads of this record, by its id.'),
      family: z
        .enum(words)
        .optional()
        .describe('Only records of this kind, in the plural, as in the path of a record.'),
      type: plainText(ID_LENGTH_MAX)
        .refine(type => types.includes(type), { error: 'is not a type of event' })
        .optional()
        .describe('Only events of this type, for example RefundVoided.'),
      since: instant.optional().describe('Only events recorded at this time or later; ISO 8601 with an offset.'),
      until: instant.optional().describe('Only events recorded before this time; ISO 8601 with an offset.'),
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
          id: z.string().describe('The record; `family` and this id form the path of its history.'),
          client_id: client_id_of,
          subject: z.string().nullable().describe('The person whom the event is about; null without one.'),
        }),
      )
      .describe('Newest first.'),
    pagination,
    read_id: z.string().describe('Id of the record of this search: `GET /audit/reads/{id}`.'),
  })
  .describe('A page of the events found.')
