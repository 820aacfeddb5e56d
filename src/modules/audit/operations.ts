import { z } from 'zod'
import { RefundParams } from '#modules/refunds/schemas.ts'
import { prose } from '#values/prose.ts'
import { EXPORT_TYPES, ExportResponse, exportQueryOf, VerifyExportResponse } from './export-schemas.ts'
import {
  AuditRecordResponse,
  AuditSearchResponse,
  AuditStatusResponse,
  ProofQuery,
  ProofResponse,
  RecordQuery,
  RefundAuditResponse,
  searchQueryOf,
} from './schemas.ts'

const tags = ['audit']
const scope = 'audit:read'

/** `families` are plurals, as in paths. */
const recordParamsOf = (families: readonly string[]) =>
  z.object({
    family: z.enum(families).describe('What kind of record it is, in the plural.'),
    id: z.string().describe('The record, by the id that other operations show.'),
  })

export const getRefundHistoryOperation = {
  config: { scope, invalid: 'REFUND_001', errors: ['REFUND_003', 'NOT_FOUND'] },
  schema: {
    tags,
    operationId: 'getRefundHistory',
    summary: 'What a refund was at any time, its history, and its hash chain verified',
    description: [
      prose(
        'Reads all events of a refund with actor, reason and request, and the refund before and after each event,',
        'and recomputes the hash chain from the event store: `chain.intact` is whether the history is unchanged.',
        'Names and account numbers are left out, and all other data of an erased person are `[erased]`.',
      ),
      prose(
        '`as_of` requests the record at a time. The response contains only events up to that time, so it is always',
        'the same; only for a very recent time may an event still be missing. Before its first event a record has no',
        '`state`. `revision` requests the record right after one event, which is exact where several have the same',
        'time; an unknown revision is NOT_FOUND. The chain is always that of the whole record.',
      ),
      prose(
        'Every read is recorded before the response, once for each person in it, with the caller and the parameters;',
        '`GET /audit/search?object=…` finds it. A read that can not be recorded fails. REFUND_003 means that there',
        'is no such refund, or that it belongs to another client.',
      ),
    ].join('\n\n'),

    params: RefundParams,
    querystring: RecordQuery,
    response: { 200: RefundAuditResponse },
  },
} as const

export const getAuditRecordOperation = (families: readonly string[]) =>
  ({
    config: { scope, errors: ['NOT_FOUND'] },
    schema: {
      tags,
      operationId: 'getAuditRecord',
      summary: 'What any record was at any time, its history, and its hash chain verified',
      description: [
        prose(
          'Like `GET /audit/refunds/{refund_id}`, for every record with a history. The id of a transaction is your',
          'own, that of a service account is its client’s, and that of a read of the audit is the `read_id` of its',
          'response.',
        ),
        prose(
          '`as_of` and `revision` request the record at a time or right after one event, and every read is recorded,',
          'as there. NOT_FOUND means that there is no such record or kind of records, or that it belongs to another',
          'client.',
        ),
      ].join('\n\n'),

      params: recordParamsOf(families),
      querystring: RecordQuery,
      response: { 200: AuditRecordResponse },
    },
  }) as const

export const getAuditProofOperation = (families: readonly string[]) =>
  ({
    config: { scope, errors: ['NOT_FOUND', 'REFUND_003'] },
    schema: {
      tags,
      operationId: 'getAuditProof',
      summary: 'Proof that a signed checkpoint covers a record',
      description: [
        prose(
          'While there are new events, a checkpoint is signed every minute: a Merkle tree head over the last events',
          'of all streams, with copies outside of the event store. The response leads from the record to the newest',
          'checkpoint.',
        ),
        prose(
          'To verify it: the leaf is SHA-256 over a zero byte and `{"hash":…,"revision":…,"stream":…}` with the',
          'values of the response, without spaces; with `leaf`, `path` and `checkpoint.streams` it leads to',
          '`checkpoint.head` as in RFC 9162, section 2.1.3.2; verify the signature with the key `checkpoint.key_id`',
          'of `/.well-known/jwks.json`, over the RFC 8785 form of the checkpoint without `signature`. `npm run audit',
          '-- verify-proof FILE` does all of this. `hash` is the `hash` of the event at `revision` in the history.',
        ),
        prose(
          '503 means that no checkpoint covers the record yet; repeat after `Retry-After`. Every read is recorded',
          'before the response.',
        ),
      ].join('\n\n'),

      params: recordParamsOf(families),
      querystring: ProofQuery,
      response: { 200: ProofResponse },
    },
  }) as const

