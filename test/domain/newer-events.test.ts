import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { inspect } from 'node:util'
import * as assert from 'uvu/assert'
import type { Category } from '#event-sourcing/category.ts'
import { type Decider, type DomainEvent, fold } from '#event-sourcing/decider.ts'
import { recordedOf } from '../harness/scenario.ts'
import { storedEvents } from '../harness/stored-events.ts'
import { suite } from '../harness/suite.ts'

/** During an upgrade, streams have events of a newer version, which `parse` lets pass. No state may change by them. */
const test = suite('events of a newer version')

type Family = Category<DomainEvent> & { decider: Decider<unknown, unknown, DomainEvent> }
const isFamily = (value: unknown): value is Family =>
  typeof value === 'object' && value !== null && 'prefix' in value && 'decider' in value

const root = resolve(import.meta.dirname, '../..')
const files = globSync('src/domain/**/*.ts', { cwd: root }).sort()
const exported = await Promise.all(files.map(file => import(resolve(root, file))))
const families = new Map(
  exported.flatMap<unknown>(Object.values).flatMap(value => (isFamily(value) ? [[value.prefix, value]] : [])),
)
/** Some states have functions, which are never equal. */
const textOf = (state: unknown) => inspect(state, { depth: null, maxArrayLength: null })
const newer: DomainEvent = { type: 'SomethingNewer', data: { new_field: 'new' } }

test('all families are found', () => {
  const prefixes = new Set(storedEvents.map(({ stream }) => [...families.keys()].find(of => stream.startsWith(of))))
  assert.not(prefixes.has(undefined))
  assert.is(prefixes.size, families.size)
})

for (const [prefix, { decider }] of families)
  test(`${prefix}: leave every state as it is`, () => {
    const samples = storedEvents.filter(({ stream }) => stream.startsWith(prefix))
    // The first event, and after it each other one: in every status that two events lead to.
    for (const sample of samples) {
      const events = sample === samples[0] ? [sample] : [samples[0]!, sample]
      const { stream } = sample
      const before = textOf(fold(decider, recordedOf(events, stream)))
      assert.is(textOf(fold(decider, recordedOf([...events, newer], stream))), before, `after ${sample.type}`)
    }
    assert.is(textOf(fold(decider, recordedOf([newer], samples[0]!.stream))), textOf(decider.initial), 'alone')
  })

test.run()
