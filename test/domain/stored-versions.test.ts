import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { sessionStreams } from '#domain/auth/sessions/events.ts'
import type { Category } from '#event-sourcing/category.ts'
import type { DomainEvent } from '#event-sourcing/decider.ts'
import { recordedOf } from '../harness/scenario.ts'
import { shapesIn, shapesOf } from '../harness/schema-shapes.ts'
import { freezeEvents, frozenEvents, storedEvents } from '../harness/stored-events.ts'
import { suite } from '../harness/suite.ts'

const test = suite('events as every version has written them')
/** Of a sample's SHA-256, hexadecimal: enough to see that it changed. */
const DIGEST_LENGTH = 16

/** Of every file that declares events. */
const files = globSync('src/domain/**/events.ts', { cwd: resolve(import.meta.dirname, '../..') })
const categories: Category<DomainEvent>[] = []
for (const file of files) {
  const exported: Record<string, unknown> = await import(resolve(import.meta.dirname, '../..', file))
  categories.push(...Object.values(exported).filter(isCategory))
}

function isCategory(value: unknown): value is Category<DomainEvent> {
  return (
    typeof value === 'object' && value !== null && 'prefix' in value && 'schemas' in value && 'assertValid' in value
  )
}

test('every file that declares events declares streams', () => {
  assert.ok(files.length > 9 && categories.length >= files.length, `${categories.length} of ${files.length} files`)
  const prefixes = categories.map(({ prefix }) => prefix)
  assert.equal([...new Set(prefixes)], prefixes)
})

test('each can be read, and what is not obsolete could be written today', () => {
  for (const { stream, type, data, obsolete } of storedEvents) {
    const streams = categories.find(category => category.has({ stream }))!
    const [recorded] = recordedOf([{ type, data }], stream)
    assert.is(streams.parse(recorded!), recorded, type)
    if (!obsolete) streams.assertValid({ type, data })
  }
})

/** What the schemas allow and none of the samples is, by the type of the event. */
function missing(of: Category<DomainEvent>[], samples: typeof storedEvents): string[] {
  return of.flatMap(streams =>
    streams.types.flatMap(type => {
      const schema = z.toJSONSchema(streams.schemas[type]!)
      const own = samples.filter(sample => sample.type === type && streams.has(sample))
      const shown = new Set(own.flatMap(({ data }) => shapesIn(data, schema)))
      return shapesOf(schema).flatMap(shape => (shown.has(shape) ? [] : [`${type}: ${shape}`]))
    }),
  )
}

test('every type of every category is among them, in every shape that its schema has', () => {
  assert.equal(missing(categories, storedEvents), [])
})

test('a field, a word or a type more is missed until there is a sample of it, and a sample that is gone', () => {
  const retyped = (schemas: Record<string, z.ZodObject>) => [
    { ...sessionStreams, types: Object.keys(schemas), schemas },
  ]
  const { SessionOpened, SessionClosed } = sessionStreams.schemas
  const grown = {
    SessionOpened: SessionOpened!.extend({ country: z.string().nullable().optional() }),
    SessionClosed: SessionClosed!.extend({ reason: z.enum(['logout', 'idle']) }),
    SessionMoved: z.strictObject({}),
  }
  assert.equal(missing(retyped(grown), storedEvents), [
    'SessionOpened: country is there',
    'SessionOpened: country is null',
    'SessionClosed: reason is idle',
    'SessionMoved:  is there',
  ])
  const without = storedEvents
    .filter(({ type }) => type !== 'SessionRefreshed')
    .map(event => ({ ...event, data: { ...event.data, beneficiary_mismatch: undefined } }))
  assert.equal(missing(categories, without).sort(), [
    'RefundRequested: beneficiary_mismatch is there',
    'SessionRefreshed:  is there',
  ])
})

const digests = storedEvents.map(event =>
  createHash('sha256').update(JSON.stringify(event)).digest('hex').slice(0, DIGEST_LENGTH),
)

if (process.env.FREEZE_EVENTS !== undefined) freezeEvents(digests)

test('none is changed or gone that was there once', () => {
  assert.equal(
    frozenEvents.filter(digest => !digests.includes(digest)),
    [],
  )
})

test('new ones are frozen: FREEZE_EVENTS=1 node test/run.ts stored-versions', () => {
  assert.equal(
    storedEvents.filter((_, index) => !frozenEvents.includes(digests[index]!)),
    [],
  )
})

test.run()
