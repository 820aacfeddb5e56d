type Schema = {
  $ref?: string
  const?: unknown
  enum?: unknown[]
  type?: string | string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: Schema | boolean
}
type Content = { content?: Record<string, { schema: Schema }> }
type Operation = {
  parameters?: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: Content & { required: boolean }
  responses: Record<string, Content | { $ref: string }>
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; responses: Record<string, Content> }
}

/** TypeScript types of the document, in the form that the client `openapi-fetch` reads (`paths`, `components`). */
export function typesOf({ paths, components }: Document): string {
  const named = Object.entries(components.schemas).filter(([name]) => !isRecursive(name))
  const schemas = named.map(([name, schema]) => `${name}: ${typeOf(schema)}`)
  const refusals = Object.entries(components.responses).map(
    ([name, of]) => `'${name}': { headers: {}; ${contentType(of).slice(2)}`,
  )
  const operations = Object.entries(paths).map(([path, methods]) => {
    const each = Object.entries(methods).map(([method, operation]) => `${method}: ${operationType(operation)}`)
    return `'${path}': { ${each.join('; ')} }`
  })
  return [
    '// Made from the OpenAPI document by test/http/openapi.test.ts; UPDATE_OPENAPI=1 makes it again.',
    `export interface components { schemas: {\n${schemas.join('\n')}\n}; responses: {\n${refusals.join('\n')}\n} }`,
    `export interface paths {\n${operations.join('\n')}\n}`,
    '',
  ].join('\n')
}

function operationType({ parameters = [], requestBody, responses }: Operation): string {
  const places = ['path', 'query', 'header'].map(place => {
    const of = parameters.filter(parameter => parameter.in === place)
    const members = of.map(({ name, required, schema }) => `'${name}'${required ? '' : '?'}: ${typeOf(schema)}`)
    if (of.length === 0) return `${place}?: never`
    return `${place}${of.some(({ required }) => required) ? '' : '?'}: { ${members.join('; ')} }`
  })
  const body =
    requestBody === undefined
      ? 'requestBody?: never'
      : `requestBody${requestBody.required ? '' : '?'}: ${contentType(requestBody)}`
  const answers = Object.entries(responses).map(([status, of]) => `${status}: ${answerType(of)}`)
  return `{ parameters: { ${places.join('; ')} }; ${body}; responses: { ${answers.join('; ')} } }`
}

function answerType(answer: Content | { $ref: string }): string {
  if ('$ref' in answer) return `components['responses']['${answer.$ref.split('/').at(-1)}']`
  return `{ headers: {}; ${contentType(answer).slice(2)}`
}

/** Names that zod makes up for schemas which contain themselves (any JSON value); TypeScript has a word for those. */
function isRecursive(name: string): boolean {
  return name.startsWith('__')
}

function contentType({ content = {} }: Content): string {
  const each = Object.entries(content).map(([type, { schema }]) => `'${type}': ${typeOf(schema)}`)
  return `{ content: { ${each.join('; ')} } }`
}

function typeOf(schema: Schema): string {
  const { $ref, enum: values, anyOf, oneOf, allOf, type } = schema
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1) ?? ''
    return isRecursive(name) ? 'unknown' : `components['schemas']['${name}']`
  }
  if ('const' in schema) return JSON.stringify(schema.const)
  if (values !== undefined) return values.map(value => JSON.stringify(value)).join(' | ')
  if (allOf !== undefined) return allOf.map(part => `(${typeOf(part)})`).join(' & ')
  const alternatives = anyOf ?? oneOf
  if (alternatives !== undefined) return alternatives.map(part => `(${typeOf(part)})`).join(' | ')
  if (Array.isArray(type)) return type.map(one => typeOf({ ...schema, type: one })).join(' | ')
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'array') return `(${typeOf(schema.items ?? {})})[]`
  if (type === 'object' || schema.properties !== undefined) return objectType(schema)
  return type === undefined ? 'unknown' : type
}

function objectType({ properties, required = [], additionalProperties }: Schema): string {
  if (properties === undefined)
    return `Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'}>`
  const members = Object.entries(properties).map(
    ([name, schema]) => `'${name}'${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  )
  return `{ ${members.join('; ')} }`
}
