import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import type { Counters } from '#edge/rate-limits/counters.ts'
import { createLimiter } from '#edge/rate-limits/limiter.ts'
import { minute, month, planOf, second } from '#edge/rate-limits/plans.ts'
import type { Api } from '#http/api.ts'
import { clientPlan } from '#services/auth/client-plan.ts'
import { until } from '../../harness/client.ts'
import { suite } from '../../harness/suite.ts'
import { type Answer, startEdge } from '../../http/edge-under-test.ts'

const test = suite('rate limits')
const schema = { response: { 200: z.object({ ok: z.boolean() }) } }
/** Source: the spec, "Limits": "Fraud real-time", "Fraud batch", and the SMS quota per application. */
const details = { module_code: 'FRAUD_005' }
const realtime = { name: 'realtime', plan: planOf(second(1_000)), details }
const batch = { name: 'batch', plan: planOf(minute(100)), details }
const sms = { name: 'sms' }
const monthly = { name: 'monthly', plan: planOf(minute(60), month(90)) }
const routes = (api: Api) => {
  api.get('/ping', { config: { scope: 'any' }, schema }, async () => ({ ok: true }))
  const scoring = { scope: 'any', errorShape: 'nested' } as const
  api.get('/fraud/score/probe', { config: { ...scoring, limit: realtime }, schema }, async () => ({ ok: true }))
  api.get('/fraud/score/batch-probe', { config: { ...scoring, limit: batch }, schema }, async () => ({ ok: true }))
  api.get('/sms/probe', { config: { scope: 'any', limit: sms }, schema }, async () => ({ ok: true }))
  api.get('/monthly', { config: { scope: 'any', limit: monthly }, schema }, async () => ({ ok: true }))
}
const edge = await startEdge({ instances: 3, routes: [routes], env: { TRUST_PROXY: 'true' } })
const [one] = edge.instances
test.after(edge.stop)

let clients = 0
async function client(terms: object) {
  const name = `bank-${++clients}`
  const admin = await edge.logIn()
  const { body } = await one!.call('POST', '/admin/clients', { token: admin, json: { name, ...terms } })
  const user = async (n: number) => {
    const credentials = { email: `${name}-${n}@example.com`, password: 'a good long password' }
    const json = { ...credentials, client_id: body.client_id, role: 'integrator' }
    await one!.call('POST', '/admin/users', { token: admin, json })
    return edge.logIn(credentials)
  }
  return { client_id: String(body.client_id), user }
}
/** Moves the clock to the start of the next window of that many seconds. */
function toNextWindow(seconds: number) {
  const ms = seconds * 1_000
  edge.pass(ms - (one!.auth.now().getTime() % ms) + 50)
}
const ping = (token: string, n = 0, path = '/ping') => edge.instances[n % 3]!.call('GET', path, { token })
const count = (answers: Answer[], status: number) => answers.filter(answer => answer.status === status).length
const detailsOf = ({ body }: Answer) => body.details as Record<string, unknown>

/** So many at once that the counters are still heard on a busy machine, until all are answered. */
const PART = 100
async function inParts(total: number, ask: (n: number) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  while (answers.length < total) {
    const from = answers.length
    const length = Math.min(PART, total - from)
    answers.push(...(await Promise.all(Array.from({ length }, (_, n) => ask(from + n)))))
  }
  return answers
}

const TRIES = 5
/**
 * Its numbers hold while the counters answer: an instance that waits for them for half a second counts for itself,
 * and then it is done again.
 */
function countedTest(title: string, body: () => Promise<void>) {
  const isCounted = (since: number) => !edge.log.slice(since).some(line => line.includes('counted per instance'))
  test(title, async () => {
    for (let left = TRIES - 1; left > 0; left -= 1) {
      const since = edge.log.length
      const error = await body().then(
        () => null,
        reason => reason,
      )
      if (error === null) return
      if (isCounted(since)) throw error
    }
    await body()
  })
}

