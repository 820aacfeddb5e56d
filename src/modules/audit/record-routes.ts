import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { recordRead } from '#commands/audit/record-read.ts'
import { type Api, contextOf } from '#http/api.ts'
import { RefundParams } from '#modules/refunds/schemas.ts'
import { type FoundRecord, findRecord, maySee, type Reader } from '#queries/audit/find-record.ts'
import type { Service } from '#service.ts'
import { cursorOf, readCursor } from '#values/cursor.ts'
import { type ErrorCode, fieldRejection } from '#values/errors.ts'
import type { Auditing } from './auditing.ts'
import type { PointInTime } from './moment.ts'
import { peopleOf } from './people.ts'
import { readerOf } from './readers.ts'
import { AuditRecord, RecordQuery, RefundAudit } from './schemas.ts'
import { toldRecord } from './told-record.ts'

const Place = z.tuple([
  z
    .string()
    .regex(/^(0|[1-9]\d{0,8})$/)
    .transform(Number),
])
const REFUNDS = 'refunds'
/** What statements of the payment network said otherwise, refund by refund. */
const RECONCILIATIONS = 'reconciliations'

type Flags = z.infer<typeof RefundAudit>['reconciliation_flags']

/** One record of any module: what it was at a moment, what happened to it and who did that. */
export function recordRoutes(api: Api, service: Service, { all, personal }: Pick<Auditing, 'all' | 'personal'>): void {
  const words = all.map(({ plural }) => plural)
  /** What the request was found to be about before it was validated: 404 comes first. */
  const sought = new WeakMap<FastifyRequest, { found: FoundRecord; reader: Reader }>()

  async function find(request: FastifyRequest, family: string, asked: string, code: ErrorCode, field: string) {
    const audited = all.find(({ plural }) => plural === family)
    if (audited === undefined)
      throw fieldRejection('NOT_FOUND', [{ field: 'family', reason: `must be one of ${words.join(', ')}` }])
    const { client_id } = request.query as { client_id?: unknown }
    const reader = readerOf(request.caller, typeof client_id === 'string' ? client_id : undefined)
    const found = await findRecord(service, all, { audited, asked, reader })
    if (found === null) throw fieldRejection(code, [{ field, reason: `names none of the ${family}` }])
    sought.set(request, { found, reader })
  }

  /** Tells, after it has recorded that it is told. */
  async function tell(request: FastifyRequest, query: RecordQuery, invalid: ErrorCode) {
    const { found, reader } = sought.get(request)!
    const { as_of, revision, limit, cursor } = query
    const moment: PointInTime = as_of !== undefined ? { as_of } : revision !== undefined ? { revision } : null
    const [after = -1] = cursor === undefined ? [] : readCursor(cursor, Place, invalid)
    const { leftOut, subjectAt } = await peopleOf(service, personal, found)
    const told = toldRecord(found, leftOut, { reader, moment, page: { after, limit } })
    if (told === null) {
      const last = found.events.at(-1)?.revision
      throw fieldRejection('NOT_FOUND', [{ field: 'revision', reason: `names no event; the last one is ${last}` }])
    }
    const { has_more, ...record } = told
    const { audited, id, owners, events } = found
    const seen = told.history.at(-1)?.revision ?? null
    const data = {
      client_id: owners.find(owner => owner !== null && maySee(reader, owner)) ?? null,
      family: audited.prefix.slice(0, -1),
      ...{ id, as_of: as_of ?? null, revision: revision ?? null, seen },
    }
    // For each whom something is told of, so that whoever asks who read of them finds it; the answer names the first.
    const tellsOf = [told.revision ?? events.length - 1, ...told.history.map(line => line.revision)].map(subjectAt)
    const [first = null, ...others] = new Set(tellsOf.filter(subject => subject !== null))
    const recordOf = (subject: string | null) =>
      recordRead(service, contextOf(request, service.now()), { type: 'RecordRead', data: { ...data, subject } })
    const read_id = await recordOf(first)
    for (const subject of others) await recordOf(subject)
    return {
      ...{ family: audited.plural, id, as_of: as_of ?? null },
      ...record,
      pagination: { next_cursor: has_more && seen !== null ? cursorOf(seen) : null, has_more },
      read_id,
    }
  }

  /** What was flagged of a record of a client up to a moment of it, from the events alone. */
  async function flagsOf(id: string, client_id: string | null, moment: PointInTime): Promise<Flags> {
    const audited = all.find(({ plural }) => plural === RECONCILIATIONS)
    if (audited === undefined || client_id === null) return []
    const reader = { client_id, readsAll: false }
    const found = await findRecord(service, all, { audited, asked: id, reader })
    if (found === null) return []
    const { leftOut } = await peopleOf(service, personal, found)
    const told = toldRecord(found, leftOut, { reader, moment, page: { after: -1, limit: 0 } })
    return (told?.state?.flags ?? []) as Flags
  }

  /** Flags have streams of their own: right after an event means at its time there. */
  function timeOf(request: FastifyRequest, { as_of, revision }: RecordQuery): PointInTime {
    if (as_of !== undefined) return { as_of }
    const event = sought.get(request)?.found.events.find(event => event.revision === revision)
    return event === undefined ? null : { as_of: event.at }
  }

  const tags = ['audit']
  const moments =
    '`as_of` asks what it was at a time: the answer is made of the events up to then alone, so that it is the same whenever it is asked; only of a time that is hardly over may an event still be under way. Before its first event a record has no `state`. `revision` asks what it was right after one event, which is exact where several have the same time; one that no event has is NOT_FOUND. The chain is always that of the whole record.'
  const recorded =
    'Every answer is recorded before it is given, once for each person of whom it tells: who asked, for what and as of when; `GET /audit/search?object=…` finds it. What can not be recorded is not told.'

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
          'Reads everything that happened to a refund, who caused it, why and on whose request, with the refund before and after each event, and recomputes the hash chain from the event store: `chain.intact` says whether the history is as it was written. Names and account numbers are not in it, and whatever else was about an erased person reads `[erased]`.',
          moments,
          `${recorded} REFUND_003 means that there is no such refund, or that it is another client's.`,
        ].join('\n\n'),
        params: RefundParams,
        querystring: RecordQuery,
        response: { 200: RefundAudit },
      },
    },
    async request => {
      const told = await tell(request, request.query, 'REFUND_001')
      const { beneficiary_mismatch, contradictions } = (told.state ?? {}) as Record<string, unknown>
      return {
        refund_id: told.id,
        beneficiary_mismatch: beneficiary_mismatch === true,
        network_contradicted: Array.isArray(contradictions) && contradictions.length > 0,
        reconciliation_flags: await flagsOf(told.id, told.client_id, timeOf(request, request.query)),
        ...told,
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
          'As `GET /audit/refunds/{refund_id}`, for everything that the service keeps a history of. Transactions go by your own id, service accounts by that of their client, readings of the audit by the `read_id` of their answers.',
          moments,
          `${recorded} NOT_FOUND means that there is no such record or no such kind of records, or that it is another client's.`,
        ].join('\n\n'),
        params: z.object({
          family: z.enum(words).describe('What kind of record it is, in the plural.'),
          id: z.string().describe('The record, by the id that other operations show.'),
        }),
        querystring: RecordQuery,
        response: { 200: AuditRecord },
      },
    },
    request => tell(request, request.query, 'INVALID_REQUEST'),
  )
}
