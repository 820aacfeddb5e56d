import type { FastifyRequest } from 'fastify'
import { recordRead } from '#commands/audit/record-read.ts'
import { type Api, contextOf } from '#http/api.ts'
import { canSee } from '#queries/audit/find-record.ts'
import { findStreamLeaf } from '#queries/audit/find-stream-leaf.ts'
import type { Service } from '#service.ts'
import type { AuditConfig } from '#services/audit/config.ts'
import { Rejection } from '#values/errors.ts'
import type { AuditDeps } from './audit-deps.ts'
import { parseCheckpoint } from './checkpoints/checkpoint.ts'
import { auditPathFromTiles } from './checkpoints/inclusion-proof.ts'
import { loadRecordRedactor } from './load-record-redactor.ts'
import { getAuditProofOperation } from './operations.ts'
import { recordLookup } from './record-lookup.ts'

/** For auditors who trust only the checkpoint. */
export function proofRoutes(
  api: Api,
  service: Service<AuditConfig>,
  { all, personal }: Pick<AuditDeps, 'all' | 'personal'>,
): void {
  const lookup = recordLookup(service, all)
  const operation = {
    ...getAuditProofOperation(all.map(({ plural }) => plural)),
    preValidation: async (request: FastifyRequest) => {
      const { family, id } = request.params as { family: string; id: string }
      await lookup.find(request, family, id, family === 'refunds' ? 'REFUND_003' : 'NOT_FOUND', 'id')
    },
  }
  api.get('/audit/:family/:id/proof', operation, async request => {
    const { found, reader } = lookup.resultOf(request)
    const { audited, id, owners, events } = found
    const { subjectAt } = await loadRecordRedactor(service, personal, found)
    const subject = subjectAt(events.length - 1)
    const stream = audited.prefix + id
    const covered = await findStreamLeaf(service.db, stream)
    const checkpoint = covered === null ? undefined : parseCheckpoint(covered.line)?.checkpoint
    if (covered === null || checkpoint === undefined) {
      const retryAfterS = Math.ceil(service.config.CHECKPOINT_EVERY_MS / 1_000)
      throw new Rejection('SERVICE_UNAVAILABLE', { reason: 'no checkpoint covers it yet' }, { retryAfterS })
    }
    const { leaf, revision, hash, tiles } = covered
    const read_id = await recordRead(service, contextOf(request, service.now()), {
      type: 'RecordRead',
      data: {
        client_id: owners.find(owner => owner !== null && canSee(reader, owner)) ?? null,
        family: audited.prefix.slice(0, -1),
        ...{ id, subject, as_of: null, revision: null, seen: revision },
      },
    })
    const uncovered_events = events.filter(event => event.revision > revision).length
    const path = auditPathFromTiles(tiles, leaf)
    return { family: audited.plural, id, stream, revision, hash, leaf, path, checkpoint, uncovered_events, read_id }
  })
}
