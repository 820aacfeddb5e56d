import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { recordRead } from '#commands/audit/record-read.ts'
import { type Api, contextOf } from '#http/api.ts'
import { canSee, type FoundRecord, findRecord, type Reader } from '#queries/audit/find-record.ts'
import { findStreamLeaf } from '#queries/audit/find-stream-leaf.ts'
import type { Service } from '#service.ts'
import type { AuditConfig } from '#services/audit/config.ts'
import { fieldRejection, Rejection } from '#values/errors.ts'
import type { AuditDeps } from './audit-deps.ts'
import { parseCheckpoint } from './checkpoints/checkpoint.ts'
import { auditPathFromTiles, InclusionProof } from './checkpoints/inclusion-proof.ts'
import { loadRecordRedactor } from './load-record-redactor.ts'
import { readerOf } from './reader-of.ts'
import { ProofQuery } from './schemas.ts'

const ProofResponse = InclusionProof.extend({
  family: z.string().describe('What kind of record it is, in the plural.'),
  id: z.string().describe('The record.'),
  uncovered_events: z
    .int()
    .min(0)
    .describe('Later events of the record; the next checkpoint covers them, within a minute.'),
  read_id: z.string().describe('Id of the record of this read in the audit.'),
}).describe('Proof that a signed checkpoint covers the record.')

/** For auditors who trust only the checkpoint. */
export function proofRoutes(
  api: Api,
  service: Service<AuditConfig>,
  { all, personal }: Pick<AuditDeps, 'all' | 'personal'>,
): void {
  const words = all.map(({ plural }) => plural)
  const lookups = new WeakMap<FastifyRequest, { found: FoundRecord; reader: Reader }>()

  api.get(
    '/audit/:family/:id/proof',
    {
      config: { scope: 'audit:read', errors: ['NOT_FOUND', 'REFUND_003'] },
      preValidation: async request => {
        const { family, id } = request.params as { family: string; id: string }
        const { client_id } = request.query as { client_id?: unknown }
        const audited = all.find(({ plural }) => plural === family)
        if (audited === undefined)
          throw fieldRejection('NOT_FOUND', [{ field: 'family', reason: `must be one of ${words.join(', ')}` }])
        const reader = readerOf(request.caller, typeof client_id === 'string' ? client_id : undefined)
        const found = await findRecord(service, all, { audited, requestedId: id, reader })
        const code = family === 'refunds' ? 'REFUND_003' : 'NOT_FOUND'
        if (found === null) throw fieldRejection(code, [{ field: 'id', reason: `names none of the ${family}` }])
        lookups.set(request, { found, reader })
      },
      schema: {
        tags: ['audit'],
        operationId: 'getAuditProof',
        summary: 'Proof that a signed checkpoint covers a record',
        description: [
          'While there are new events, a checkpoint is signed every minute: a Merkle tree head over the last events of all streams, with copies outside of the event store. The response leads from the record to the newest checkpoint.',
          'To verify it: the leaf is SHA-256 over a zero byte and `{"hash":…,"revision":…,"stream":…}` with the values of the response, without spaces; with `leaf`, `path` and `checkpoint.streams` it leads to `checkpoint.head` as in RFC 9162, section 2.1.3.2; verify the signature with the key `checkpoint.key_id` of `/.well-known/jwks.json`, over the RFC 8785 form of the checkpoint without `signature`. `npm run audit -- verify-proof FILE` does all of this. `hash` is the `hash` of the event at `revision` in the history.',
          '503 means that no checkpoint covers the record yet; repeat after `Retry-After`. Every read is recorded before the response.',
        ].join('\n\n'),
        params: z.object({
          family: z.enum(words).describe('What kind of record it is, in the plural.'),
          id: z.string().describe('The record, by the id that other operations show.'),
        }),
        querystring: ProofQuery,
        response: { 200: ProofResponse },
      },
    },
    async request => {
      const { found, reader } = lookups.get(request)!
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
    },
  )
}
