import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import * as assert from 'uvu/assert'
import { logIn, until } from '../harness/client.ts'
import { parsed, textOf } from '../harness/exchange.ts'
import { createOpenApiCheck } from '../harness/openapi-check.ts'
import { refundOf, transactionOf } from '../harness/samples.ts'
import { recordScore } from '../harness/scores.ts'
import { ADMIN, startTestService } from '../harness/service.ts'
import { suite } from '../harness/suite.ts'
import { type FuzzedRequest, oneByOne, requestsOf, SEED } from './fuzzed-requests.ts'

/**
 * Requests made from the OpenAPI document, half of them nearly right: no 5xx, no hang, no answer the document does not
 * describe. FUZZ_REQUESTS=20000 is the whole run.
 */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 2_000)
const AT_ONCE = 16
const ANSWER_MS_MAX = 10_000
/** Requests made at a time; block n has the seed SEED + n. */
const BLOCK = 250
/** What remains on the heap between the middle and the end: caches that are not full yet, and nothing else. */
const GROWTH_MB_MAX = 60

const test = suite('fuzzed requests')
const service = await startTestService({ TRUST_PROXY: 'true' })
test.after(service.end)
const { body: document } = await service.admin.get('/openapi.json')
const check = createOpenApiCheck(document)
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
function heapMb(): number {
  collect()
  return process.memoryUsage().heapUsed / 1_048_576
}

const statuses = new Map<number, number>()
/** Addresses that the random requests do not use. */
const NOBODY_ELSE_AT = 1 << 20
const READY_MS_MAX = 60_000
/** Requests that end the caller's own session or lock the caller out would end the test. */
const HARMFUL = ['logout', 'changePassword', 'changeUser', 'changeClient']

test('each field of each operation, with each value that has broken a server before', async () => {
  const token = await tokenOf(service.url)
  const requests = [...oneByOne(document, [...HARMFUL, 'deleteWebhook'], await somethingOfEach())]
  const failures = await sendAll(token, requests, NOBODY_ELSE_AT)
  console.log(`fuzz: ${requests.length} requests one by one`)
  assert.equal(failures.slice(0, 5), [])
  assert.equal([...check.problems].slice(0, 5), [])
  await ready()
})

