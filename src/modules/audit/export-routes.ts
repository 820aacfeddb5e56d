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
import { EXPORT_TYPES, type ExportReport, MEDIA_TYPES } from './export-schemas.ts'
import { exportAuditOperation, verifyExportOperation } from './operations.ts'
import { readerOf } from './record-lookup.ts'
import { verifyExport } from './verify-export.ts'

/** Each takes a CPU core. */
const CONCURRENT_MAX = 2
/** A reader that stalls this long is gone. Reading the log up to the first selected event may take as long. */
const IDLE_MS_MAX = 600_000

export function exportRoutes(api: Api, service: Service, { signer, all, personal }: AuditDeps): void {
  const exporting = createConcurrencyLimit(CONCURRENT_MAX, 'exports')
  const verifying = createConcurrencyLimit(CONCURRENT_MAX, 'verifications')
  const { store, now } = service
  const redactorFor = (signal: AbortSignal) => loadRedactor(store, personal, signal)
  const deps = { store, signer, views: all, now, loadRedactor: redactorFor }

  const operation = exportAuditOperation(all.map(({ plural }) => plural))
  api.get('/audit/export', operation, async (request, reply) => {
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
      const chunks = exportEvents(deps, params, disconnected.signal)
      const file = Readable.from(chunks, { objectMode: false })
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
  })

  api.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      [...EXPORT_TYPES],
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

    scope.withTypeProvider<ZodTypeProvider>().post('/audit/verify', verifyExportOperation, async ({ body }) => {
      if (body === undefined) throw fieldRejection('INVALID_REQUEST', [{ field: 'body', reason: 'is required' }])
      return body as ExportReport
    })
  })
}

function notAnExport(): Rejection {
  const reason = `must be ${EXPORT_TYPES.join(' or ')}`
  const message = 'The request body must be an export.'
  return new Rejection('UNSUPPORTED_MEDIA_TYPE', { field: 'content-type', reason }, { message })
}