export const getAuditStatusOperation = {
  config: { scope },
  schema: {
    tags,
    operationId: 'getAuditStatus',
    summary: 'The last checkpoint, and whether the event store was found whole',
    description: prose(
      'Shows the last signed checkpoint, how many events it does not cover yet, and the result of the last `npm run',
      'audit -- watch`, which compares the whole event store with all checkpoints. This is about the installation,',
      'not about your client. It contains no record, so reading it is not recorded.',
    ),
    response: { 200: AuditStatusResponse },
  },
} as const

export const searchAuditOperation = (families: readonly string[], types: readonly string[]) =>
  ({
    config: { scope, errors: ['NOT_FOUND'] },
    schema: {
      tags,
      operationId: 'searchAudit',
      summary: 'Search the events of all records, newest first',
      description: [
        prose(
          'Finds events of all records of your client by actor, request, person, record, type and time; filters are',
          'combined. Reads of the audit are events too. With `audit:read:any` it finds events of all clients, or of',
          '`client_id`.',
        ),
        prose(
          'Pages go by cursor: new events cause no duplicates and no gaps. The search, its caller and its filters',
          'are recorded before the response.',
        ),
        prose(
          '`400` names the invalid filter; `503` means that the history is being built: repeat after `Retry-After`.',
          'NOT_FOUND means that you have no access to `client_id`.',
        ),
      ].join('\n\n'),

      querystring: searchQueryOf(families, types),
      response: { 200: AuditSearchResponse },
    },
  }) as const

export const exportAuditOperation = (families: readonly string[]) =>
  ({
    config: { scope, errors: ['NOT_FOUND'], responseTypes: EXPORT_TYPES },
    schema: {
      tags,
      operationId: 'exportAudit',
      summary: 'Export events with a signed manifest',
      description: [
        prose(
          'Streams the selected events in the order in which they were recorded, with all fields that are needed to',
          'compute their hashes again; sealed data stay sealed. Events of restricted people are left out. The data',
          'of erased people are left out and listed in `redacted`: the events’ places in the chain can still be',
          'verified. The last line is the manifest: counts, digests and the signature. A file without it is',
          'incomplete: request it again.',
        ),
        prose(
          'Exports the events of your client, with `audit:read:any` those of all clients or of `client_id`. While',
          'the log is read up to the first selected event, nothing is sent. `POST /audit/verify`, `npm run audit --',
          'verify` and the program in `src/modules/audit/README.md` check such a file.',
        ),
        prose(
          'The export is recorded in the audit before it begins. A process runs two exports of a client at a time;',
          'further ones are RATE_LIMIT_EXCEEDED. NOT_FOUND means that you have no access to `client_id`.',
        ),
      ].join('\n\n'),

      querystring: exportQueryOf(families),
      response: { 200: ExportResponse },
    },
  }) as const

export const verifyExportOperation = {
  config: { scope, errors: ['INVALID_REQUEST'], bodyTypes: EXPORT_TYPES },
  schema: {
    tags,
    operationId: 'verifyExport',
    summary: 'Verify an exported file',
    description: [
      prose(
        'Takes a file of `GET /audit/export`, of any size, and verifies it: every hash is computed again, every',
        'event must follow the previous one of its stream, and the counts, digests and signature of the manifest',
        'must match. The response comes after the whole file was received.',
      ),
      prose(
        'The status is 200 also when `intact` is false; `problem` names the first wrong line. The file is not',
        'stored. A process runs two verifications of a client at a time; further ones are RATE_LIMIT_EXCEEDED.',
      ),
    ].join('\n\n'),

    response: { 200: VerifyExportResponse },
  },
} as const
