import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { ServerOptions } from 'node:https'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  type HookHandlerDoneFunction,
  LogController,
  type RawServerDefault,
} from 'fastify'
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Config } from '#config/config.ts'
import { forLog } from '#edge/log.ts'
import type { Service } from '#service.ts'
import { catalogue, type ErrorCode, fieldRejection, Rejection } from '#values/errors.ts'
import { createAccessLog } from './access-log.ts'
import type { Api } from './api.ts'
import type { Authenticator } from './authenticator.ts'
import { createConnectionDrainer } from './connection-drainer.ts'
import { serveConsole } from './console/serve-console.ts'
import { formatErrorBody, toRejection } from './error-body.ts'
import { createGuard, routeRulesOf } from './guard.ts'
import { createPaths, pathOf, sendNotFound } from './not-found.ts'
import type { DocumentParts } from './openapi/document-parts.ts'
import { type CollectedRoute, publishDocument } from './openapi/publish-document.ts'
import { operationsRoutes } from './operations-routes.ts'
import type { Health } from './operations-schemas.ts'
import { requestIdOf } from './request-id.ts'
import { addResponseTimeout } from './response-timeout.ts'
import { securityHeaders } from './security-headers.ts'
import { sendClientError } from './send-client-error.ts'
import { exemptFromTimeout, isExemptTimeout } from './timeout-exemption.ts'
import { traceRequests } from './trace-requests.ts'
import { validationRejection, validatorCompiler } from './validation.ts'

const BODY_BYTES_MAX = 1_048_576
/** From the first byte of a request to its last. */
const REQUEST_MS_MAX = 15_000
const HEADERS_MS_MAX = 10_000
const SLOW_CHECK_EVERY_MS = 2_000
/** Longer than the idle time of usual load balancers, so that they close first. */
const KEEP_ALIVE_MS = 65_000
/** Without a byte in either direction: the client does not read the response. */
const INACTIVITY_MS_MAX = 60_000
/** Unknown query parameters are refused, also by routes that have none. */
const NO_QUERY = z.strictObject({})
const PARAM_LENGTH_MAX = 512

export type HttpParts = {
  routes: ((api: Api) => void)[]
  authenticator: Authenticator
  documentParts: DocumentParts
  health: () => Promise<Health>
  /** False during the start: only probes are served, all else gets 503. True by default. */
  isOpen?: () => boolean
}

/** Builds the server without listening. Every route exists at its path and under /v1, which the document omits. */
export async function createHttpServer(service: Service, parts: HttpParts): Promise<Api> {
  const { authenticator } = parts
  const { now } = service
  const paths = createPaths()
  const logAccess = createAccessLog(service)

  function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply, invalid?: ErrorCode): FastifyReply {
    const rejection = toRejection(error, invalid)
    const { code, message, status, retryAfterS } = rejection
    // The outcome is unknown; a repeat with the same key takes effect at most once.
    const isRepeatable = code === 'SERVICE_UNAVAILABLE' && request.headers['idempotency-key'] !== undefined
    const details = isRepeatable ? { ...rejection.details, repeat: 'with the same Idempotency-Key' } : rejection.details
    request.errorCode = code
    // Other 5xx codes are deliberate responses of a command.
    if (status === 500 || code === 'SERVICE_UNAVAILABLE')
      service.log.error(
        { request_id: request.id, trace_id: request.traceId, code, error: forLog(rejection.cause ?? error) },
        'request failed',
      )
    if (retryAfterS !== undefined && !reply.hasHeader('retry-after')) reply.header('retry-after', retryAfterS)
    if (status === 401) reply.header('www-authenticate', bearerChallenge(request))
    const shape = request.is404 ? paths.errorShapeOf(pathOf(request)) : request.routeOptions.config?.errorShape
    const body = { code, message: status === 500 ? catalogue[code].message : message, details }
    const text = formatErrorBody(body, shape ?? 'flat', request.id, now())
    return reply.code(status).type('application/json; charset=utf-8').send(text)
  }

  const guardUnrouted = createGuard(authenticator, now, { scope: 'public', limit: 'tier' })
  const options: FastifyServerOptions<RawServerDefault, FastifyBaseLogger> = {
    ...nodeServerOptions(service.config),
    loggerInstance: service.log,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: logger => logger,
    genReqId: requestIdOf,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_MS_MAX,
    connectionTimeout: INACTIVITY_MS_MAX,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    // Only our proxy is trusted, not the addresses that others sent to it.
    trustProxy: service.config.TRUST_PROXY ? (_address, hop) => hop === 0 : false,
    return503OnClosing: false,
    routerOptions: { maxParamLength: PARAM_LENGTH_MAX },
    frameworkErrors: (error, request, reply) => {
      reply.headers(securityHeaders).header('x-request-id', request.id)
      guardUnrouted(request, reply, (tooMany?: Error) => {
        sendError(tooMany ?? error, request, reply)
        // Fastify's hooks do not run for such a request.
        logAccess(request, reply)
      })
    },
    clientErrorHandler: (error, socket) => {
      if (!isExemptTimeout(error, socket)) sendClientError(service, error, socket)
    },
  }
  const app: Api = Fastify(options).withTypeProvider<ZodTypeProvider>()

  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('errorCode', null)
  app.decorateRequest('caller')
  app.decorate('authenticator', authenticator)
  app.removeContentTypeParser('text/plain')
  addJsonParser(app)

  app.setErrorHandler((error: FastifyError, request, reply) => {
    const { invalid = 'INVALID_REQUEST', missing = invalid } = request.routeOptions.config
    return sendError(validationRejection(error, invalid, missing) ?? error, request, reply, invalid)
  })
  traceRequests(app, service.tracing)
  addResponseTimeout(app, sendError)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders)
    reply.header('x-request-id', request.id)
    if (hasHost(request.raw)) done()
    else guardUnrouted(request, reply, (tooMany?: Error) => done(tooMany ?? hostMissing()))
  })
  // An unknown expectation is ignored; Node would respond with a bare 417.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.addHook('onResponse', (request, reply, done) => {
    logAccess(request, reply)
    done()
  })
  app.setNotFoundHandler({ preValidation: guardUnrouted }, (request, reply) => sendNotFound(paths, request, reply))
  app.addHook('onRoute', ({ url, method, config }) => paths.add(url, method, config?.errorShape))
  app.addHook('preClose', createConnectionDrainer(app.server))

  const rejectWhileStarting = (_request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction) => {
    if (parts.isOpen?.() ?? true) done()
    else done(new Rejection('SERVICE_UNAVAILABLE', { reason: 'the service is starting' }))
  }
  const allRoutes = [(api: Api) => operationsRoutes(api, service, parts.health), ...parts.routes]
  const collected: CollectedRoute[] = []
  for (const prefix of ['', '/v1'])
    await app.register(
      async api => {
        api.addHook('onRoute', route => {
          const rules = routeRulesOf(route)
          route.onRequest = [
            ...(rules.limit === 'none' ? [] : [rejectWhileStarting]),
            createGuard(authenticator, now, rules),
            rejectUnsupported,
            ...(route.config?.bodyTypes === undefined ? [] : [exemptFromTimeout]),
            ...[route.onRequest ?? []].flat(),
          ]
          if (rules.limit !== 'none') route.schema = { querystring: NO_QUERY, ...route.schema }
          if (prefix === '') collected.push({ ...route, config: { ...route.config, ...rules } })
        })
        for (const add of allRoutes) add(api.withTypeProvider<ZodTypeProvider>())
      },
      { prefix },
    )
  publishDocument(app, collected, parts.documentParts)
  serveConsole(app)
  await app.ready()
  return app
}

