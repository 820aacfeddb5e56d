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

/** Each takes a CPU core. */
const CONCURRENT_MAX = 2
/** A reader that stalls this long is gone. Reading the log up to the first selected event may take as long. */
const IDLE_MS_MAX = 600_000
const MEDIA_TYPES = { ndjson: 'application/x-ndjson', csv: 'text/csv' } as const satisfies Record<Encoding, string>
const TYPES = Object.values(MEDIA_TYPES)

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
          'Streams the selected events in the order in which they were recorded, with all fields that are needed to compute their hashes again; sealed data stay sealed. Events of restricted people are left out. The data of erased people are left out and listed in `redacted`: the events’ places in the chain can still be verified. The last line is the manifest: counts, digests and the signature. A file without it is incomplete: request it again.',
          'Exports the events of your client, with `audit:read:any` those of all clients or of `client_id`. While the log is read up to the first selected event, nothing is sent. `POST /audit/verify`, `npm run audit -- verify` and the program in `src/modules/audit/README.md` check such a file.',
          'The export is recorded in the audit before it begins. A process runs two exports of a client at a time; further ones are RATE_LIMIT_EXCEEDED. NOT_FOUND means that you have no access to `client_id`.',
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
        // Before this read is recorded, so that the export does not contain it.
        const end = await store.end()
        const data = { client_id, family, from, to, encoding }
        await recordRead(service, contextOf(request, now()), { type: 'EventsExported', data })
        const disconnected = new AbortController()
        const params = { exported_by: { sub, client_id: own, role }, ...data, end }
        const file = Readable.from(
          exportEvents({ store, signer, views: all, now, loadRedactor: redactorFor }, params, disconnected.signal),
          {
            objectMode: false,
          },
        )
        file.once('close', release)
        // The log reader is stopped separately: the file waits for it before it closes.
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
          summary: 'Verify an exported file',
          description: [
            'Takes a file of `GET /audit/export`, of any size, and verifies it: every hash is computed again, every event must follow the previous one of its stream, and the counts, digests and signature of the manifest must match. The response comes after the whole file was received.',
            'The status is 200 also when `intact` is false; `problem` names the first wrong line. The file is not stored. A process runs two verifications of a client at a time; further ones are RATE_LIMIT_EXCEEDED.',
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