test(`${REQUESTS} requests of every operation (seed ${SEED}) are answered as described, without a 5xx`, async () => {
  console.log(`fuzz: FUZZ_SEED=${SEED} FUZZ_REQUESTS=${REQUESTS}`)
  const arbitrary = requestsOf(document, HARMFUL, await somethingOfEach())
  const token = await tokenOf(service.url)
  const failures: string[] = []
  const heap: number[] = []
  for (let block = 0; block * BLOCK < REQUESTS; block += 1) {
    const numRuns = Math.min(BLOCK, REQUESTS - block * BLOCK)
    const requests = fc.sample(arbitrary, { seed: SEED + block, numRuns })
    failures.push(...(await sendAll(token, requests, block * BLOCK)))
    heap.push(heapMb())
  }
  const grown = heap.at(-1)! - heap[Math.floor(heap.length / 2)]!
  console.log(
    `fuzz: ${[...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status}×${count}`)
      .join(' ')}`,
  )
  const operations = new Set([...check.seen.keys()].map(place => place.slice(0, place.lastIndexOf(' '))))
  console.log(`fuzz: ${operations.size} operations, heap ${heap.map(Math.round).join(' ')} MB`)
  assert.equal(failures.slice(0, 5), [])
  assert.equal([...check.problems].slice(0, 5), [])
  assert.ok(grown < GROWTH_MB_MAX, `the heap grew by ${grown} MB in the second half`)
  await ready()
  assert.is((await service.admin.get('/api/auth/me')).status, 200)
})

/** Nothing that was asked stopped anything that comes behind the answer. */
async function ready(): Promise<void> {
  await until(
    () => service.admin.get('/health/ready'),
    ({ status }) => status === 200,
    READY_MS_MAX,
  )
}

/** Ids of one thing of each kind, so that requests get past "there is no such". */
async function somethingOfEach(): Promise<Record<string, string>> {
  const { admin } = service
  const transaction = transactionOf(100)
  await admin.post('/transactions', transaction)
  const { body: refund } = await admin.requestRefund(refundOf(transaction, 100))
  const { body: webhook } = await admin.post('/webhooks', { url: 'https://localhost:1/hook', events: ['*'] })
  const { body: delivery } = await admin.post(`/webhooks/${webhook.webhook_id}/test`, {
    event_type: 'refund.completed',
  })
  const { body: recovery } = await admin.post(`/webhooks/${webhook.webhook_id}/recover`, {
    since: '2026-01-01T00:00:00Z',
  })
  const { body: registered } = await admin.post('/admin/clients', { name: `Fuzzed bank ${refund.refund_id}` })
  const { client_id } = registered
  const email = `${client_id.toLowerCase()}@bank.example`
  const { body: user } = await admin.post('/admin/users', { client_id, email, role: 'integrator' })
  const path = `/admin/clients/${client_id}/service-accounts`
  const { body: machine } = await admin.post(path, { name: 'worker', scopes: ['refund:read'] })
  const { body: me } = await admin.get('/api/auth/me')
  const whose = { client_id: me.client_id, user_id: transaction.user_id, transaction_id: transaction.transaction_id }
  const alert_id = await recordScore(service.service, { ...whose, score: 0.7, at: Date.parse(transaction.timestamp) })
  await until(
    () => admin.get(`/fraud/alerts/${alert_id}`),
    ({ status }) => status === 200,
  )
  const existing = {
    refund_id: refund.refund_id,
    alert_id,
    webhook_id: webhook.webhook_id,
    delivery_id: delivery.delivery_id,
    recovery_id: recovery.recovery_id,
    client_id,
    user_id: user.user_id,
    service_account_id: machine.service_account_id,
  }
  for (const [name, id] of Object.entries(existing)) assert.type(id, 'string', name)
  return existing
}

/** The failures; request n comes from the address `from + n`. */
async function sendAll(token: string, requests: FuzzedRequest[], from: number): Promise<string[]> {
  const failures: string[] = []
  let next = 0
  const worker = async () => {
    for (let n = next++; n < requests.length; n = next++) {
      const request = requests[n]!
      try {
        const { status, text } = await send(service.url, token, request, from + n)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status >= 500 && !isReadiness(request) && !isBehind(text))
          failures.push(`${status} ${JSON.stringify(request).slice(0, 500)} ${text.slice(0, 2_000)}`)
      } catch (error) {
        failures.push(`${error} ${JSON.stringify(request).slice(0, 500)}`)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return failures
}

/** Says 503 while a part is behind, as it may be for a moment under such a load; at the end it must not. */
function isReadiness({ path }: FuzzedRequest): boolean {
  return new URL(path, service.url).pathname.endsWith('/health/ready')
}

/** So does what needs a complete list: a person's export. */
function isBehind(text: string): boolean {
  return text.includes("the list of the person's data is not up to date")
}

async function tokenOf(url: string): Promise<string> {
  const client = await logIn(url, ADMIN.email, ADMIN.password)
  const { body } = await client.post('/api/auth/login', ADMIN)
  return body.access_token
}

async function send(url: string, token: string, { method, path, headers, body, anonymous }: FuzzedRequest, n: number) {
  const response = await fetch(url + path, {
    method,
    headers: {
      // Each from an address of its own: the limit per address is tested elsewhere.
      'x-forwarded-for': `10.${(n >> 14) & 127}.${(n >> 7) & 127}.${n & 127}`,
      ...(anonymous ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    signal: AbortSignal.timeout(ANSWER_MS_MAX),
    ...(body === undefined ? {} : { body }),
  })
  const text = await textOf(response)
  const { status, headers: given } = response
  check.observe(method, new URL(url + path).pathname, { status, headers: given, body: parsed(given, text) })
  return { status, text }
}

test.run()
