import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import type { RoleName } from '#domain/auth/roles.ts'
import type { ErrorShape, Replays, RouteLimit, RouteScope } from '#http/api.ts'
import { ErrorBody, errorText, nestedErrorBody } from '#http/error-body.ts'
import { catalogue, type ErrorCode } from '#values/errors.ts'
import type { Example, Examples } from './examples.ts'
import { type Components, type JsonSchema, jsonSchemaOf } from './json-schema.ts'
import { remedies } from './remedies.ts'

/** Any moment and any request, so that the document is the same every time. */
const SAMPLE_TIME = new Date('2026-11-01T12:00:00.000Z')
const SAMPLE_REQUEST_ID = 'req_sample'

/** What a route says of itself, as far as the document shows it. */
export type DescribedRoute = {
  method: string
  url: string
  config: {
    scope: RouteScope
    roles?: readonly RoleName[] | undefined
    limit: RouteLimit
    errorShape?: ErrorShape | undefined
    invalid?: ErrorCode | undefined
    errors?: readonly ErrorCode[] | undefined
    headers?: z.ZodObject | undefined
    replays?: Replays | undefined
    bodyTypes?: readonly string[] | undefined
    answerTypes?: readonly string[] | undefined
  }
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

/** What a route may demand instead of a scope. */
const NO_SCOPES: ReadonlySet<RouteScope> = new Set(['public', 'any', 'user'])

/** One entry under `paths`: everything the schemas and the guard of the route say. Routes that only tests have may have no example. */
export function operationOf(
  { method, url, config, schema }: DescribedRoute,
  examples: Examples,
  components: Components,
): JsonSchema {
  const { operationId, summary, description, tags, body, querystring, params } = schema
  const parameters = [
    ...parametersIn('path', params, components),
    ...parametersIn('query', querystring, components),
    ...parametersIn('header', config.headers, components),
  ]
  const example = examples[operationId ?? ''] ?? { answers: {} }
  return {
    operationId: operationId ?? `${method.toLowerCase()}${url.replace(/\W+/g, '_')}`,
    summary,
    description: description === undefined ? undefined : `${description}\n\n${whoMay(config)}`,
    tags,
    security: config.scope === 'public' ? [] : [{ bearer: [] }],
    ...(NO_SCOPES.has(config.scope) ? {} : { 'x-required-scope': config.scope }),
    ...(config.roles === undefined ? {} : { 'x-required-roles': config.roles }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body instanceof z.ZodType ? { requestBody: requestBody(body, example.body, components) } : {}),
    ...(config.bodyTypes === undefined ? {} : { requestBody: { required: true, content: asText(config.bodyTypes) } }),
    responses: {
      ...answers(schema.response, example, config, components),
      ...refusals(method, config, schema, components),
    },
  }
}

function whoMay({ scope, roles }: DescribedRoute['config']): string {
  if (roles === undefined) return whoMayOfAll(scope)
  return `${whoMayOfAll(scope)} Only for the roles ${roles.map(role => `\`${role}\``).join(', ')}; any other caller gets AUTH_003.`
}

function whoMayOfAll(scope: RouteScope): string {
  if (scope === 'public') return 'Needs no token.'
  if (scope === 'user') return 'Needs an access token of a user, of any scope; that of a service account gets AUTH_003.'
  return scope === 'any' ? 'Needs an access token, of any scope.' : `Needs the scope \`${scope}\`.`
}

function parametersIn(place: string, schema: unknown, components: Components): JsonSchema[] {
  if (!(schema instanceof z.ZodType)) return []
  const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input', components) as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...of }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: of,
  }))
}

function requestBody(body: z.ZodType, example: unknown, components: Components): JsonSchema {
  return {
    required: !body.safeParse(null).success,
    content: { 'application/json': { schema: jsonSchemaOf(body, 'input', components), example } },
  }
}

/** Of any length: read as it comes, not as a whole. */
function asText(types: readonly string[]): JsonSchema {
  return Object.fromEntries(types.map(type => [type, { schema: { type: 'string' } }]))
}

function answers(
  response: unknown,
  example: Example,
  { limit, replays, answerTypes }: DescribedRoute['config'],
  components: Components,
) {
  const described = Object.entries((response ?? {}) as Record<string, z.ZodType>)
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
          answerTypes === undefined
            ? {
                'application/json': {
                  schema: jsonSchemaOf(schema, 'output', components),
                  example: example.answers[Number(status)],
                },
              }
            : asText(answerTypes),
      },
    ]),
  )
}

