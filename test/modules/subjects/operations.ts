import { randomUUID } from 'node:crypto'
import type { Answer, Client } from '../../harness/client.ts'

type Parameter = { name: string; in: string; required?: boolean; schema?: { enum?: string[] }; $ref?: string }
type Described = {
  operationId: string
  'x-required-scope'?: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { example?: unknown }> }
}
/** What of the OpenAPI document it takes to make a request of each operation. */
export type OpenApi = {
  paths: Record<string, Record<string, Described>>
  components: { parameters?: Record<string, Parameter> }
}
export type Operation = {
  operationId: string
  method: string
  path: string
  scope: string | null
  parameters: Parameter[]
  /** Of its body, null where it has none. */
  content: { type: string; example: unknown } | null
}

type Body = { body: unknown; headers?: Record<string, string> }
/** What requests are filled with. */
export type World = {
  /**
   * Values of parameters of paths and queries, by name. `operationId.name` goes before `name`; `first+second` has
   * values of two parameters of a path that belong together.
   */
  parameters: Record<string, readonly string[]>
  /** Values that replace those of a body's example, by the name of the field. */
  fields: Record<string, unknown>
  /** Bodies by operation, in place of the example. */
  bodies: Record<string, readonly Body[]>
  /** What is to be there when a caller begins with an operation. */
  before: Record<string, () => Promise<void>>
}

/** `pages`: the pages that follow are asked for too. */
export type Asked = Partial<Body> & { method: string; path: string; pages: boolean }

const METHODS = ['get', 'post', 'put', 'patch', 'delete']
const PAGES_MAX = 12

export function operationsOf({ paths, components }: OpenApi): Operation[] {
  const resolved = (parameter: Parameter) =>
    parameter.$ref === undefined ? parameter : components.parameters![parameter.$ref.split('/').at(-1)!]!
  return Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.flatMap(method => {
      const described = methods[method]
      if (described === undefined) return []
      const { operationId, parameters = [], requestBody, 'x-required-scope': scope = null } = described
      const [content] = Object.entries(requestBody?.content ?? {})
      return {
        ...{ operationId, method: method.toUpperCase(), path, scope, parameters: parameters.map(resolved) },
        content: content === undefined ? null : { type: content[0], example: content[1].example },
      }
    }),
  )
}

/**
 * Requests that ask an operation for everything of a world: for every value of its path; for the first of them also
 * with each filter alone and page by page. None where the world has no value of a parameter of the path, of a required
 * one of the query, or no body.
 */
export function requestsOf(operation: Operation, world: World): Asked[] {
  const { operationId, method, parameters, path } = operation
  const valuesOf = (name: string) => world.parameters[`${operationId}.${name}`] ?? world.parameters[name] ?? []
  const inQuery = parameters.filter(parameter => parameter.in === 'query')
  const required = inQuery.filter(parameter => parameter.required).map(({ name }) => [name, valuesOf(name)[0]])
  if (required.some(([, value]) => value === undefined)) return []
  const filters = inQuery.flatMap(({ name, schema }) =>
    [...valuesOf(name), ...(schema?.enum ?? [])].map(value => ({ query: [[name, value]], pages: false })),
  )
  const size = inQuery.find(({ name }) => name === 'limit' || name === 'page_size')
  const isPaged = inQuery.some(({ name }) => name === 'cursor')
  const variants = [
    { query: [], pages: isPaged },
    ...filters,
    ...(isPaged && size !== undefined ? [{ query: [[size.name, '1']], pages: true }] : []),
  ]
  return pathsOf(path, valuesOf).flatMap((filled, at) =>
    variants.slice(0, at === 0 ? undefined : 1).flatMap(({ query, pages }) =>
      bodiesOf(operation, world).map(body => {
        const search = new URLSearchParams([...required, ...query] as [string, string][]).toString()
        return { method, path: search === '' ? filled : `${filled}?${search}`, pages, ...body }
      }),
    ),
  )
}

function pathsOf(path: string, valuesOf: (name: string) => readonly string[]): string[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const put = (into: string, name: string, value: string) => into.replace(`{${name}}`, encodeURIComponent(value))
  const pairs = valuesOf(names.join('+'))
  if (names.length === 2 && pairs.length > 0)
    return pairs.map(pair => {
      const [first = '', second = ''] = pair.split('+')
      return put(put(path, names[0]!, first), names[1]!, second)
    })
  return names.reduce((paths, name) => paths.flatMap(one => valuesOf(name).map(value => put(one, name, value))), [path])
}

function bodiesOf({ operationId, content }: Operation, { bodies, fields }: World): readonly Partial<Body>[] {
  if (content === null) return [{}]
  const headers = { 'content-type': content.type }
  const own =
    bodies[operationId] ?? (content.example === undefined ? [] : [{ body: filledIn(content.example, fields) }])
  return own.map(one => ({ body: one.body, headers: { ...headers, ...one.headers } }))
}

function filledIn(value: unknown, fields: World['fields']): unknown {
  if (Array.isArray(value)) return value.map(one => filledIn(one, fields))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, name in fields ? fields[name] : filledIn(inner, fields)]),
  )
}

/** The answer to a request, and those of the pages that follow it. */
export async function answersTo(caller: Client, { method, path, body, headers, pages }: Asked): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let next: string | null = path; next !== null && answers.length < PAGES_MAX; ) {
    const answer = await caller.send(method, next, body, { 'Idempotency-Key': randomUUID(), ...headers })
    answers.push(answer)
    const cursor = answer.body?.pagination?.next_cursor ?? answer.body?.next_cursor ?? null
    const page = `${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`
    next = pages && cursor !== null ? path + page : null
  }
  return answers
}
