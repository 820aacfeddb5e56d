import { z } from 'zod'
import type { ErrorAdvice } from './document-parts.ts'

export type JsonSchema = { [keyword: string]: unknown }

/** The document's components, collected while operations are described, and the advice that their errors give. */
export type Components = {
  schemas: Map<string, JsonSchema>
  responses: Map<string, JsonSchema>
  errorAdvice: ErrorAdvice
}

/** JSON Schema draft 2020-12, which OpenAPI 3.1 uses unchanged. Named parts become `components`. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output', components: Components): JsonSchema {
  const { $schema: _, $defs = {}, ...own } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  for (const [name, definition] of Object.entries($defs)) addComponent(name, withoutId(definition), components)
  if (typeof own.id !== 'string') return withComponentRefs(own)
  addComponent(own.id, withoutId(own), components)
  return { $ref: `#/components/schemas/${own.id}` }
}

function addComponent(name: string, definition: object, { schemas }: Components): void {
  const schema = withComponentRefs(definition)
  const known = schemas.get(name)
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema))
    throw new Error(`two schemas are called ${name}; a schema for both requests and responses needs two names`)
  schemas.set(name, schema)
}

function withoutId({ id: _, ...schema }: { id?: unknown }): object {
  return schema
}

function withComponentRefs(schema: object): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'))
}
