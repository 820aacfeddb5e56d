import type { FastifyRequest } from 'fastify'
import type { TraceSpan, Tracing } from '#edge/tracing/tracing.ts'
import type { Api } from './api.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined without a collector. For the log. */
    traceId: string | undefined
  }
}

/** One span per request except probes. It has no path beyond its template, no query, no header and no person. */
export function traceRequests(app: Api, tracing: Tracing | undefined): void {
  app.decorateRequest('traceId', undefined)
  if (tracing === undefined) return
  const spans = new WeakMap<FastifyRequest, TraceSpan>()

  app.addHook('onRequest', (request, _reply, done) => {
    const { method, headers, routeOptions } = request
    if (routeOptions.config.limit === 'none') return done()
    const { traceparent } = headers
    const name = routeOptions.url === undefined ? method : `${method} ${routeOptions.url}`
    const span = tracing.start('server', name, typeof traceparent === 'string' ? traceparent : undefined)
    spans.set(request, span)
    request.traceId = span.traceId
    done()
  })
  // Not earlier: reading the body leaves the asynchronous context of the first hook.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request)
    if (span === undefined) done()
    else span.within(done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, id, routeOptions, errorCode } = request
    spans.get(request)?.end(
      {
        'http.request.method': method,
        'http.route': routeOptions.url,
        'http.response.status_code': reply.statusCode,
        request_id: id,
        'error.type': errorCode ?? undefined,
      },
      reply.statusCode >= 500 ? 'failed' : 'ok',
    )
    done()
  })
}
