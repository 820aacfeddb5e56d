import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import canonicalize from 'canonicalize'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { type Category, category } from '#event-sourcing/category.ts'
import type { DomainEvent } from '#event-sourcing/decider.ts'
import { plain } from '#event-sourcing/field-classes.ts'
import { modules } from '#modules.ts'
import { recordedOf } from '../harness/scenario.ts'
import { storedEvents } from '../harness/stored-events.ts'
import { suite } from '../harness/suite.ts'

/**
 * What follows from the classes of event fields, for every event type: owner, subject, personal data, sealed fields,
 * history view. What the fixture lists decides who sees what, and what an erasure removes, so it only grows: with new
 * event types and fields, by UPDATE_FIELD_CLASSES=1.
 */
const test = suite('field classes')
const FIXTURE = new URL('../fixtures/field-classes.json', import.meta.url)

type Schema = z.core.JSONSchema.JSONSchema
type Sample = { stream: string; type: string; data: object }

const root = resolve(import.meta.dirname, '../..')
const isCategory = (value: unknown): value is Category<DomainEvent> =>
  typeof value === 'object' && value !== null && 'prefix' in value && 'schemas' in value && 'assertValid' in value
const files = globSync('src/domain/**/events.ts', { cwd: root })
const categories = (await Promise.all(files.map(file => import(resolve(root, file)))))
  .flatMap<unknown>(Object.values)
  .filter(isCategory)

/** Data in which every field is there; each text is the path of its field. */
function generate(schema: Schema, path: string): unknown {
  const { anyOf = schema.oneOf, properties, items, additionalProperties } = schema
  if (anyOf !== undefined) return generate(anyOf.find(one => (one as Schema).type !== 'null') as Schema, path)
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  if (properties !== undefined)
    return Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [name, generate(field as Schema, `${path}.${name}`)]),
    )
  if (items !== undefined) return [generate(items as Schema, `${path}[]`)]
  if (typeof additionalProperties === 'object') {
    const keys = (schema.propertyNames as Schema | undefined)?.enum ?? ['key']
    return Object.fromEntries(keys.map(key => [key, generate(additionalProperties, `${path}.${key}`)]))
  }
  const type = [schema.type].flat().find(type => type !== 'null')
  return type === 'string' ? path : type === 'boolean' ? true : type === 'object' ? {} : 1
}

function dump(): Record<string, unknown> {
  const views = modules.flatMap(({ historyViews = [] }) => historyViews)
  const maps = modules.flatMap(module => module.personalData ?? [])
  const result: Record<string, unknown> = {}
  const add = (name: string, sample: Sample) => {
    const [event] = recordedOf([sample], sample.stream)
    const view = views.find(({ prefix }) => sample.stream.startsWith(prefix))!
    const map = maps.find(({ prefix }) => prefix === view.prefix)
    result[`${view.prefix} ${sample.type} ${name}`] = {
      ...{ owner: view.owner(event!), subject: view.subject(event!), object: view.object(event!) },
      ...{ history: view.fieldsOf(event!), person: map?.subject(event!), key: map?.key?.(event!) },
    }
  }
  const samples = storedEvents.filter(({ obsolete }) => !obsolete)
  for (const [index, sample] of samples.entries()) add(`stored ${index}`, sample)
  for (const { prefix, schemas } of categories)
    for (const [type, schema] of Object.entries(schemas)) {
      const map = maps.find(of => of.prefix === prefix)
      const personal = [...(map?.fields.get(type) ?? [])].sort()
      const sealed = Object.entries(map?.sealed ?? {}).filter(([path]) => personal.includes(path))
      result[`${prefix} ${type} paths`] = { personal, sealed: Object.fromEntries(sealed) }
      const { stream } = samples.find(sample => sample.type === type && sample.stream.startsWith(prefix))!
      add('generated', { stream, type, data: generate(z.toJSONSchema(schema), '') as object })
    }
  return result
}

/** Whether `now` has everything of `before`: only fields, paths and events are new. */
function hasGrownFrom(before: unknown, now: unknown): boolean {
  if (typeof before !== 'object' || before === null) return before === now
  if (typeof now !== 'object' || now === null) return false
  if (Array.isArray(before))
    return Array.isArray(now) && before.every(one => now.some(other => hasGrownFrom(one, other)))
  return Object.entries(before).every(([key, value]) => hasGrownFrom(value, (now as Record<string, unknown>)[key]))
}

test('owner, subject, personal data and history of events are what they were', () => {
  const now = Object.fromEntries(
    Object.entries(dump()).map(([name, value]) => [name, JSON.parse(canonicalize(value)!)] as const),
  )
  const frozen: Record<string, unknown> = JSON.parse(readFileSync(FIXTURE, 'utf8'))
  for (const [name, value] of Object.entries(frozen)) assert.ok(hasGrownFrom(value, now[name]), name)
  if (process.env.UPDATE_FIELD_CLASSES !== undefined) {
    const lines = Object.entries(now).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    writeFileSync(FIXTURE, `{\n${lines.join(',\n')}\n}\n`)
  } else
    for (const [name, value] of Object.entries(frozen))
      assert.equal(now[name], value, `${name} has a new field: UPDATE_FIELD_CLASSES=1 adds it to the fixture`)
})

test('a field without a class does not compile, and is refused when its category is made', () => {
  const Paid = z.strictObject({ ...plain({ at: z.string() }), to: z.strictObject({ name: z.string().nullable() }) })
  // @ts-expect-error to.name has no class
  assert.throws(() => category({ prefix: 'payment-', events: { Paid } }), 'Paid.to.name has no class')
})

test.run()
