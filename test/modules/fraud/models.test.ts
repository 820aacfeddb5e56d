import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { COLUMNS_VERSION, FEATURE_NAMES } from '#domain/fraud/features.ts'
import { profiles } from '#domain/fraud/profile/decider.ts'
import { profileStreams } from '#domain/fraud/profile/events.ts'
import { Reference } from '#domain/fraud/reference.ts'
import { start } from '#main.ts'
import { toOnnx } from '#ml/trees/onnx.ts'
import { readOnnx } from '#ml/trees/read-onnx.ts'
import { monitorDrift } from '#modules/fraud/monitor-drift.ts'
import { readServiceConfig } from '#service-config.ts'
import { MODEL_FILE } from '#services/fraud/model.ts'
import { client, logIn } from '../../harness/client.ts'
import { testLog } from '../../harness/log.ts'
import { ADMIN, sharedKeys, testEnvironment } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { runningStores } from '../../projector/running-stores.ts'
import { eventually } from '../../projector/table-contents.ts'

/** Models are promoted, put in the shadow and retired; two processes obey. */
const test = suite('models of the installation')
/** 5 s are promised, and a look is a second apart; the rest is what a busy machine takes. */
const TOGETHER_MS_MAX = 15_000

const stores = await runningStores()
const FRAUD_MODELS = join(stores.folder, 'models')
mkdirSync(FRAUD_MODELS)
const { ensemble, metadata } = readOnnx(readFileSync(MODEL_FILE))
/** The trees of the release, and each score nearer to 1. */
function bytesOf(version: string, bias: number): Buffer {
  const texts = { version, features_version: String(COLUMNS_VERSION), reference: metadata.reference! }
  return Buffer.from(toOnnx({ ...ensemble, bias: ensemble.bias + bias }, texts))
}
function write(version: string, bias: number) {
  writeFileSync(join(FRAUD_MODELS, `${version}.onnx`), bytesOf(version, bias))
}
write('v2.0.0', 1)
write('v3.0.0', 20)
writeFileSync(join(FRAUD_MODELS, 'damaged.onnx'), 'no model')
/** Its trees can be read, and ONNX Runtime does not know one of its operators. */
function writeUnusable(version: string) {
  const bytes = bytesOf(version, 1)
  bytes.write('Sigmoix', bytes.indexOf('Sigmoid'))
  writeFileSync(join(FRAUD_MODELS, `${version}.onnx`), bytes)
}

const environment = testEnvironment({
  ...stores.urls,
  FRAUD_MODELS,
  ...sharedKeys(),
})
const instances = [
  await start(readServiceConfig(environment), { log: testLog() }),
  await start(readServiceConfig({ ...environment, ROLES: 'api' }), { log: testLog() }),
]
const { store, db } = instances[0]!.service
const [one, two] = (await Promise.all(instances.map(({ url }) => logIn(url, ADMIN.email, ADMIN.password)))) as [
  Awaited<ReturnType<typeof logIn>>,
  Awaited<ReturnType<typeof logIn>>,
]
const { client_id } = (await one.get('/api/auth/me')).body
test.after(async () => {
  for (const instance of instances.toReversed()) await instance.stop()
  await stores.stop()
  rmSync(environment.DATA_DIR!, { recursive: true, force: true })
})

async function scored(by = one) {
  const user_id = `user_${randomUUID()}`
  const transaction = {
    ...{ transaction_id: `tx_${randomUUID()}`, user_id, amount: 12, currency: 'EUR', operation_type: 'payment' },
    timestamp: new Date().toISOString(),
  }
  const { status, body } = await by.post('/fraud/score/realtime', { transaction })
  assert.is(status, 200, JSON.stringify(body))
  const events = await store.read(profiles.stream(profiles.id(client_id, user_id)))
  const data = profileStreams.parse(events.at(-1)!).data
  if (!('score' in data)) throw new Error('it was not scored')
  return { body, data }
}

type Listed = { version: string; status: string; is_shipped: boolean; is_held: boolean; days: unknown[] }
const change = (version: string, deed: string, by = one) => by.post(`/fraud/models/${version}/${deed}`, {})
const statuses = async () =>
  Object.fromEntries((await two.get('/fraud/models')).body.data.map((model: Listed) => [model.version, model.status]))

test('the model of the release is live, and those of the folder that can be used are available', async () => {
  await eventually('days are counted', async () => (await one.get('/fraud/models')).status === 200)
  const { body } = await one.get('/fraud/models')
  assert.equal(
    body.data.map(({ version, status, is_shipped }: Listed) => [version, status, is_shipped]),
    [
      ['v1.0.0', 'live', true],
      ['v2.0.0', 'available', false],
      ['v3.0.0', 'available', false],
    ],
  )
  assert.is((await scored()).body.model_version, 'v1.0.0')
})

