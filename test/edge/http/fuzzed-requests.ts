import fc from 'fast-check'

type Schema = {
  const?: unknown
  enum?: unknown[]
  type?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  pattern?: string
  format?: string
}
type Parameter = { name: string; in: string; required: boolean; schema: Schema }
type Operation = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
type Document = { paths: Record<string, Record<string, Operation>> }

export type FuzzedRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
  /** Sent without a token. */
  anonymous: boolean
}

/** Values that have broken somebody's server before. */
const nasty = fc.constantFrom<unknown>(
  ...[
    '',
    ' ',
    '\u0000',
    '\ud800',
    '💣',
    'x'.repeat(10_000),
    '../../etc/passwd',
    '%00',
    "' or 1=1 --",
    '{{7*7}}',
    '__proto__',
  ],
  ...[0, -1, 1e15, 1e308, -0, 0.1, 2 ** 53, Number.MIN_VALUE, null, true, [], {}, [[]], { constructor: {} }],
  ...['2026-02-30T00:00:00Z', '9999999999', 'NaN', 'Infinity', 'EUR', 'rf_', '\u202e', 'İ'],
)

/** Requests of every operation but the named ones: right, nearly right, and wrong in each part. */
export function requestsOf({ paths }: Document, without: string[]): fc.Arbitrary<FuzzedRequest> {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const wanted = operations.filter(({ operation }) => !without.includes(operation.operationId))
  return fc.oneof(...wanted.map(({ path, method, operation }) => requestOf(path, method, operation)))
}

function requestOf(template: string, method: string, { parameters = [], requestBody }: Operation) {
  const schema = requestBody?.content['application/json']?.schema
  const of = (place: string) => parameters.filter(parameter => parameter.in === place)
  return fc.record({
    method: fc.constant(method),
    path: fc
      .tuple(
        fc.constantFrom('', '', '/v1'),
        values(of('path')),
        values(of('query')),
        fc.constantFrom('', '', '', 'unknown=1'),
      )
      .map(([prefix, inPath, inQuery, more]) => {
        const path = template.replace(/\{(\w+)\}/g, (_, name) => encoded(inPath[name]) || 'x')
        const query = Object.entries(inQuery).map(([name, value]) => `${name}=${encoded(value)}`)
        const all = [...query, ...(more === '' ? [] : [more])].join('&')
        return `${prefix}${path}${all === '' ? '' : `?${all}`}`
      }),
    headers: values(of('header')).map(given =>
      Object.fromEntries(Object.entries(given).map(([name, value]) => [name, encoded(value).slice(0, 2_000)])),
    ),
    body: schema === undefined ? fc.constant(undefined) : bodyOf(schema),
    anonymous: fc.integer({ min: 0, max: 19 }).map(n => n === 0),
  })
}

/** What fits into a URL or a header, whatever it was. */
function encoded(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return encodeURIComponent((text ?? '').toWellFormed()).slice(0, 8_000)
}

function values(parameters: Parameter[]): fc.Arbitrary<Record<string, unknown>> {
  const members = Object.fromEntries(parameters.map(({ name, schema }) => [name, anyValueOf(schema)]))
  const requiredKeys = parameters.filter(({ required }) => required).map(({ name }) => name)
  return fc.oneof(
    { weight: 9, arbitrary: fc.record(members, { requiredKeys }) as fc.Arbitrary<Record<string, unknown>> },
    { weight: 1, arbitrary: fc.record(members, { requiredKeys: [] }) as fc.Arbitrary<Record<string, unknown>> },
  )
}

function bodyOf(schema: Schema): fc.Arbitrary<string | undefined> {
  const right = anyValueOf(schema).map(value => JSON.stringify(value))
  return fc.oneof(
    { weight: 16, arbitrary: right },
    { weight: 2, arbitrary: fc.json() },
    { weight: 1, arbitrary: right.map(text => text?.slice(0, Math.floor(text.length * 0.7))) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', '{', 'null', '[]', '\ufeff{}', '{"__proto__":{"a":1}}', `${'['.repeat(5_000)}`),
    },
  )
}

function anyValueOf(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 14, arbitrary: fitting(schema) }, { weight: 1, arbitrary: nasty })
}

function fitting(schema: Schema): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives !== undefined) return fc.oneof(...alternatives.map(anyValueOf))
  if (schema.allOf !== undefined) return anyValueOf(schema.allOf[0] ?? {})
  switch (schema.type) {
    case 'string':
      return textOf(schema)
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -10, max: Math.min(schema.maximum ?? 10_000, 2 ** 31 - 1) })
    case 'number':
      return fc.oneof(
        fc.integer({ min: 1, max: 1_000 }),
        fc.integer({ min: 1, max: 100_000 }).map(n => n / 100),
        fc.double(),
      )
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(anyValueOf(schema.items ?? {}), { maxLength: 5 })
    case 'object': {
      const members = Object.entries(schema.properties ?? {}).map(([name, of]) => [name, anyValueOf(of)] as const)
      return fc.record(Object.fromEntries(members), { requiredKeys: schema.required ?? [] })
    }
    default:
      return fc.jsonValue()
  }
}

/** Names of things that exist or might, so that some requests get past the first look. */
const known = fc.constantFrom(
  'EUR',
  'confirmed_fraud',
  'DE89370400440532013000',
  'COBADEFFXXX',
  'txn_fuzz',
  'user_1',
  'https://example.com/hook',
)

function textOf({ format, pattern, minLength = 0, maxLength = 200 }: Schema): fc.Arbitrary<string> {
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map(date => date.toISOString())
  if (format === 'email') return fc.emailAddress()
  const plain = fc.string({ minLength, maxLength: Math.min(maxLength, 300), unit: 'grapheme' })
  if (pattern === undefined) return fc.oneof(known, plain)
  return fc.oneof(known, plain, fc.stringMatching(/^[a-z0-9_]{1,20}$/))
}
