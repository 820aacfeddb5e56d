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
  responses: Record<string, Content>
}
type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Schema> } }

/** TypeScript types of the document, in the form that the client `openapi-fetch` reads (`paths`, `components`). */
export function typesOf({ paths, components }: Document): string {
  const schemas = Object.entries(components.schemas).map(([name, schema]) => `${name}: ${typeOf(schema)}`)
  const operations = Object.entries(paths).map(([path, methods]) => {
    const each = Object.entries(methods).map(([method, operation]) => `${method}: ${operationType(operation)}`)
    return `'${path}': { ${each.join('; ')} }`
  })
  return [
    '// Made from the OpenAPI document by test/edge/http/openapi.test.ts; UPDATE_OPENAPI=1 makes it again.',
    `export interface components { schemas: {\n${schemas.join('\n')}\n} }`,
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
  const answers = Object.entries(responses).map(
    ([status, of]) => `${status}: { headers: {}; ${contentType(of).slice(2)}`,
  )
  return `{ parameters: { ${places.join('; ')} }; ${body}; responses: { ${answers.join('; ')} } }`
}

function contentType({ content = {} }: Content): string {
  const each = Object.entries(content).map(([type, { schema }]) => `'${type}': ${typeOf(schema)}`)
  return `{ content: { ${each.join('; ')} } }`
}

function typeOf(schema: Schema): string {
  const { $ref, enum: values, anyOf, oneOf, allOf, type } = schema
  if ($ref !== undefined) return `components['schemas']['${$ref.split('/').at(-1)}']`
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