/** The codes an operation can answer, by status. */
function refusals(
  method: string,
  config: DescribedRoute['config'],
  { body, querystring, params, response }: DescribedRoute['schema'],
  components: Components,
): Record<string, JsonSchema> {
  const codes = new Set<ErrorCode>(['INTERNAL_ERROR', 'SERVICE_UNAVAILABLE', ...(config.errors ?? [])])
  if (config.scope !== 'public') codes.add('AUTH_001').add('AUTH_002')
  if ((config.scope !== 'public' && config.scope !== 'any') || config.roles !== undefined) codes.add('AUTH_003')
  if (config.limit !== 'none')
    codes.add((typeof config.limit === 'object' && config.limit.code) || 'RATE_LIMIT_EXCEEDED')
  if (body ?? querystring ?? params) codes.add(config.invalid ?? 'INVALID_REQUEST')
  if (params) codes.add('NOT_FOUND')
  // Also of a body that nobody asked for.
  if (method !== 'GET') codes.add('PAYLOAD_TOO_LARGE').add('UNSUPPORTED_MEDIA_TYPE')
  const byStatus = Map.groupBy([...codes].sort(), code => catalogue[code].status)
  const taken = new Set(Object.keys((response ?? {}) as object))
  return Object.fromEntries(
    [...byStatus]
      .filter(([status]) => status >= 400 && !taken.has(String(status)))
      .map(([status, of]) => [status, refusal(status, of, config, components)]),
  )
}

/** Refusals are much the same everywhere, so each kind stands in the document once and is referred to. */
function refusal(
  status: number,
  codes: ErrorCode[],
  { limit, errorShape = 'flat' }: DescribedRoute['config'],
  components: Components,
): JsonSchema {
  const nested = errorShape === 'nested'
  const name = [...codes, ...(nested ? ['nested'] : []), ...(limit === 'none' ? ['unlimited'] : [])].join('.')
  components.responses.set(name, refusalOf(errorShape, status, codes, limit, components))
  return { $ref: `#/components/responses/${name}` }
}

function refusalOf(shape: ErrorShape, status: number, codes: ErrorCode[], limit: RouteLimit, components: Components) {
  const schema =
    shape === 'nested'
      ? jsonSchemaOf(nestedErrorBody(codes), 'output', components)
      : { allOf: [jsonSchemaOf(ErrorBody, 'output', components), { properties: { error_code: { enum: codes } } }] }
  return {
    description: codes.map(code => `\`${code}\`: ${catalogue[code].message} ${remedies[code]}`).join('\n\n'),
    headers: {
      ...headersOf(status, limit),
      ...(codes.includes('IDEMPOTENCY_IN_PROGRESS') ? { 'Retry-After': RETRY_IN_PROGRESS } : {}),
    },
    content: { 'application/json': { schema, examples: refusalExamples(shape, codes) } },
  }
}

/** One for each code, without the details, which differ from request to request. */
function refusalExamples(shape: ErrorShape, codes: ErrorCode[]): JsonSchema {
  const of = (code: ErrorCode) =>
    JSON.parse(
      errorText({ code, message: catalogue[code].message, details: {} }, shape, SAMPLE_REQUEST_ID, SAMPLE_TIME),
    )
  return Object.fromEntries(codes.map(code => [code, { value: of(code) }]))
}

/** Other refusals with the same status have none, so it is not the shared header that is required. */
const RETRY_IN_PROGRESS = {
  description: 'With IDEMPOTENCY_IN_PROGRESS: seconds to wait',
  schema: { type: 'integer', minimum: 1 },
}

const ref = (name: string) => ({ $ref: `#/components/headers/${name}` })

/** A service that starts, or can't look up who asks, answers 503 before it looks at the limits. */
function headersOf(status: number, limit: RouteLimit): JsonSchema {
  return {
    'X-Request-Id': ref('X-Request-Id'),
    ...(limit === 'none' || status === 503
      ? {}
      : {
          'X-RateLimit-Limit': ref('X-RateLimit-Limit'),
          'X-RateLimit-Remaining': ref('X-RateLimit-Remaining'),
          'X-RateLimit-Reset': ref('X-RateLimit-Reset'),
          RateLimit: ref('RateLimit'),
          'RateLimit-Policy': ref('RateLimit-Policy'),
        }),
    ...(status === 429 || status === 503 ? { 'Retry-After': ref('Retry-After') } : {}),
    ...(status === 401 ? { 'WWW-Authenticate': ref('WWW-Authenticate') } : {}),
  }
}

/** Of an answer that is always that of an earlier request, or may be. */
function replayedHeader(replays: Replays | undefined): JsonSchema {
  if (replays === undefined) return {}
  if (replays === 'always') return { 'Idempotent-Replayed': ref('Idempotent-Replayed') }
  const description = 'The request was made before; nothing was done again. Absent when it is the first one.'
  return { 'Idempotent-Replayed': { description, schema: { const: 'true' } } }
}
