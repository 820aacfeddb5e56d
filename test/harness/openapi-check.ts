import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

type Response = { headers?: Described; content?: Record<string, unknown> }
type Operation = { responses: Record<string, Response | { $ref: string }> }
export type OpenApi = {
  paths: Record<string, Record<string, Operation>>
  components: { headers: Record<string, Header>; responses: Record<string, Response>; schemas: Record<string, object> }
}
type Header = { required?: boolean; schema: { type?: string } }
type Described = Record<string, Header | { $ref: string }>

/** What was answered, as a client saw it. */
export type Exchange = { status: number; headers: Headers; body: unknown }

const DOCUMENT = 'https://service.test/openapi.json'
/** Answers to requests that no operation describes, or that are not HTTP. */
const UNDESCRIBED = new Set([400, 404, 405, 408, 429, 431])
/** Headers that say what to do next: an answer that has one lists it. */
const OF_SOME_ANSWERS = ['Retry-After', 'Idempotent-Replayed', 'WWW-Authenticate']
const NO_OPERATION = [
  '/',
  '/metrics',
  '/docs',
  '/docs/scalar.js',
  '/docs/start.js',
  '/docs/reference.css',
  '/openapi.json',
  '/asyncapi.json',
]
/** A library's own sentences, and ours for what nobody has found words for yet. */
const IN_NO_WORDS =
  /^(Invalid|Too |Unrecognized|Expected|Unexpected|Required|String|Number|is not valid)|described$|of another type$/

/** Below the paths of scoring, where nothing is described that could be refused so. */
const NESTED_ERROR = {
  type: 'object',
  required: ['error'],
  additionalProperties: false,
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'request_id'],
      additionalProperties: false,
      properties: {
        code: { type: 'string' },
        message: { type: 'string' },
        details: { type: 'object' },
        request_id: { type: 'string' },
      },
    },
  },
}

/**
 * Holds every answer against the OpenAPI document: is the status one the operation lists, is the body what it says (a
 * field more is a difference), are the headers there. `problems` holds each difference once.
 */
export function createOpenApiCheck(document: OpenApi) {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true })
  formats.default(ajv)
  ajv.addSchema(document, DOCUMENT)
  const operations = Object.entries(document.paths).map(([template, methods]) => ({
    pattern: new RegExp(`^(/v1)?${template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`),
    fixed: !template.includes('{'),
    template,
    methods,
  }))
  const isRefusal = ajv.compile({ anyOf: [{ $ref: `${DOCUMENT}#/components/schemas/Error` }, NESTED_ERROR] })
  const validators = new Map<string, ValidateFunction>()
  const problems = new Set<string>()
  const seen = new Map<string, number>()

  function validatorOf(place: string[]): ValidateFunction {
    const pointer = [...place, 'content', 'application/json', 'schema']
      .map(part => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/')
    const known = validators.get(pointer)
    if (known !== undefined) return known
    const made = ajv.compile({ $ref: `${DOCUMENT}#/${pointer}` })
    validators.set(pointer, made)
    return made
  }

  return {
    problems,
    /** How often each `METHOD /path status` was seen. */
    seen,
    /** Notes what differs; `path` may carry a query. */
    observe(method: string, path: string, { status, headers, body }: Exchange): void {
      const bare = path.split('?', 1)[0] ?? path
      const found = operations.filter(({ pattern }) => pattern.test(bare))
      const { template, methods } = found.find(({ fixed }) => fixed) ?? found[0] ?? {}
      const name = method === 'HEAD' ? 'get' : method.toLowerCase()
      const operation = methods?.[name]
      if (template === undefined || operation === undefined) {
        if (NO_OPERATION.includes(bare) || (status === 204 && method === 'OPTIONS')) return
        if (!UNDESCRIBED.has(status)) problems.add(`${method} ${bare} is not described and answered ${status}`)
        else if (method !== 'HEAD' && !isRefusal(body))
          problems.add(`${method} ${bare} ${status}: ${ajv.errorsText(isRefusal.errors)}`)
        return
      }
      const place = `${method} ${template} ${status}`
      for (const reason of reasonsOf(body)) if (IN_NO_WORDS.test(reason)) problems.add(`${place} says "${reason}"`)
      seen.set(place, (seen.get(place) ?? 0) + 1)
      const listed = operation.responses[status]
      const shared = listed !== undefined && '$ref' in listed ? listed.$ref.split('/').slice(1) : undefined
      const response = shared === undefined ? (listed as Response) : document.components.responses[shared.at(-1) ?? '']
      if (response === undefined) return void problems.add(`${place} is not described: ${JSON.stringify(body)}`)
      for (const problem of headerProblems(document, response.headers ?? {}, headers))
        problems.add(`${place}: ${problem}`)
      if (method === 'HEAD' || response.content === undefined) return
      if (!('application/json' in response.content)) {
        const type = headers.get('content-type')?.split(';', 1)[0] ?? 'nothing'
        if (!(type in response.content)) problems.add(`${place} is ${type}`)
        return
      }
      const validate = validatorOf(shared ?? ['paths', template, name, 'responses', String(status)])
      if (!validate(body)) problems.add(`${place}: ${ajv.errorsText(validate.errors)}`)
    },
    /** Notes where an event that an endpoint was sent differs from what the document says of its type. */
    observeEvent(event: { type: string }): void {
      const { type } = event
      const validate = validatorOf(['webhooks', type, 'post', 'requestBody'])
      if (!validate(event)) problems.add(`${type}: ${ajv.errorsText(validate.errors)}`)
    },
  }
}

/** Why fields were refused, in either shape of errors. */
export function reasonsOf(body: unknown): string[] {
  const { details, error } = (body ?? {}) as { details?: Refused; error?: { details?: Refused } }
  const { reason, fields = [] } = details ?? error?.details ?? {}
  return [...(reason === undefined ? [] : [reason]), ...fields.map(field => field.reason)]
}
type Refused = { reason?: string; fields?: { reason: string }[] }

function* headerProblems(document: OpenApi, described: Described, headers: Headers): Generator<string> {
  if (!headers.has('x-request-id')) yield 'has no X-Request-Id'
  for (const name of OF_SOME_ANSWERS) if (headers.has(name) && !(name in described)) yield `has ${name}`
  for (const [name, own] of Object.entries(described)) {
    const { required = false, schema } = '$ref' in own ? document.components.headers[name]! : own
    const value = headers.get(name)
    if (value === null && required) yield `has no ${name}`
    if (value !== null && schema.type === 'integer' && !/^\d+$/.test(value)) yield `${name} is "${value}"`
  }
}
