import { STATUS_CODES } from 'node:http'
import type { FastifyContextConfig } from 'fastify'
import { z } from 'zod'
import type { ErrorShape, ReplayPolicy, RouteLimit, RouteScope } from '#http/api.ts'
import { ErrorResponse, formatErrorBody, nestedErrorResponse } from '#http/error-body.ts'
import type { RouteRules } from '#http/guard.ts'
import { catalogue, type ErrorCode } from '#values/errors.ts'
import type { Example, Examples } from './document-parts.ts'
import { type Components, type JsonSchema, jsonSchemaOf } from './json-schema.ts'

/** Constant, so that the document is the same every time. */
const SAMPLE_TIME = new Date('2026-11-01T12:00:00.000Z')
const SAMPLE_REQUEST_ID = 'req_sample'

export type DocumentedRoute = {
  method: string
  url: string
  config: RouteRules & Omit<FastifyContextConfig, keyof RouteRules>
  schema: {
    operationId?: string
    summary?: string
    description?: string
    tags?: readonly string[]
    body?: unknown
    querystring?: unknown
    params?: unknown
    response?: unknown
  }
}

const NO_SCOPES: ReadonlySet<RouteScope> = new Set(['public', 'any', 'user'])

/** Only routes of tests may have no example. */
export function operationOf(
  { method, url, config, schema }: DocumentedRoute,
  examples: Examples,
  components: Components,
): JsonSchema {
  const { operationId, summary, description, tags, body, querystring, params } = schema
  const parameters = [
    ...parametersIn('path', params, components),
    ...parametersIn('query', querystring, components),
    ...parametersIn('header', config.headers, components),
  ]
  const example = examples[operationId ?? ''] ?? { responses: {} }
  return {
    operationId: operationId ?? `${method.toLowerCase()}${url.replace(/\W+/g, '_')}`,
    summary,
    description: description === undefined ? undefined : `${description}\n\n${accessNote(config)}`,
    tags,
    security: config.scope === 'public' ? [] : [{ bearer: [] }],
    'x-required-scope': NO_SCOPES.has(config.scope) ? undefined : config.scope,
    'x-required-roles': config.roles,
    'x-platform-only': config.isPlatformOnly || undefined,
    parameters: parameters.length === 0 ? undefined : parameters,
    requestBody: requestBody(body, config.bodyTypes, example.body, components),
    responses: {
      ...successResponses(schema.response, example, config, components),
      ...errorResponses(method, config, schema, components),
    },
  }
}

function accessNote({ scope, roles, isPlatformOnly }: DocumentedRoute['config']): string {
  const rolesNote =
    roles && `Only for the roles ${roles.map(role => `\`${role}\``).join(', ')}; any other caller gets AUTH_003.`
  const platformNote =
    isPlatformOnly && "Only administrators of the platform's own client may do this, others get AUTH_003."
  return [scopeNote(scope), rolesNote, platformNote].filter(Boolean).join(' ')
}

function scopeNote(scope: RouteScope): string {
  if (scope === 'public') return 'Needs no token.'
  if (scope === 'user') return 'Needs an access token of a user, of any scope; a service account gets AUTH_003.'
  return scope === 'any' ? 'Needs an access token, of any scope.' : `Needs the scope \`${scope}\`.`
}

function parametersIn(location: string, schema: unknown, components: Components): JsonSchema[] {
  if (!(schema instanceof z.ZodType)) return []
  const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input', components) as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...of }]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    description,
    schema: of,
  }))
}

function requestBody(
  body: unknown,
  streamedTypes: readonly string[] | undefined,
  example: unknown,
  components: Components,
): JsonSchema | undefined {
  if (streamedTypes !== undefined) return { required: true, content: textContent(streamedTypes) }
  if (!(body instanceof z.ZodType)) return undefined
  const content = { 'application/json': { schema: jsonSchemaOf(body, 'input', components), example } }
  return { required: !body.safeParse(null).success, content }
}

/** A stream of any length. */
function textContent(types: readonly string[], example?: unknown): JsonSchema {
  return Object.fromEntries(types.map(type => [type, { schema: { type: 'string' }, example }]))
}

function successResponses(
  response: unknown,
  example: Example,
  { limit, replays, responseTypes }: DocumentedRoute['config'],
  components: Components,
) {
  const described = Object.entries((response ?? {}) as Record<string, z.ZodType>)
  const jsonContent = (status: string, schema: z.ZodType) => ({
    'application/json': {
      schema: jsonSchemaOf(schema, 'output', components),
      example: example.responses[Number(status)],
    },
  })
  return Object.fromEntries(
    described.map(([status, schema]) => [
      status,
      {
        description: schema.description ?? STATUS_CODES[status] ?? status,
        headers: {
          ...headersOf(Number(status), limit),
          ...(status === '200' ? replayedHeader(replays) : {}),
        },
        content:
          responseTypes === undefined
            ? jsonContent(status, schema)
            : textContent(responseTypes, example.responses[Number(status)]),
      },
    ]),
  )
}