function bearerChallenge(request: FastifyRequest): string {
  return request.headers.authorization === undefined ? 'Bearer' : 'Bearer error="invalid_token"'
}

function hasHost({ httpVersion, headers }: IncomingMessage): boolean {
  return headers.host !== undefined || httpVersion !== '1.1'
}

function hostMissing(): Rejection {
  return fieldRejection('INVALID_REQUEST', [{ field: 'host', reason: 'is missing' }])
}

function rejectUnsupported({ raw }: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void {
  done(findUnsupported(raw))
}

/** Fastify accepts an empty last path segment as a parameter, and a body in an unsupported coding or charset. */
function findUnsupported({ url = '', method = '', headers }: IncomingMessage): Rejection | undefined {
  if (/^[^?]+\/(\?|$)/.test(url)) return new Rejection('NOT_FOUND', { reason: 'no such path' })
  // Their body is not read; some probes and clients describe one that does not exist.
  if (method === 'GET' || method === 'HEAD') return undefined
  const coding = headers['content-encoding'] ?? 'identity'
  if (coding !== 'identity')
    return new Rejection('UNSUPPORTED_MEDIA_TYPE', { field: 'content-encoding', reason: 'must be identity' })
  const type = headers['content-type']
  if (type === undefined || charsetsOf(type).every(charset => CHARSETS.has(charset))) return undefined
  return new Rejection('UNSUPPORTED_MEDIA_TYPE', { field: 'content-type', reason: 'charset must be utf-8' })
}

/** JSON is UTF-8 (RFC 8259), which includes US-ASCII. */
const CHARSETS = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii'])

/** With or without quotes (RFC 9110, 5.6.6). */
function charsetsOf(contentType: string): string[] {
  const named = contentType.matchAll(/;\s*charset\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/gi)
  return [...named].map(([, quoted, bare = '']) => (quoted ?? bare).trim().toLowerCase())
}

/** An empty body is undefined. Invalid UTF-8 is refused: decoding would put replacement characters into names. */
function addJsonParser(app: Api): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (bytes.length === 0) return done(null, undefined)
    if (!isUtf8(bytes as Buffer)) return done(Object.assign(new Error('body is not UTF-8'), { statusCode: 400 }))
    return parse(request, String(bytes), done)
  })
}

function nodeServerOptions({ tls }: Config): object {
  const own = {
    headersTimeout: HEADERS_MS_MAX,
    connectionsCheckingInterval: SLOW_CHECK_EVERY_MS,
    // Checked by a hook: Node's own response has no body.
    requireHostHeader: false,
  }
  if (tls === undefined) return { http: own }
  const https: ServerOptions = { ...own, ...tls, minVersion: 'TLSv1.2' }
  return { https }
}