test('a shadow model scores alongside the live one in every process, and its scores are not returned', async () => {
  const { status, body } = await change('v3.0.0', 'shadow')
  assert.equal([status, body.status], [200, 'shadow'])
  const here = await scored(one)
  assert.equal([here.body.model_version, here.data.shadow?.model_version], ['v1.0.0', 'v3.0.0'])
  assert.ok(here.data.shadow!.score > 0.99 && here.data.shadow!.is_alert && !here.body.is_alert)
  assert.not.match(JSON.stringify(here.body), 'v3.0.0')
  await eventually(
    'the other process has it too',
    async () => (await scored(two)).data.shadow !== undefined,
    TOGETHER_MS_MAX,
  )
  const decision = await one.get(`/fraud/decisions/${here.body.transaction_id}`)
  assert.not.match(JSON.stringify(decision.body), 'v3.0.0')
})

test('what it would have decided otherwise is counted by day', async () => {
  const counted = async () => {
    const { body } = await one.get('/fraud/models')
    const of = (version: string) => body.data.find((model: Listed) => model.version === version).days[0]
    return { live: of('v1.0.0'), shadow: of('v3.0.0') }
  }
  await eventually('it is counted', async () => (await counted()).shadow?.scores >= 2)
  const { live, shadow } = await counted()
  assert.equal([live.role, live.alerts, live.drift.features.length], ['live', 0, 10])
  assert.equal([shadow.role, shadow.alerts, shadow.differing], ['shadow', shadow.scores, shadow.scores])
  assert.ok(live.drift.score > 0 && shadow.drift.score > live.drift.score)
  assert.equal(shadow.drift.features, [])
})

test('a promoted model scores in every process within 5 s, and leaves the shadow', async () => {
  await change('v2.0.0', 'shadow')
  const { status, body } = await change('v2.0.0', 'promote')
  assert.equal([status, body.status], [200, 'live'])
  const { body: here, data } = await scored(one)
  assert.equal([here.model_version, data.shadow], ['v2.0.0', undefined])
  await eventually('the other too', async () => (await scored(two)).body.model_version === 'v2.0.0', TOGETHER_MS_MAX)
  assert.equal(await statuses(), { 'v1.0.0': 'available', 'v2.0.0': 'live', 'v3.0.0': 'available' })
  assert.is((await one.get('/health/ready')).body.parts.fraud_model.note, 'v2.0.0')
})

test('what can not be is refused, with the status that is in the way', async () => {
  for (const deed of ['shadow', 'retire']) {
    const { status, body } = await change('v2.0.0', deed)
    assert.equal([status, body.error_code, body.details.status], [409, 'CONFLICT', 'live'])
  }
  assert.equal((await change('v9.9.9', 'promote')).body.error_code, 'NOT_FOUND')
  assert.is((await change('v3.0.0', 'retire')).body.status, 'retired')
  assert.is((await change('v3.0.0', 'promote')).status, 409)
  assert.is((await change('v1.0.0', 'promote')).body.status, 'live')
})