function errorResponses(
  method: string,
  config: DocumentedRoute['config'],
  { body, querystring, params, response }: DocumentedRoute['schema'],
  components: Components,
): Record<string, JsonSchema> {
  const codes = new Set<ErrorCode>(['INTERNAL_ERROR', 'SERVICE_UNAVAILABLE', ...(config.errors ?? [])])
  if (config.scope !== 'public') codes.add('AUTH_001').add('AUTH_002')
  if ((config.scope !== 'public' && config.scope !== 'any') || config.roles !== undefined) codes.add('AUTH_003')
  if (config.limit !== 'none')
    codes.add((typeof config.limit === 'object' && config.limit.code) || 'RATE_LIMIT_EXCEEDED')
  if (body ?? querystring ?? params) codes.add(config.invalid ?? 'INVALID_REQUEST')
  if (config.missing) codes.add(config.missing)
  if (params) codes.add('NOT_FOUND')
  // A request may have a body that no operation expects.
  if (method !== 'GET') codes.add('PAYLOAD_TOO_LARGE').add('UNSUPPORTED_MEDIA_TYPE')
  const byStatus = Map.groupBy([...codes].sort(), code => catalogue[code].status)
  const documented = new Set(Object.keys((response ?? {}) as object))
  return Object.fromEntries(
    [...byStatus]
      .filter(([status]) => status >= 400 && !documented.has(String(status)))
      .map(([status, of]) => [status, errorResponse(status, of, config, components)]),
  )
}

/** Most operations share error responses, so each kind is a component. */
function errorResponse(
  status: number,
  codes: ErrorCode[],
  { limit, errorShape = 'flat' }: DocumentedRoute['config'],
  components: Components,
): JsonSchema {
  const nested = errorShape === 'nested'
  const name = [...codes, ...(nested ? ['nested'] : []), ...(limit === 'none' ? ['unlimited'] : [])].join('.')
  const schema = nested
    ? jsonSchemaOf(nestedErrorResponse(codes), 'output', components)
    : { allOf: [jsonSchemaOf(ErrorResponse, 'output', components), { properties: { error_code: { enum: codes } } }] }
  components.responses.set(name, {
    description: codes
      .map(code => `\`${code}\`: ${catalogue[code].message} ${components.errorAdvice[code] ?? ''}`)
      .join('\n\n'),
    headers: {
      ...headersOf(status, limit),
      ...(codes.includes('IDEMPOTENCY_IN_PROGRESS') ? { 'Retry-After': RETRY_IN_PROGRESS } : {}),
    },
    content: { 'application/json': { schema, examples: errorExamples(errorShape, codes) } },
  })
  return { $ref: `#/components/responses/${name}` }
}

function errorExamples(shape: ErrorShape, codes: ErrorCode[]): JsonSchema {
  const of = (code: ErrorCode) =>
    JSON.parse(
      formatErrorBody({ code, message: catalogue[code].message, details: {} }, shape, SAMPLE_REQUEST_ID, SAMPLE_TIME),
    )
  return Object.fromEntries(codes.map(code => [code, { value: of(code) }]))
}

/** Not the shared header: other errors of this status have none. */
const RETRY_IN_PROGRESS = {
  description: 'With IDEMPOTENCY_IN_PROGRESS: seconds to wait',
  schema: { type: 'integer', minimum: 1 },
}

const RATE_LIMIT_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
]

const ref = (name: string) => ({ $ref: `#/components/headers/${name}` })

/** A starting service, or one that can't load the session, responds 503 before the limits are checked. */
function headersOf(status: number, limit: RouteLimit): JsonSchema {
  return {
    'X-Request-Id': ref('X-Request-Id'),
    ...(limit === 'none' || status === 503
      ? {}
      : Object.fromEntries(RATE_LIMIT_HEADERS.map(name => [name, ref(name)]))),
    ...(status === 429 || status === 503 ? { 'Retry-After': ref('Retry-After') } : {}),
    ...(status === 401 ? { 'WWW-Authenticate': ref('WWW-Authenticate') } : {}),
  }
}

function replayedHeader(replays: ReplayPolicy | undefined): JsonSchema {
  if (replays === undefined) return {}
  if (replays === 'always') return { 'Idempotent-Replayed': ref('Idempotent-Replayed') }
  const description = 'The request is a repeat; nothing was done again. Absent for the first request.'
  return { 'Idempotent-Replayed': { description, schema: { const: 'true' } } }
}
