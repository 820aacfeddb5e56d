import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { recordRead } from '#commands/audit/record-read.ts'
import { type Api, contextOf } from '#http/api.ts'
import { canSee, findRecord } from '#queries/audit/find-record.ts'
import type { Service } from '#service.ts'
import { cursorOf, readCursor } from '#values/cursor.ts'
import { type ErrorCode, fieldRejection } from '#values/errors.ts'
import type { AuditDeps } from './audit-deps.ts'
import { loadRecordRedactor } from './load-record-redactor.ts'
import { getAuditRecordOperation, getRefundHistoryOperation } from './operations.ts'
import type { PointInTime } from './point-in-time.ts'
import { recordLookup } from './record-lookup.ts'
import type { RecordQuery, RefundAuditResponse } from './schemas.ts'
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
  const lookup = recordLookup(service, all)

  /** Records the read, then returns the record. */
  async function readRecord(request: FastifyRequest, query: RecordQuery, invalid: ErrorCode) {
    const { found, reader } = lookup.resultOf(request)
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
    const event = lookup.resultOf(request).found.events.find(event => event.revision === revision)
    return event === undefined ? null : { as_of: event.at }
  }

  const refundOperation = {
    ...getRefundHistoryOperation,
    preValidation: async (request: FastifyRequest) => {
      const { refund_id } = request.params as { refund_id: string }
      await lookup.find(request, REFUNDS, refund_id, 'REFUND_003', 'refund_id')
    },
  }
  api.get('/audit/refunds/:refund_id', refundOperation, async request => {
    const record = await readRecord(request, request.query, 'REFUND_001')
    const { beneficiary_mismatch, contradictions } = (record.state ?? {}) as Record<string, unknown>
    return {
      refund_id: record.id,
      beneficiary_mismatch: beneficiary_mismatch === true,
      network_contradicted: Array.isArray(contradictions) && contradictions.length > 0,
      reconciliation_flags: await flagsOf(record.id, record.client_id, timeOf(request, request.query)),
      ...record,
    }
  })

  const recordOperation = {
    ...getAuditRecordOperation(all.map(({ plural }) => plural)),
    preValidation: async (request: FastifyRequest) => {
      const { family, id } = request.params as { family: string; id: string }
      await lookup.find(request, family, id, 'NOT_FOUND', 'id')
    },
  }
  api.get('/audit/:family/:id', recordOperation, request => readRecord(request, request.query, 'INVALID_REQUEST'))
}
