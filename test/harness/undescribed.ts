type Schema = {
  $ref?: string
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: Schema | boolean
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
}
type Media = { content?: Record<string, { schema: Schema }> }
type Parameter = { name: string; description?: string; schema: Schema }
type Header = { $ref?: string; description?: string }
type Operation = {
  operationId: string
  summary?: string
  description?: string
  tags?: string[]
  parameters?: Parameter[]
  requestBody?: Media
  responses: Record<string, Media & { $ref?: string; description?: string; headers?: Record<string, Header> }>
}
export type Document = {
  tags?: { name: string; description?: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; responses: Record<string, Media>; headers: Record<string, Header> }
}

/** A description is a sentence: it begins with a capital, a digit or code, and ends. */
const SENTENCE = /^[\p{Lu}\d`“][\s\S]*[.”]$/u
export const isSentence = (text: string | undefined) => text !== undefined && SENTENCE.test(text)

/** The fields of a schema without references that no sentence describes, by their place. */
export function fieldsWithoutSentence(place: string, schema: Schema): string[] {
  const { properties = {}, anyOf = [], oneOf = [], allOf = [], items } = schema
  return [
    ...Object.entries(properties).flatMap(([name, field]) => [
      ...(isSentence(field.description) ? [] : [`${place}.${name}: ${field.description ?? 'nothing'}`]),
      ...fieldsWithoutSentence(`${place}.${name}`, field),
    ]),
    ...[...anyOf, ...oneOf, ...allOf].flatMap(part => fieldsWithoutSentence(place, part)),
    ...(items === undefined ? [] : fieldsWithoutSentence(`${place}[]`, items)),
  ]
}

/**
 * Every operation, parameter, field, header and tag of a document that is not described by a sentence, by its place.
 */
export function undescribed(document: Document): string[] {
  const found: string[] = []
  const demand = (place: string, description: string | undefined) => {
    if (!isSentence(description)) found.push(`${place}: ${description ?? 'nothing'}`)
  }
  const resolve = ({ $ref }: Schema) => document.components.schemas[$ref?.split('/').at(-1) ?? '']
  const seen = new Set<Schema>()

  /** `described`: fields that a part of the same `allOf` describes. */
  function fields(place: string, schema: Schema, described: ReadonlySet<string> = new Set()): void {
    if (schema.$ref !== undefined) return
    if (seen.has(schema)) return
    seen.add(schema)
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      if (!described.has(name)) demand(`${place}.${name}`, field.description ?? resolve(field)?.description)
      fields(`${place}.${name}`, field)
    }
    for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) fields(place, part)
    const parts = schema.allOf ?? []
    const names = parts.flatMap(part => {
      const properties = (resolve(part) ?? part).properties ?? {}
      return Object.entries(properties).flatMap(([name, { description }]) => (description === undefined ? [] : name))
    })
    for (const part of parts) fields(place, part, new Set(names))
    if (schema.items !== undefined) fields(`${place}[]`, schema.items)
    if (typeof schema.additionalProperties === 'object') fields(`${place}{}`, schema.additionalProperties)
  }
  const body = (place: string, { content = {} }: Media) => {
    for (const { schema } of Object.values(content)) fields(place, schema)
  }

  const operations = [...Object.values(document.paths), ...Object.values(document.webhooks)].flatMap(of =>
    Object.values(of),
  )
  for (const { operationId, summary, description, parameters = [], requestBody, responses } of operations) {
    demand(operationId, description)
    if (summary === undefined) found.push(`${operationId}: no summary`)
    for (const parameter of parameters) {
      demand(`${operationId} ${parameter.name}`, parameter.description)
      fields(`${operationId} ${parameter.name}`, parameter.schema)
    }
    body(`${operationId} body`, requestBody ?? {})
    for (const [status, response] of Object.entries(responses)) {
      if (response.$ref !== undefined) continue
      demand(`${operationId} ${status}`, response.description)
      body(`${operationId} ${status}`, response)
    }
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    if (!name.startsWith('__')) demand(name, schema.description)
    fields(name, schema)
  }
  for (const [name, response] of Object.entries(document.components.responses)) body(name, response)
  for (const [name, header] of Object.entries(document.components.headers)) demand(name, header.description)
  const tags = new Map((document.tags ?? []).map(tag => [tag.name, tag.description]))
  for (const tag of new Set(operations.flatMap(({ tags = [] }) => tags))) demand(`tag ${tag}`, tags.get(tag))
  return found
}