countedTest('the n-th request is admitted and the next one is not, over three instances in turn', async () => {
  const token = await (await client({ tier: 'A' })).user(1)
  toNextWindow(60)
  for (let n = 1; n <= 60; n += 1) {
    const { status, headers } = await ping(token, n)
    assert.is(status, 200, `request ${n}`)
    assert.is(headers.get('x-ratelimit-limit'), '60')
    assert.is(headers.get('x-ratelimit-remaining'), String(60 - n))
  }
  for (let n = 0; n < 3; n += 1) {
    const answer = await ping(token, n)
    const { status, headers, body } = answer
    assert.is(status, 429)
    assert.is(body.error_code, 'RATE_LIMIT_EXCEEDED')
    const nowS = Math.floor(one!.auth.now().getTime() / 1_000)
    const reset = Number(headers.get('x-ratelimit-reset'))
    const wait = Number(headers.get('retry-after'))
    assert.is(reset % 60, 0)
    assert.ok(Math.abs(reset - nowS - wait) <= 1 && wait >= 1, `Retry-After ${wait}, reset in ${reset - nowS}`)
    assert.equal(detailsOf(answer), { limit: 60, window: 'minute', retry_after_seconds: wait })
    assert.match(headers.get('ratelimit') ?? '', /^"minute";r=0;t=\d+$/)
    assert.is(headers.get('ratelimit-policy'), '"minute";q=60;w=60, "day";q=1000;w=86400')
  }
  toNextWindow(60)
  assert.is((await ping(token)).status, 200)
})

countedTest('three hundred at once over three instances: exactly the limit gets in', async () => {
  const token = await (await client({ tier: 'A' })).user(1)
  toNextWindow(60)
  const answers = await Promise.all(Array.from({ length: 300 }, (_, n) => ping(token, n)))
  assert.is(count(answers, 200), 60)
  assert.is(count(answers, 429), 240)
})

countedTest('what an instance took in advance and did not use is there for the others', async () => {
  const { client_id, user } = await client({ tier: 'B' })
  const token = await user(1)
  toNextWindow(60)
  await ping(token, 1)
  await ping(token, 2)
  await new Promise(resolve => setTimeout(resolve, 50))
  edge.pass(1_100)
  const used = sql.unsafe`
    select used from ops.rate_windows where key like ${`%${client_id}%`} and seconds = 60 order by start desc limit 1`
  await until(
    () => edge.db.oneFirst(used),
    count => Number(count) === 2,
  )
  let admitted = 2
  for (let n = 0; n < 11; n += 1) {
    const answers = await Promise.all(Array.from({ length: 100 }, () => ping(token, 0)))
    admitted += count(answers, 200)
  }
  assert.is(admitted, 1_000)
})

countedTest('a client is counted as one, however many tokens it has, and apart from others', async () => {
  const first = await client({ tier: 'A' })
  const second = await client({ tier: 'A' })
  const [a, b, other] = [await first.user(1), await first.user(2), await second.user(1)]
  toNextWindow(60)
  for (let n = 0; n < 30; n += 1) {
    assert.is((await ping(a, n)).status, 200)
    assert.is((await ping(b, n)).status, 200)
  }
  assert.is((await ping(a)).status, 429)
  assert.is((await ping(b)).status, 429)
  assert.is((await ping(other)).status, 200)
})

test('tiers are what the spec says, and terms agreed with a client come first', async () => {
  const limits = async (terms: object) => {
    const { headers } = await ping(await (await client(terms)).user(1))
    return headers.get('ratelimit-policy')
  }
  assert.is(await limits({ tier: 'A' }), '"minute";q=60;w=60, "day";q=1000;w=86400')
  assert.is(await limits({}), '"minute";q=1000;w=60, "day";q=100000;w=86400')
  assert.is(await limits({ tier: 'C' }), '"minute";q=10000;w=60')
  assert.is(await limits({ tier: 'A', agreed_limit: { per_minute: 7, per_day: null } }), '"minute";q=7;w=60')
})

