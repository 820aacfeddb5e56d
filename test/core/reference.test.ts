import { spawnSync } from 'node:child_process'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import * as assert from 'uvu/assert'
import { signatureHeaders, signingKey } from '#delivery/dispatch/sign.ts'
import { EVENT_TYPES } from '#domain/webhooks/event-types.ts'
import { documentWithoutStores } from '../harness/server-without-stores.ts'
import { suite } from '../harness/suite.ts'
import { undescribed } from '../harness/undescribed.ts'

/** The OpenAPI document as a text that somebody reads. Whether it is true, test/http/openapi.test.ts asks. */
const test = suite('reference')
const document = await documentWithoutStores()

test('every operation, parameter, field, header and tag has a sentence', () => {
  assert.equal(undescribed(document), [])
})

test('every type of event is emitted by a module, which describes its data', () => {
  assert.equal(Object.keys(document.webhooks ?? {}).sort(), EVENT_TYPES.toSorted())
})

test('a field, an operation and a tag without one are found', () => {
  const operation = { operationId: 'op', summary: 'Op', tags: ['new'], responses: {} }
  const schema = {
    description: 'One.',
    properties: {
      a: {},
      b: { description: 'Not a sentence' },
      c: { items: { properties: { d: {} } }, description: 'C.' },
    },
  }
  const components = { schemas: { One: schema }, responses: {}, headers: {} }
  const found = undescribed({ tags: [], paths: { '/': { get: operation } }, webhooks: {}, components })
  assert.equal(found, [
    'op: nothing',
    'One.a: nothing',
    'One.b: Not a sentence',
    'One.c[].d: nothing',
    'tag new: nothing',
  ])
})

test('tags appear in the order of use', () => {
  const names = document.tags.map(({ name }: { name: string }) => name)
  assert.is(names[0], 'refunds')
  assert.equal(names.slice(-4), ['auth', 'admin', 'subjects', 'operations'])
})

/** A delivery, what must not pass for one, and what a verifier says of each. */
const secret = 'whsec_a_secret_for_the_tests'
const body = '{"type":"refund.completed"}'
const signed = (at: Date): Record<string, string> =>
  signatureHeaders([signingKey(1, secret, null)], {
    ...{ eventId: 'evt_1', webhookId: 'wh_1', attempt: 1, body: Buffer.from(body), at },
  })
const headers = signed(new Date())
const given: { body: string; headers: Record<string, string>; secret: string }[] = [
  { body, headers, secret },
  { body: '{}', headers, secret },
  { body, headers, secret: 'another secret' },
  { body, headers: { ...headers, 'x-service-signature': 'none' }, secret },
  { body, headers: { ...headers, 'x-service-signature': 'Ünsigned' }, secret },
  { body, headers: { ...headers, 'x-service-timestamp': 'soon' }, secret },
  { body, headers: signed(new Date(Date.now() - 301_000)), secret },
  { body, headers: {}, secret },
]
const AUTHENTIC = given.map((_, index) => index === 0)
const shown = (language: string) =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(document.info.description)?.[1] ?? ''

test('the verifier that is shown for Node takes a delivery, and refuses what is none', async () => {
  const module = `data:text/javascript,${encodeURIComponent(`${shown('js')}\nexport { isAuthentic }`)}`
  const { isAuthentic } = await import(module)
  assert.equal(
    given.map(one => isAuthentic(Buffer.from(one.body), one.headers, one.secret)),
    AUTHENTIC,
  )
})

test('so does the one for Python', () => {
  // Frameworks find a header whatever its case; a dictionary does not.
  const titled = (name: string) => name.replace(/\b[a-z]/g, letter => letter.toUpperCase())
  const asked = given.map(one => ({
    ...one,
    headers: Object.fromEntries(Object.entries(one.headers).map(([name, value]) => [titled(name), value])),
  }))
  const ask = `import json, sys
print(json.dumps([is_authentic(one["body"].encode(), one["headers"], one["secret"]) for one in json.load(sys.stdin)]))`
  const { stdout, stderr } = spawnSync('python3', ['-c', `${shown('python')}\n${ask}`], {
    input: JSON.stringify(asked),
    encoding: 'utf8',
  })
  assert.is(stderr, '')
  assert.equal(JSON.parse(stdout), AUTHENTIC)
})

test('the line with openssl comes to the signature', () => {
  const { 'x-service-timestamp': TIMESTAMP, 'x-service-signature': signature } = headers
  const env = { ...process.env, TIMESTAMP, BODY: body, SECRET: secret }
  assert.match(spawnSync('sh', ['-c', shown('sh')], { env, encoding: 'utf8' }).stdout, signature!)
})

test("Redocly's lint has nothing to say", async () => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      // Probes and published keys refuse nobody.
      'operation-4xx-response': 'off',
      // Ids have prefixes, so that no id can be taken for a word of a path, nor `devices` for a notification's.
      'no-ambiguous-paths': 'off',
    },
  })
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config })
  assert.equal(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`),
    [],
  )
})

test.run()