test('a model that can not be opened is neither promoted nor put in the shadow, and the live one goes on', async () => {
  writeUnusable('v4.0.0')
  for (const deed of ['promote', 'shadow']) {
    const { status, body } = await change('v4.0.0', deed)
    assert.equal([status, body.error_code, body.details?.field], [409, 'CONFLICT', 'version'])
    assert.match(body.details.reason, /v4\.0\.0\.onnx can't be used/)
  }
  assert.is((await scored(one)).body.model_version, 'v1.0.0')
  rmSync(join(FRAUD_MODELS, 'v4.0.0.onnx'))
})

test('a live model without a file is reported', async () => {
  await change('v2.0.0', 'promote')
  const file = join(FRAUD_MODELS, 'v2.0.0.onnx')
  const bytes = readFileSync(file)
  rmSync(file)
  const { body } = await one.get('/fraud/models')
  const told = body.data.find(({ version }: Listed) => version === 'v2.0.0')
  assert.equal([told?.status, told?.is_held], ['live', false])
  writeFileSync(file, bytes)
  assert.is((await change('v1.0.0', 'promote')).body.status, 'live')
})

test('a process without the file of the live model is not ready, by its name, or scores by rules where it may', async () => {
  const { PORT: _, ...same } = environment
  const without = join(stores.folder, 'none')
  mkdirSync(without)
  const startWithout = (more: Record<string, string>) =>
    start(readServiceConfig({ ...same, PORT: '0', ROLES: 'api', FRAUD_MODELS: without, ...more }), { log: testLog() })
  const [none, rules] = await Promise.all([startWithout({}), startWithout({ FRAUD_MODEL_FALLBACK: 'rules' })])
  const readyAt = (url: string) => client(url).get('/health/ready')
  const states = async () =>
    Promise.all([none, rules].map(async ({ url }) => (await readyAt(url)).body.parts.fraud_model.state))
  const are = (wanted: string) => async () => (await states()).join(' ') === wanted
  try {
    assert.is((await readyAt(none.url)).status, 200)
    await change('v2.0.0', 'promote')
    await eventually('both have looked', are('down degraded'), TOGETHER_MS_MAX)
    const [unready, ready] = [await readyAt(none.url), await readyAt(rules.url)]
    assert.equal(
      [unready.status, unready.body.status, unready.body.parts.fraud_model.state],
      [503, 'not_ready', 'down'],
    )
    assert.match(unready.body.parts.fraud_model.note, /v2\.0\.0/)
    assert.equal([ready.status, ready.body.status, ready.body.parts.fraud_model.state], [200, 'ready', 'degraded'])
    assert.match(ready.body.parts.fraud_model.note, /v2\.0\.0 .* by rules alone/)
    await eventually('the first one is ready', async () => (await one.get('/health/ready')).status === 200)
    await change('v1.0.0', 'promote')
    await eventually('both have the release’s own', are('up up'), TOGETHER_MS_MAX)
    assert.is((await readyAt(none.url)).status, 200)
  } finally {
    await Promise.all([none.stop(), rules.stop()])
  }
})

test('a changed file of the live version is refused, and the known one stays live', async () => {
  await change('v2.0.0', 'shadow')
  write('v2.0.0', 2)
  for (const deed of ['shadow', 'promote']) {
    const { status, body } = await change('v2.0.0', deed)
    assert.equal([status, body.error_code, body.details?.field], [409, 'CONFLICT', 'version'], deed)
  }
  assert.is((await scored(one)).data.shadow?.model_version, 'v2.0.0')
  write('v2.0.0', 1)
  assert.is((await change('v2.0.0', 'retire')).body.status, 'retired')
})

test('models are of the platform: administrators of a client see and change none', async () => {
  const { body: bank } = await one.post('/admin/clients', { name: 'A bank' })
  const email = 'admin@bank.example'
  await one.post('/admin/users', { client_id: bank.client_id, email, role: 'admin', password: ADMIN.password })
  const admin = await logIn(instances[0]!.url, email, ADMIN.password)
  for (const answer of [await admin.get('/fraud/models'), await change('v3.0.0', 'shadow', admin)])
    assert.equal([answer.status, answer.body.error_code], [403, 'AUTH_003'])
})

test('the audit shows actor, action and file', async () => {
  const record = async () => (await one.get('/audit/fraud-models/installation')).body
  await eventually('all is there', async () => (await record()).history?.length === 11)
  const { history, chain } = await record()
  assert.equal(
    history.map(({ type, facts }: { type: string; facts: { version: string } }) => [type, facts.version]),
    [
      ['ModelShadowed', 'v3.0.0'],
      ['ModelShadowed', 'v2.0.0'],
      ['ModelPromoted', 'v2.0.0'],
      ['ModelRetired', 'v3.0.0'],
      ['ModelPromoted', 'v1.0.0'],
      ['ModelPromoted', 'v2.0.0'],
      ['ModelPromoted', 'v1.0.0'],
      ['ModelPromoted', 'v2.0.0'],
      ['ModelPromoted', 'v1.0.0'],
      ['ModelShadowed', 'v2.0.0'],
      ['ModelRetired', 'v2.0.0'],
    ],
  )
  assert.is(chain.intact, true)
  assert.equal(history.at(-1).state_after.retired, ['v2.0.0', 'v3.0.0'])
})

test('drift on two full days is a note and a metric; fewer scores or one day are not', async () => {
  const live = { version: 'v1.0.0', reference: Reference.parse(JSON.parse(metadata.reference!)) }
  const look = async () => {
    const metrics = new Registry()
    const notes = await monitorDrift({ db, metrics, now: () => new Date() }, () => live).notes()
    return { notes, metrics: await metrics.metrics() }
  }
  const { features, score } = live.reference
  const isOf = (name: string) => (_: unknown, at: number) => FEATURE_NAMES[at] === name
  const day = (ago: number, scores: number, drifting: string[]) => {
    // As in training, but for some.
    const rows = features.map(({ rows }, at) => (drifting.includes(FEATURE_NAMES[at]!) ? rows.toReversed() : rows))
    return db.query(sql.unsafe`
      insert into read.fraud_score_days (day, role, model_version, scores, alerts, differing, score_rows, feature_rows)
      values ((now() at time zone 'UTC')::date - ${ago}::integer, 'live', 'v1.0.0', ${scores}, 0, 0,
        ${JSON.stringify(score)}::jsonb, ${JSON.stringify(rows)}::jsonb)
      on conflict (day, role, model_version) do update set scores = excluded.scores, feature_rows = excluded.feature_rows`)
  }
  assert.ok(features.some(isOf('day_of_week')))
  await day(1, 1_000, ['amount', 'count_1h', 'day_of_week'])
  assert.equal((await look()).notes, [])
  // Of today, which is not over, nothing is said.
  await day(0, 1_000, ['amount'])
  assert.equal((await look()).notes, [])
  assert.not.match((await look()).metrics, /^fraud_drifted 1$/m)
  await day(2, 499, ['amount'])
  assert.equal((await look()).notes, [])
  await day(2, 500, ['amount'])
  const { notes, metrics } = await look()
  assert.equal(notes, ['fraud model v1.0.0: amount drifted on two days'])
  assert.match(metrics, /^fraud_drifted 1$/m)
  assert.match(metrics, /^fraud_drift_index\{of="score"\} 0$/m)
  assert.match(metrics, /^fraud_drift_index\{of="count_1h"\} [1-9]/m)
  assert.not.match(metrics, /day_of_week/)
})

test.run()
