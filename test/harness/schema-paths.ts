import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { z } from 'zod'

/** What of an API description or a schema is permanent: its names and shapes, and none of its texts. */

const PROSE = new Set(['description', 'summary', 'example', 'examples', 'title'])

/** Without texts and examples. Names of fields stay, whatever they are. */
function shapeOf(value: unknown, areNames = false): unknown {
  if (Array.isArray(value)) return value.map(one => shapeOf(one))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => areNames || !PROSE.has(name))
  return Object.fromEntries(kept.map(([name, of]) => [name, shapeOf(of, !areNames && name === 'properties')]))
}

/** Stands for a text that is too long to be listed. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

/** A digest that changes with the shape alone. */
export function shapeDigest(value: unknown): string {
  return digestOf(canonicalize(shapeOf(value)) ?? '')
}

/** Every name of a field, wherever in the description. */
export function fieldsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { properties } = value as { properties?: object }
  const own = typeof properties === 'object' && !Array.isArray(properties) ? Object.keys(properties) : []
  return [...own, ...Object.values(value).flatMap(fieldsOf)]
}

type Schema = z.core.JSONSchema.JSONSchema

/** The paths of all fields of an object's JSON schema. */
export function pathsOf(schema: Schema, path = ''): string[] {
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? []), schema.items ?? []].flat()
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const at = path === '' ? name : `${path}.${name}`
    return [at, ...pathsOf(field as Schema, at)]
  })
  return [...own, ...inner.flatMap(one => (typeof one === 'object' ? pathsOf(one as Schema, path) : []))]
}

/** The paths of all fields of a value; `[]` stands for each element of a list. */
export function pathsIn(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap(one => pathsIn(one, `${path}[]`))
  if (typeof value !== 'object' || value === null) return path === '' ? [] : [path]
  return Object.entries(value).flatMap(([name, one]) => pathsIn(one, path === '' ? name : `${path}.${name}`))
}
