import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { recordRead } from '#commands/audit/record-read.ts'
import { type Api, contextOf } from '#http/api.ts'
import { RefundParams } from '#modules/refunds/schemas.ts'
import { canSee, type FoundRecord, findRecord, type Reader } from '#queries/audit/find-record.ts'
import type { Service } from '#service.ts'
import { cursorOf, readCursor } from '#values/cursor.ts'
import { type ErrorCode, fieldRejection } from '#values/errors.ts'
import type { AuditDeps } from './audit-deps.ts'
import { loadRecordRedactor } from './load-record-redactor.ts'
import type { PointInTime } from './point-in-time.ts'
import { readerOf } from './reader-of.ts'
import { AuditRecordResponse, RecordQuery, RefundAuditResponse } from './schemas.ts'
import { viewRecord } from './view-record.ts'

const CursorKey = z.tuple([
  z
    .string()
    .regex(/^(0|[1-9]\d{0,8})$/)
    .transform(Number),
])
const REFUNDS = 'refunds'
/** Differences from the payment network's statements, by refund. */
const RECONCILIATIONS = 'reconciliations'

type Flags = z.infer<typeof RefundAuditResponse>['reconciliation_flags']

export function recordRoutes(api: Api, service: Service, { all, personal }: Pick<AuditDeps, 'all' | 'personal'>): void {
  const words = all.map(({ plural }) => plural)
  /** Found before validation: 404 comes first. */
  const lookups = new WeakMap<FastifyRequest, { found: FoundRecord; reader: Reader }>()

  async function find(request: FastifyRequest, family: string, requestedId: string, code: ErrorCode, field: string) {
    const audited = all.find(({ plural }) => plural === family)
    if (audited === undefined)
      throw fieldRejection('NOT_FOUND', [{ field: 'family', reason: `must be one of ${words.join(', ')}` }])
    const { client_id } = request.query as { client_id?: unknown }
    const reader = readerOf(request.caller, typeof client_id === 'string' ? client_id : undefined)
    const found = await findRecord(service, all, { audited, requestedId, reader })
    if (found === null) throw fieldRejection(code, [{ field, reason: `names none of the ${family}` }])
    lookups.set(request, { found, reader })
  }

  /** Records the read, then returns the record. */
  async function readRecord(request: FastifyRequest, query: RecordQuery, invalid: ErrorCode) {
    const { found, reader } = lookups.get(request)!
    const { as_of, revision, limit, cursor } = query
    const pointInTime: PointInTime = as_of !== undefined ? { as_of } : revision !== undefined ? { revision } : null
    const [after = -1] = cursor === undefined ? [] : readCursor(cursor, CursorKey, invalid)
    const { redactor, subjectAt } = await loadRecordRedactor(service, personal, found)
    const view = viewRecord(found, redactor, { reader, pointInTime, page: { after, limit } })
    if (view === null) {
      const last = found.events.at(-1)?.revision
      throw fieldRejection('NOT_FOUND', [{ field: 'revision', reason: `names no event; the last one is ${last}` }])
    }
    const { has_more, ...record } = view
    const { audited, id, owners, events } = found
    const seen = view.history.at(-1)?.revision ?? null
    const data = {
      client_id: owners.find(owner => owner !== null && canSee(reader, owner)) ?? null,
      family: audited.prefix.slice(0, -1),
      ...{ id, as_of: as_of ?? null, revision: revision ?? null, seen },
    }
    // A read of each person, so that all reads of a person can be found; the response names the first.
    const subjects = [view.revision ?? events.length - 1, ...view.history.map(line => line.revision)].map(subjectAt)
    const [first = null, ...others] = new Set(subjects.filter(subject => subject !== null))
    const recordReadOf = (subject: string | null) =>
      recordRead(service, contextOf(request, service.now()), { type: 'RecordRead', data: { ...data, subject } })
    const read_id = await recordReadOf(first)
    for (const subject of others) await recordReadOf(subject)
    return {
      ...{ family: audited.plural, id, as_of: as_of ?? null },
      ...record,
      pagination: { next_cursor: has_more && seen !== null ? cursorOf(seen) : null, has_more },
      read_id,
    }
  }

  /** The flags of a record at a point in time, from its events. */
  async function flagsOf(id: string, client_id: string | null, pointInTime: PointInTime): Promise<Flags> {
    const audited = all.find(({ plural }) => plural === RECONCILIATIONS)
    if (audited === undefined || client_id === null) return []
    const reader = { client_id, readsAll: false }
    const found = await findRecord(service, all, { audited, requestedId: id, reader })
    if (found === null) return []
    const { redactor } = await loadRecordRedactor(service, personal, found)
    const view = viewRecord(found, redactor, { reader, pointInTime, page: { after: -1, limit: 0 } })
    return (view?.state?.flags ?? []) as Flags
  }

  /** Flags have their own streams: a revision of the record becomes the time of that event. */
  function timeOf(request: FastifyRequest, { as_of, revision }: RecordQuery): PointInTime {
    if (as_of !== undefined) return { as_of }
    const event = lookups.get(request)?.found.events.find(event => event.revision === revision)
    return event === undefined ? null : { as_of: event.at }
  }

  const tags = ['audit']
  const pointInTimeText =
    '`as_of` requests the record at a time. The response contains only events up to that time, so it is always the same; only for a very recent time may an event still be missing. Before its first event a record has no `state`. `revision` requests the record right after one event, which is exact where several have the same time; an unknown revision is NOT_FOUND. The chain is always that of the whole record.'
  const recorded =
    'Every read is recorded before the response, once for each person in it, with the caller and the parameters; `GET /audit/search?object=…` finds it. A read that can not be recorded fails.'

  api.get(
    '/audit/refunds/:refund_id',
    {
      config: { scope: 'audit:read', invalid: 'REFUND_001', errors: ['REFUND_003', 'NOT_FOUND'] },
      preValidation: async request => {
        const { refund_id } = request.params as { refund_id: string }
        await find(request, REFUNDS, refund_id, 'REFUND_003', 'refund_id')
      },
      schema: {
        tags,
        operationId: 'getRefundHistory',
        summary: 'What a refund was at any time, its history, and its hash chain verified',
        description: [
          'Reads all events of a refund with actor, reason and request, and the refund before and after each event, and recomputes the hash chain from the event store: `chain.intact` is whether the history is unchanged. Names and account numbers are left out, and all other data of an erased person are `[erased]`.',
          pointInTimeText,
          `${recorded} REFUND_003 means that there is no such refund, or that it belongs to another client.`,
        ].join('\n\n'),
        params: RefundParams,
        querystring: RecordQuery,
        response: { 200: RefundAuditResponse },
      },
    },
    async request => {
      const record = await readRecord(request, request.query, 'REFUND_001')
      const { beneficiary_mismatch, contradictions } = (record.state ?? {}) as Record<string, unknown>
      return {
        refund_id: record.id,
        beneficiary_mismatch: beneficiary_mismatch === true,
        network_contradicted: Array.isArray(contradictions) && contradictions.length > 0,
        reconciliation_flags: await flagsOf(record.id, record.client_id, timeOf(request, request.query)),
        ...record,
      }
    },
  )

  api.get(
    '/audit/:family/:id',
    {
      config: { scope: 'audit:read', errors: ['NOT_FOUND'] },
      preValidation: async request => {
        const { family, id } = request.params as { family: string; id: string }
        await find(request, family, id, 'NOT_FOUND', 'id')
      },
      schema: {
        tags,
        operationId: 'getAuditRecord',
        summary: 'What any record was at any time, its history, and its hash chain verified',
        description: [
          'Like `GET /audit/refunds/{refund_id}`, for every record with a history. The id of a transaction is your own, that of a service account is its client’s, and that of a read of the audit is the `read_id` of its response.',
          pointInTimeText,
          `${recorded} NOT_FOUND means that there is no such record or kind of records, or that it belongs to another client.`,
        ].join('\n\n'),
        params: z.object({
          family: z.enum(words).describe('What kind of record it is, in the plural.'),
          id: z.string().describe('The record, by the id that other operations show.'),
        }),
        querystring: RecordQuery,
        response: { 200: AuditRecordResponse },
      },
    },
    request => readRecord(request, request.query, 'INVALID_REQUEST'),
  )
}
