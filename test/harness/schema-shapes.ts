import type { z } from 'zod'

type Schema = z.core.JSONSchema.JSONSchema

/**
 * Every shape that data of a schema can have, a line each: a field that is there, and that is missing where it may
 * be; that is null, and that is not; each word of a list of words.
 */
export function shapesOf(schema: Schema, path = ''): string[] {
  const { anyOf, properties, items, required = [], additionalProperties } = schema
  if (anyOf !== undefined) return anyOf.flatMap(one => shapesOf(one as Schema, path))
  if (schema.enum !== undefined) return schema.enum.map(word => `${path} is ${word}`)
  if (schema.const !== undefined) return [`${path} is ${schema.const}`]
  const types = [schema.type].flat()
  // A text or number that may be null has a list of types.
  const own = [...new Set(types.map(type => `${path} is ${type === 'null' ? 'null' : 'there'}`))]
  const fields = Object.entries(properties ?? {}).flatMap(([name, field]) => {
    const at = path === '' ? name : `${path}.${name}`
    return [...(required.includes(name) ? [] : [`${at} is missing`]), ...shapesOf(field as Schema, at)]
  })
  const each = items === undefined ? [] : shapesOf(items as Schema, `${path}[]`)
  const any = typeof additionalProperties === 'object' && properties === undefined ? [`${path}.* is there`] : []
  return [...own, ...fields, ...each, ...any]
}

/** The shapes that one piece of data has. */
export function shapesIn(data: unknown, schema: Schema, path = ''): string[] {
  const { anyOf, properties, items } = schema
  if (anyOf !== undefined) {
    const isNull = (one: Schema) => one.type === 'null'
    const fitting = anyOf.filter(one => isNull(one as Schema) === (data === null))
    return fitting.flatMap(one => shapesIn(data, one as Schema, path))
  }
  if (data === null) return [`${path} is null`]
  if (schema.enum !== undefined || schema.const !== undefined) return [`${path} is ${data}`]
  const own = [`${path} is there`]
  if (Array.isArray(data)) return [...own, ...data.flatMap(item => shapesIn(item, items as Schema, `${path}[]`))]
  if (typeof data !== 'object') return own
  if (properties === undefined) return Object.keys(data).length > 0 ? [...own, `${path}.* is there`] : own
  return [
    ...own,
    ...Object.entries(properties).flatMap(([name, field]) => {
      const at = path === '' ? name : `${path}.${name}`
      const value: unknown = Reflect.get(data, name)
      return value === undefined ? [`${at} is missing`] : shapesIn(value, field as Schema, at)
    }),
  ]
}