test('another tier holds within seconds, on all instances', async () => {
  const { client_id, user } = await client({ tier: 'A' })
  const token = await user(1)
  for (let n = 0; n < 3; n += 1) assert.is((await ping(token, n)).headers.get('x-ratelimit-limit'), '60')
  await one!.call('PATCH', `/admin/clients/${client_id}`, { token: await edge.logIn(), json: { tier: 'C' } })
  await new Promise(resolve => setTimeout(resolve, 4_200))
  for (let n = 0; n < 3; n += 1) assert.is((await ping(token, n)).headers.get('x-ratelimit-limit'), '10000')
})

countedTest('module limits stand in place of the tier', async () => {
  const token = await (await client({ tier: 'A' })).user(1)
  toNextWindow(60)
  const realtime = await ping(token, 0, '/fraud/score/probe')
  assert.is(realtime.headers.get('ratelimit-policy'), '"second";q=1000;w=1')
  const batch = await Promise.all(Array.from({ length: 120 }, (_, n) => ping(token, n, '/fraud/score/batch-probe')))
  assert.is(count(batch, 200), 100)
  const { error } = batch.find(({ status }) => status === 429)!.body as { error: { code: string; details: object } }
  assert.is(error.code, 'RATE_LIMIT_EXCEEDED')
  assert.is((error.details as { module_code: string }).module_code, 'FRAUD_005')
  assert.is((await ping(token)).headers.get('x-ratelimit-remaining'), '59')
  assert.is((await ping(token, 0, '/sms/probe')).headers.get('x-ratelimit-remaining'), '59')
})

countedTest('a storm of bad tokens is stopped by address and costs the client nothing', async () => {
  const token = await (await client({ tier: 'A' })).user(1)
  toNextWindow(60)
  const headers = { 'x-forwarded-for': '198.51.100.77' }
  const storm = await inParts(700, n => edge.instances[n % 3]!.call('GET', '/ping', { token: 'bad', headers }))
  // Each of the two other instances may sit on an advance of 12, less the one request it was taken for.
  assert.ok(count(storm, 401) <= 600 && count(storm, 401) >= 578, `${count(storm, 401)} got through`)
  assert.is(count(storm, 401) + count(storm, 429), 700)
  const good = await one!.call('GET', '/ping', { token, headers })
  assert.is(good.status, 200)
  assert.is(good.headers.get('x-ratelimit-remaining'), '59')
})

test('health and published keys are not counted', async () => {
  for (const path of ['/health/live', '/.well-known/jwks.json', '/openapi.json'])
    assert.is((await one!.call('GET', path)).headers.get('x-ratelimit-limit'), null, path)
})

test('a refused request still says where the limits stand', async () => {
  const { headers } = await one!.call('GET', '/ping')
  assert.ok(headers.has('x-ratelimit-remaining'))
  const gzip = { 'content-encoding': 'gzip' }
  for (const [path, headers] of [
    ['/nowhere', {}],
    ['/nowhere/', {}],
    ['/ping/', {}],
    ['/%zz', {}],
    ['/api/auth/login', gzip],
  ] as const) {
    const answer = await one!.call(path === '/api/auth/login' ? 'POST' : 'GET', path, { headers })
    assert.ok(answer.status >= 400 && answer.headers.has('x-ratelimit-remaining'), path)
  }
})

test('what an instance counted for itself is not given back to the others', async () => {
  const given: number[] = []
  let isAway = true
  const counters: Counters = {
    take: async (_key, _plan, _nowS, want) => {
      if (isAway) throw new Error('the counters are away')
      return { granted: want, usedBefore: [0, 0] }
    },
    giveBack: async (_key, _plan, _takenS, count) => void given.push(count),
    purge: async () => {},
  }
  const limiter = createLimiter(counters)
  const [key, plan] = ['tier:clt_alone', clientPlan({ tier: 'B', agreed_limit: null })]
  await limiter.charge(key, plan, 60_000)
  await limiter.releaseIdle(62_000)
  assert.equal(given, [])
  isAway = false
  await limiter.charge(key, plan, 63_000)
  await limiter.releaseIdle(65_000)
  assert.equal(given, [19], 'the advance of a fiftieth, less the one request it was taken for')
})

