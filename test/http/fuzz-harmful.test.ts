import fc from 'fast-check'
import * as assert from 'uvu/assert'
import { observe } from '../harness/exchange.ts'
import { ADMIN, startTestService } from '../harness/service.ts'
import { suite } from '../harness/suite.ts'
import { type FuzzedRequest, requestsOf, SEED } from './fuzzed-requests.ts'

/**
 * The operations by which a caller ends its own session or locks itself out, fuzzed by callers who are thrown away.
 * Half of the requests are made to do harm: they name the caller itself and its right password.
 */
const REQUESTS = Number(process.env.FUZZ_HARMFUL_REQUESTS ?? 240)
const AT_ONCE = 4
const ANSWER_MS_MAX = 10_000
const HARMFUL = ['logout', 'changePassword', 'changeUser', 'changeClient']

const test = suite('fuzzed requests that harm their caller')
const service = await startTestService({ TRUST_PROXY: 'true' })
test.after(service.end)
const { url, admin } = service
const { body: document } = await admin.get('/openapi.json')

const { body: platform } = await admin.post('/api/auth/login', ADMIN)

type Caller = { token: string; client_id: string; user_id: string }
let callers = 0

async function newCaller(): Promise<Caller> {
  callers += 1
  const email = `harmed${callers}@bank.example`
  const { body: client } = await admin.post('/admin/clients', { name: `Harmed bank ${callers}` })
  const user = { client_id: client.client_id, email, role: 'admin', password: ADMIN.password }
  const { body: made } = await admin.post('/admin/users', user)
  const { status, body, text } = await ask(
    'POST',
    '/api/auth/login',
    callers,
    {},
    JSON.stringify({ email, password: ADMIN.password }),
  )
  assert.is(status, 200, text)
  return { token: body.access_token, client_id: client.client_id, user_id: made.user_id }
}

/** Each from an address of its own: the limit per address is tested elsewhere. */
async function ask(method: string, path: string, n: number, headers: Record<string, string>, body?: string) {
  const response = await fetch(url + path, {
    method,
    headers: {
      'x-forwarded-for': `10.9.${(n >> 7) & 127}.${n & 127}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
    signal: AbortSignal.timeout(ANSWER_MS_MAX),
  })
  const text = await response.text()
  const answer = { status: response.status, headers: response.headers, body: JSON.parse(text), text }
  // Without what was asked: made-up passwords are words that stand in any log.
  observe(url, method, path, {}, answer)
  return answer
}

/** The same request, meant for the caller itself. */
function aimed({ path, body, ...request }: FuzzedRequest, { client_id, user_id }: Caller): FuzzedRequest {
  return {
    ...request,
    path: path
      .replace(/\/admin\/clients\/[^/?]*/, `/admin/clients/${client_id}`)
      .replace(/\/admin\/users\/[^/?]*/, `/admin/users/${user_id}`),
    body: body?.replace(/"current_password":("(?:[^"\\]|\\.)*")/, `"current_password":"${ADMIN.password}"`),
  }
}

test(`${REQUESTS} of them (seed ${SEED}) are answered as described, without a 5xx, and harm nobody else`, async () => {
  console.log(`fuzz: FUZZ_SEED=${SEED} FUZZ_HARMFUL_REQUESTS=${REQUESTS}`)
  const all = Object.values(document.paths as Record<string, Record<string, { operationId: string }>>)
  const others = all.flatMap(methods => Object.values(methods).map(({ operationId }) => operationId))
  const arbitrary = requestsOf(
    document,
    others.filter(name => !HARMFUL.includes(name)),
    {},
  )
  const requests = fc.sample(arbitrary, { seed: SEED, numRuns: REQUESTS })
  const failures: string[] = []
  const answers = new Map<string, number>()
  let next = 0
  const worker = async () => {
    let caller = await newCaller()
    for (let n = next++; n < requests.length; n = next++) {
      const isAimed = n % 2 === 0
      const request = isAimed ? aimed(requests[n]!, caller) : requests[n]!
      const { method, path, headers, body, anonymous } = request
      // A client's terms are the platform's to change.
      const token = isAimed && path.includes('/admin/clients') ? platform.access_token : caller.token
      const identity = anonymous ? {} : { authorization: `Bearer ${token}` }
      try {
        const { status, text } = await ask(method, path, n, { ...identity, ...headers }, body)
        const what = `${method} ${path.replace(/^\/v1|\?.*/g, '').replace(/(clients|users)\/.*/, '$1')} ${status}`
        answers.set(what, (answers.get(what) ?? 0) + 1)
        if (status >= 500) failures.push(`${status} ${text} ${JSON.stringify(request).slice(0, 500)}`)
        if (!anonymous && (status === 401 || status === 429)) caller = await newCaller()
      } catch (error) {
        failures.push(`${error} ${JSON.stringify(request).slice(0, 500)}`)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  console.log(`fuzz: ${callers} callers; ${[...answers].map(([what, count]) => `${what}×${count}`).join(', ')}`)
  assert.equal(failures.slice(0, 5), [])
  for (const harm of ['POST /api/auth/logout', 'PATCH /admin/users', 'PATCH /admin/clients'])
    assert.ok(answers.has(`${harm} 200`), `no ${harm} did harm`)
  assert.is((await admin.get('/api/auth/me')).status, 200)
})

test.run()
