import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { EVENT_TYPES } from '#domain/webhooks/event-types.ts'
import { asyncApiDocument } from '#http/asyncapi/document.ts'
import { busOperations, modules } from '#modules.ts'
import PERMANENT from '../fixtures/permanent-names.json' with { type: 'json' }
import { suite } from '../harness/suite.ts'
import { fieldsWithoutSentence, isSentence } from '../harness/undescribed.ts'

/** The AsyncAPI document: whether it is valid, complete, and has a sentence for everything. */
const test = suite('asyncapi document')

const operations = busOperations(modules)
const Text = z.looseObject({ summary: z.string(), description: z.string() })
const document = z
  .looseObject({
    channels: z.record(z.string(), z.looseObject({ address: z.string().optional() })),
    operations: z.record(z.string(), Text),
    components: z.looseObject({
      schemas: z.record(z.string(), z.looseObject({})),
      messages: z.record(
        z.string(),
        z.looseObject({
          summary: z.string(),
          payload: z.looseObject({}),
          examples: z.array(z.object({ payload: z.unknown() })),
        }),
      ),
    }),
  })
  .parse(JSON.parse(JSON.stringify(asyncApiDocument(operations))))
const { messages, schemas } = document.components

test('is valid', async () => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    // The broker's accounts say who may use a subject.
    rules: { 'security-defined': 'off' },
  })
  const lint = (source: object) =>
    lintFromString({ source: JSON.stringify(source), absoluteRef: 'asyncapi.json', config })
  const problems = await lint(document)
  assert.equal(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`),
    [],
  )
  assert.ok((await lint({ ...document, operations: { one: { action: 'shout' } } })).length > 0, 'a wrong one is found')
})

test('has a sentence for every operation and field', () => {
  const found = [
    ...Object.entries(document.operations).flatMap(([id, { description }]) => (isSentence(description) ? [] : id)),
    ...Object.entries(messages).flatMap(([name, { payload }]) => fieldsWithoutSentence(name, payload)),
    ...Object.entries(schemas).flatMap(([name, schema]) => fieldsWithoutSentence(name, schema)),
  ]
  assert.equal(found, [])
})

test('has the subjects that the service uses, no more and no fewer', () => {
  const addresses = Object.values(document.channels).flatMap(({ address }) => address ?? [])
  const [ofClients, others] = [true, false].map(isOfClient =>
    addresses.filter(address => address.includes('{client_id}') === isOfClient).toSorted(),
  )
  // Those of the bus follow. JetStream's own are documented by NATS.
  const isElsewhere = (subject: string) => /^(security|\$JS)\./.test(subject)
  assert.equal(
    others,
    PERMANENT['NATS subjects'].filter(subject => !isElsewhere(subject)),
  )
  const kinds = PERMANENT['bus: kinds of messages'].map(kind => `security.in.{client_id}.${kind}`)
  const types = EVENT_TYPES.map(type => `security.out.{client_id}.${type}`)
  assert.equal(ofClients, [...kinds, ...types].toSorted())
})

test('has an example of every message, and each follows its schema', () => {
  const ajv = new Ajv({ strict: false, allErrors: true })
  formats.default(ajv)
  for (const [name, { payload, examples }] of Object.entries(messages)) {
    assert.is(examples.length, 1, name)
    const validate = ajv.compile({ ...payload, components: { schemas } })
    for (const example of examples) assert.ok(validate(example.payload), `${name}: ${ajv.errorsText(validate.errors)}`)
  }
})

test('names each operation and message once', () => {
  assert.is(Object.keys(document.operations).length, operations.length)
  const declared = operations.flatMap(({ message, reply }) => (reply === undefined ? [message] : [message, reply]))
  for (const message of declared)
    assert.is(new Set(declared.filter(({ name }) => name === message.name)).size, 1, message.name)
})

test.run()
