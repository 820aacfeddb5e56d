import { createConfig, lintFromString } from '@redocly/openapi-core'
import * as assert from 'uvu/assert'
import { signatureHeaders, signingKey } from '#delivery/dispatch/sign.ts'
import { documentWithoutStores } from '../harness/server-without-stores.ts'
import { suite } from '../harness/suite.ts'
import { undescribed } from '../harness/undescribed.ts'

/** The OpenAPI document as a text that somebody reads. Whether it is true, test/http/openapi.test.ts asks. */
const test = suite('reference')
const document = await documentWithoutStores()

test('every operation, parameter, field, header and tag has a sentence', () => {
  assert.equal(undescribed(document), [])
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

test('tags stand in the order of use', () => {
  const names = document.tags.map(({ name }: { name: string }) => name)
  assert.is(names[0], 'refunds')
  assert.equal(names.slice(-3), ['auth', 'admin', 'operations'])
})

test('the verifier that is shown for Node takes a delivery, and refuses another body, another secret and an old one', async () => {
  const [, shown = ''] = /```js\n([\s\S]*?)```/.exec(document.info.description) ?? []
  const module = `data:text/javascript,${encodeURIComponent(`${shown}\nexport { isAuthentic }`)}`
  const { isAuthentic } = await import(module)
  const body = Buffer.from('{"type":"refund.completed"}')
  const secret = 'whsec_a_secret_for_the_tests'
  const signed = (at: Date) =>
    signatureHeaders([signingKey(1, secret, null)], { eventId: 'evt_1', webhookId: 'wh_1', attempt: 1, body, at })
  const headers = signed(new Date())
  assert.is(isAuthentic(body, headers, secret), true)
  assert.is(isAuthentic(Buffer.from('{}'), headers, secret), false)
  assert.is(isAuthentic(body, headers, 'another secret'), false)
  assert.is(isAuthentic(body, { ...headers, 'x-service-signature': 'none' }, secret), false)
  assert.is(isAuthentic(body, signed(new Date(Date.now() - 301_000)), secret), false)
})

test("Redocly's lint has nothing to say", async () => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    // Probes and published keys refuse nobody.
    rules: { 'operation-4xx-response': 'off' },
  })
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config })
  assert.equal(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`),
    [],
  )
})

test.run()
