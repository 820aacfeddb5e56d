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
type Inner = (schema: Schema) => fc.Arbitrary<unknown>
type Document = { paths: Record<string, Record<string, Operation>> }

/** Ids of what is there, by the name of the parameter. */
type Existing = Record<string, string>

export type FuzzedRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
  /** Sent without a token. */
  anonymous: boolean
}

/** Of all that is random; FUZZ_SEED gives another one, FUZZ_SEED=new one never seen. */
export const SEED = process.env.FUZZ_SEED === 'new' ? Date.now() % 1_000_000 : Number(process.env.FUZZ_SEED ?? 59_600)

/** Values that have broken somebody's server before. */
const NASTY: readonly unknown[] = [
  ...['', ' ', '\u0000', 'a\u0000b', '\ud800', '💣', '\u202e', 'İ', 'x'.repeat(10_000), '../../etc/passwd', '%00'],
  ...["' or 1=1 --", '{{7*7}}', '__proto__', 'rf_', 'EUR', 'NaN', 'Infinity', '9999999999'],
  ...['2026-02-30T00:00:00Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59-14:00', '+275760-09-13T00:00:00Z'],
  // An unknown id of each shape, and a page cursor that decodes to NULs.
  ...['00000000-0000-0000-0000-000000000000', 'wh_00000000-0000-0000-0000-000000000000', 'AAAAIAAAAA'],
  ...[0, -1, 1e15, 1e308, -0, 0.1, 2 ** 53, Number.MIN_VALUE, null, true, [], {}, [[]], { constructor: {} }],
]
const anyNasty = fc.constantFrom(...NASTY)

/** Requests of every operation but the named ones: right, nearly right, and wrong in each part. */
export function requestsOf(document: Document, without: string[], existing: Existing): fc.Arbitrary<FuzzedRequest> {
  return fc.oneof(
    ...operationsOf(document, without).map(({ path, method, operation }) =>
      requestOf(path, method, operation, existing),
    ),
  )
}

function operationsOf({ paths }: Document, without: string[]) {
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
    )
    .filter(({ operation }) => !without.includes(operation.operationId))
}

/**
 * Every parameter and body field of every operation but the named ones × every one of the values; the rest of each is
 * right.
 */
export function* oneByOne(
  document: Document,
  without: string[],
  existing: Existing,
  values: readonly unknown[] = NASTY,
): Generator<FuzzedRequest> {
  for (const { path, method, operation } of operationsOf(document, without)) {
    const { parameters = [], requestBody } = operation
    const schema = requestBody?.content['application/json']?.schema
    const rightOf = (parts: Parameter[]) =>
      Object.fromEntries(parts.map(({ name, schema: of }) => [name, oneOf(right(of))]))
    const of = (place: string) => parameters.filter(parameter => parameter.in === place)
    const inPath = { ...rightOf(of('path')), ...existing }
    const headers = rightOf(of('header').filter(({ required }) => required))
    const query = rightOf(of('query').filter(({ required }) => required))
    const value = schema === undefined ? undefined : oneOf(right(schema))
    const body = schema === undefined ? undefined : JSON.stringify(value)
    const request = (changed: Partial<Parts>) => requestFrom(method, path, { inPath, query, headers, body, ...changed })
    for (const nasty of values) {
      for (const { name } of of('path')) yield request({ inPath: { ...inPath, [name]: nasty } })
      for (const { name } of of('query')) yield request({ query: { ...query, [name]: nasty } })
      for (const { name } of of('header')) yield request({ headers: { ...headers, [name]: nasty } })
      for (const place of leavesOf(schema)) yield request({ body: JSON.stringify(withValue(value, place, nasty)) })
    }
  }
}

const right = (schema: Schema): fc.Arbitrary<unknown> => fitting(schema, right)
const RIGHT_SEED = 1
function oneOf<T>(arbitrary: fc.Arbitrary<T>): T {
  return fc.sample(arbitrary, { seed: RIGHT_SEED, numRuns: 1 })[0]!
}

/** The places of all members of an object, and of those within them. */
function* leavesOf(schema: Schema | undefined): Generator<string[]> {
  for (const [name, member] of Object.entries(schema?.properties ?? {})) {
    yield [name]
    const nested = [member, ...(member.anyOf ?? []), ...(member.oneOf ?? [])]
    for (const alternative of nested) for (const place of leavesOf(alternative)) yield [name, ...place]
  }
}

function withValue(body: unknown, [name, ...rest]: string[], value: unknown): unknown {
  if (name === undefined) return value
  const members = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  return { ...members, [name]: withValue(members[name], rest, value) }
}

function requestOf(template: string, method: string, { parameters = [], requestBody }: Operation, existing: Existing) {
  const schema = requestBody?.content['application/json']?.schema
  const of = (place: string) => parameters.filter(parameter => parameter.in === place)
  return fc
    .record({
      prefix: fc.constantFrom('', '', '/v1'),
      inPath: fc.oneof(values(of('path')), fc.constant(existing)),
      query: values(of('query')),
      headers: values(of('header')),
      body: schema === undefined ? fc.constant(undefined) : bodyOf(schema),
      more: fc.constantFrom('', '', '', 'unknown=1'),
      anonymous: fc.integer({ min: 0, max: 19 }).map(n => n === 0),
    })
    .map(parts => requestFrom(method, template, parts))
}

type Parts = {
  prefix?: string
  inPath: Record<string, unknown>
  query: Record<string, unknown>
  headers: Record<string, unknown>
  /** As sent. */
  body: string | undefined
  /** A piece of query besides. */
  more?: string
  anonymous?: boolean
}

function requestFrom(method: string, template: string, parts: Parts): FuzzedRequest {
  const { prefix = '', inPath, query, headers, body, more = '', anonymous = false } = parts
  const path = template.replace(/\{(\w+)\}/g, (_, name) => encoded(inPath[name]) || 'x')
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encoded(value)}`)
  const all = [...pairs, ...(more === '' ? [] : [more])].join('&')
  return {
    method,
    path: `${prefix}${path}${all === '' ? '' : `?${all}`}`,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, encoded(value).slice(0, 2_000)])),
    body,
    anonymous,
  }
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
  const text = anyValueOf(schema).map(value => JSON.stringify(value))
  return fc.oneof(
    { weight: 16, arbitrary: text },
    { weight: 2, arbitrary: fc.json() },
    { weight: 1, arbitrary: text.map(whole => whole?.slice(0, Math.floor(whole.length * 0.7))) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', '{', 'null', '[]', '\ufeff{}', '{"__proto__":{"a":1}}', `${'['.repeat(5_000)}`),
    },
  )
}

function anyValueOf(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 14, arbitrary: fitting(schema, anyValueOf) }, { weight: 1, arbitrary: anyNasty })
}

/** What the schema allows; `inner` makes the members. */
function fitting(schema: Schema, inner: Inner): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives !== undefined) return fc.oneof(...alternatives.map(inner))
  if (schema.allOf !== undefined) return inner(schema.allOf[0] ?? {})
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
      return fc.array(inner(schema.items ?? {}), { maxLength: 5 })
    case 'object': {
      const members = Object.entries(schema.properties ?? {}).map(([name, of]) => [name, inner(of)] as const)
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
