import { Readable } from 'node:stream'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { recordRead } from '#commands/audit/record-read.ts'
import { type Api, contextOf } from '#http/api.ts'
import { createConcurrencyLimit } from '#http/concurrency-limit.ts'
import { loadRedactor } from '#privacy/redaction.ts'
import type { Service } from '#service.ts'
import { fieldRejection, Rejection } from '#values/errors.ts'
import type { AuditDeps } from './audit-deps.ts'
import { exportEvents } from './export-events.ts'
import { ExportResponse, exportQueryOf, VerifyExportResponse } from './export-schemas.ts'
import type { Encoding } from './manifest.ts'
import { readerOf } from './reader-of.ts'
import { verifyExport } from './verify-export.ts'

/** Each takes a core for as long as it lasts. */
const CONCURRENT_MAX = 2
/** A reader that does not read for so long is gone. Without a byte on the way the log may be read, up to where the first event is: as long. */
const IDLE_MS_MAX = 600_000
const MEDIA_TYPES = { ndjson: 'application/x-ndjson', csv: 'text/csv' } as const satisfies Record<Encoding, string>
const TYPES = Object.values(MEDIA_TYPES)

/** The proof on paper: what happened as a file that nobody can change unseen, and a look whether somebody did. */
export function exportRoutes(api: Api, service: Service, { signer, all, personal }: AuditDeps): void {
  const exporting = createConcurrencyLimit(CONCURRENT_MAX, 'exports')
  const verifying = createConcurrencyLimit(CONCURRENT_MAX, 'verifications')
  const { store, now } = service
  const redactorFor = (signal: AbortSignal) => loadRedactor(store, personal, signal)

  api.get(
    '/audit/export',
    {
      config: { scope: 'audit:read', errors: ['NOT_FOUND'], responseTypes: TYPES },
      schema: {
        tags: ['audit'],
        operationId: 'exportAudit',
        summary: 'Export events with a signed manifest',
        description: [
          'Streams every event that was asked for, in the order in which they were recorded, with all that is needed to compute its hash again; what is sealed stays sealed. People who are restricted are not in it; of those who were erased what is about them is left out, and `redacted` says so: their places in the chain verify. The last line is the manifest: counts, digests and the signature. A file without it is not whole: something failed on the way, so ask again.',
          'Events of your client are exported, with `audit:read:any` those of all clients or of the one that `client_id` names. Up to the first event that was asked for nothing is sent while the log is read. `POST /audit/verify`, `npm run audit -- verify` and the program in `src/modules/audit/README.md` check such a file.',
          'Who exported what is recorded before it begins. Two exports of a client at a time are enough for a process: RATE_LIMIT_EXCEEDED says so. NOT_FOUND means that `client_id` is not for you to see.',
        ].join('\n\n'),
        querystring: exportQueryOf(all.map(({ plural }) => plural)),
        response: { 200: ExportResponse },
      },
    },
    async (request, reply) => {
      const { from = null, to = null, family = null, format: encoding, client_id: named } = request.query
      const { sub, client_id: own, role } = request.caller
      const reader = readerOf(request.caller, named)
      const client_id = reader.readsAll ? null : reader.client_id
      reply.type(MEDIA_TYPES[encoding])
      reply.header('content-disposition', `attachment; filename="audit-export.${encoding}"`)
      if (request.method === 'HEAD') return reply.send('' as never)
      const release = exporting.acquire(own)
      try {
        // Before it is recorded that it is read, so that this does not stand in it.
        const end = await store.end()
        const data = { client_id, family, from, to, encoding }
        await recordRead(service, contextOf(request, now()), { type: 'EventsExported', data })
        const disconnected = new AbortController()
        const params = { exported_by: { sub, client_id: own, role }, ...data, end }
        const file = Readable.from(
          exportEvents({ store, signer, facts: all, now, loadRedactor: redactorFor }, params, disconnected.signal),
          {
            objectMode: false,
          },
        )
        file.once('close', release)
        // The reading of the log is told by itself: the file would wait for it before it closes.
        reply.raw.once('close', () => disconnected.abort())
        reply.raw.once('pipe', () => {
          reply.raw.flushHeaders()
          request.raw.socket.setTimeout(IDLE_MS_MAX)
        })
        return reply.send(file as never)
      } catch (error) {
        release()
        throw error
      }
    },
  )

  api.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      [...TYPES],
      async (request: { caller: { client_id: string } }, body: AsyncIterable<Buffer>) => {
        const release = verifying.acquire(request.caller.client_id)
        try {
          return await verifyExport(body, signer.keys)
        } finally {
          release()
        }
      },
    )
    scope.addContentTypeParser('*', (_request, _body, done) => done(notAnExport()))

    scope.withTypeProvider<ZodTypeProvider>().post(
      '/audit/verify',
      {
        config: { scope: 'audit:read', errors: ['INVALID_REQUEST'], bodyTypes: TYPES },
        schema: {
          tags: ['audit'],
          operationId: 'verifyExport',
          summary: 'Check an exported file',
          description: [
            'Takes a file as `GET /audit/export` gave it, of any size, and says whether it is as it was signed: every hash is computed again, every event must follow from the one before it in its stream, and counts, digests and the signature of the manifest must fit. The answer comes when the whole file is there.',
            '`intact` false is an answer, not a refusal: `problem` names the first line that is wrong. Nothing of the file is kept. Two verifications of a client at a time are enough for a process: RATE_LIMIT_EXCEEDED says so.',
          ].join('\n\n'),
          response: { 200: VerifyExportResponse },
        },
      },
      async ({ body }) => {
        if (body === undefined) throw fieldRejection('INVALID_REQUEST', [{ field: 'body', reason: 'is required' }])
        return body as VerifyExportResponse
      },
    )
  })
}

function notAnExport(): Rejection {
  const reason = `must be ${TYPES.join(' or ')}`
  const message = 'The request body must be an export.'
  return new Rejection('UNSUPPORTED_MEDIA_TYPE', { field: 'content-type', reason }, { message })
}