countedTest('paths that are none are counted too', async () => {
  toNextWindow(60)
  const headers = { 'x-forwarded-for': '198.51.100.78' }
  for (const path of ['/%zz', '/ping/']) {
    const storm = await inParts(620, () => one!.call('GET', path, { headers }))
    assert.ok(count(storm, 429) >= 20, `${path}: ${count(storm, 429)} of 620 were refused`)
    toNextWindow(60)
  }
})

test('a clock that is set back delays no request until it catches up', async () => {
  const token = await (await client({ agreed_limit: { per_minute: 6, per_day: null } })).user(1)
  const statuses = async () => {
    const answers: Answer[] = []
    for (let n = 0; n < 9; n += 1) answers.push(await ping(token, n))
    return answers.map(({ status }) => status)
  }
  const sixOfNine = [...Array(6).fill(200), ...Array(3).fill(429)]
  const halfAnHour = 30 * 60_000
  toNextWindow(60)
  assert.equal(await statuses(), sixOfNine)
  edge.pass(-halfAnHour)
  toNextWindow(60)
  assert.equal(await statuses(), sixOfNine, 'a window of before, on every instance')
  toNextWindow(60)
  assert.equal(await statuses(), sixOfNine)
  edge.pass(halfAnHour)
})

countedTest('the 1,001st of the day waits for the next day, and refused requests did not use the day up', async () => {
  const { user } = await client({ tier: 'A' })
  await user(1)
  const again = () => edge.logIn({ email: `bank-${clients}-1@example.com`, password: 'a good long password' })
  toNextWindow(86_400)
  const token = await again()
  let admitted = 0
  for (let minute = 0; minute < 17; minute += 1) {
    const answers = await Promise.all(Array.from({ length: 90 }, (_, n) => ping(token, n)))
    admitted += count(answers, 200)
    toNextWindow(60)
  }
  assert.is(admitted, 1_000)
  const answer = await ping(token)
  assert.is(answer.status, 429)
  assert.is(detailsOf(answer).window, 'day')
  assert.is(answer.headers.get('x-ratelimit-limit'), '1000')
  assert.is(Number(answer.headers.get('x-ratelimit-reset')) % 86_400, 0)
  assert.ok(Number(answer.headers.get('retry-after')) > 80_000)
  toNextWindow(86_400)
  assert.is((await ping(await again())).status, 200)
})

countedTest('a monthly quota ends with the calendar month, and its rest with it', async () => {
  const token = () => edge.logIn({ email: `bank-${clients}-1@example.com`, password: 'a good long password' })
  await (await client({ tier: 'A' })).user(1)
  const monthEndMs = () => {
    const now = one!.auth.now()
    return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)
  }
  const toNextMonth = () => edge.pass(monthEndMs() - one!.auth.now().getTime() + 50)
  toNextMonth()
  for (const admitted of [60, 30]) {
    const bearer = await token()
    const answers = await Promise.all(Array.from({ length: 70 }, (_, n) => ping(bearer, n, '/monthly')))
    assert.is(count(answers, 200), admitted)
    toNextWindow(60)
  }
  const answer = await ping(await token(), 0, '/monthly')
  assert.is(answer.status, 429)
  assert.is(detailsOf(answer).window, 'month')
  assert.is(Number(answer.headers.get('x-ratelimit-reset')), monthEndMs() / 1_000)
  toNextMonth()
  assert.is((await ping(await token(), 0, '/monthly')).status, 200)
})

test.run()
