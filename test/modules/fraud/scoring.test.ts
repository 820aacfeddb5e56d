import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { COLUMNS_VERSION, FEATURE_NAMES } from '#domain/fraud/features.ts'
import type { ModelsState } from '#domain/fraud/models/decider.ts'
import { toOnnx } from '#ml/trees/onnx.ts'
import { readOnnx } from '#ml/trees/read-onnx.ts'
import type { Service } from '#service.ts'
import type { FraudConfig } from '#services/fraud/config.ts'
import { MODEL_FILE } from '#services/fraud/model.ts'
import { createScoring } from '#services/fraud/scoring.ts'
import { Rejection } from '#values/errors.ts'
import { OperationalError } from '#values/operational-error.ts'
import { testLog } from '../../harness/log.ts'
import { suite } from '../../harness/suite.ts'

/** Which model scores, and what becomes of scores when there is none. */
const test = suite('the model that scores')
const folder = mkdtempSync(join(tmpdir(), 'model-'))
test.after(() => rmSync(folder, { recursive: true }))

const row = new Float32Array(FEATURE_NAMES.length)
const NOTHING_SAID: ModelsState = { live: null, shadow: null, retired: new Set() }

type Places = { shipped?: string; folder?: string; fallback?: 'none' | 'rules' }
function scoringBy({ shipped = MODEL_FILE, folder, fallback = 'none' }: Places, standing = async () => NOTHING_SAID) {
  const service = { config: { FRAUD_MODEL_FALLBACK: fallback }, log: testLog() } as Pick<
    Service<FraudConfig>,
    'config' | 'log'
  >
  return createScoring(service, { shipped, folder }, standing)
}

const whole = readFileSync(MODEL_FILE)
/** It is opened all the same. */
function renamed(text: string, other: string): Buffer {
  const bytes = Buffer.from(whole)
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at)) bytes.write(other, at)
  return bytes
}

const broken: Record<string, Uint8Array | null> = {
  missing: null,
  empty: new Uint8Array(),
  cut: whole.subarray(0, whole.length - 1_000),
  'other bytes': Buffer.from('{"model": 1}'),
  'other features': toOnnx({ features: ['a'], bias: 0, trees: [] }, { version: 'v1.0.0', features_version: '1' }),
  'without a version': toOnnx({ features: FEATURE_NAMES, bias: 0, trees: [] }, { features_version: '1' }),
  'without its answer': renamed('margin', 'margan'),
  'adding up otherwise': renamed('SUM', 'MAX'),
  'trained in other bins': madeAs('v1.0.0', { reference: '{"features": [], "score": []}' }),
}

for (const [what, bytes] of Object.entries(broken))
  test(`a model that is ${what} is refused by its file's name, and what is scored meanwhile is FRAUD_006`, async () => {
    const file = join(folder, `${what}.onnx`)
    if (bytes !== null) writeFileSync(file, bytes)
    const { scoring, prepare, health, close } = scoringBy({ shipped: file })
    const refused = await prepare().catch((error: unknown) => error)
    assert.instance(refused, OperationalError)
    assert.match(String(refused), file)
    assert.equal(health(), {
      state: 'down',
      note: `the fraud model ${what}.onnx can't be loaded: the log has the reason`,
    })
    const failed = await scoring.predict([row]).catch((error: unknown) => error)
    assert.instance(failed, Rejection)
    assert.is((failed as Rejection).code, 'FRAUD_006')
    const batch = await scoring.predictBatch([[row]]).catch((error: unknown) => error)
    assert.equal((batch as Rejection).details, { reason: 'the model is not available; nothing was recorded' })
    await close()
  })

test('rules replace the model if configured, and the health report shows it', async () => {
  const { scoring, prepare, health, close } = scoringBy({ shipped: join(folder, 'none.onnx'), fallback: 'rules' })
  await prepare()
  const { model, version, shadow } = await scoring.predict([row])
  assert.equal([model, version, shadow, health().state], [null, 'v0.2.0', null, 'degraded'])
  assert.is(health().note, "the fraud model none.onnx can't be loaded: scores are computed by rules alone")
  await close()
})

for (const fallback of ['none', 'rules'] as const)
  test(`a model that comes later is taken, and one that was opened answers (${fallback})`, async () => {
    const file = join(folder, `later ${fallback}.onnx`)
    const { scoring, prepare, refresh, health, close } = scoringBy({ shipped: file, fallback })
    await prepare().catch(() => undefined)
    writeFileSync(file, whole)
    await refresh()
    const { model, version } = await scoring.predict([row])
    assert.ok(model !== null && model.probability > 0 && model.probability < 1)
    assert.match(version, /^v1\./)
    assert.equal(health(), { state: 'up', note: version })
    await close()
  })

/** The committed trees under another version. */
function madeAs(version: string, more: Record<string, string> = {}): Uint8Array {
  const { ensemble } = readOnnx(whole)
  const bias = ensemble.bias + Number(version.at(-1))
  return toOnnx({ ...ensemble, bias }, { version, features_version: String(COLUMNS_VERSION), ...more })
}

function named(version: string, bytes = madeAs(version)) {
  return { version, sha256: createHash('sha256').update(bytes).digest('hex') }
}

const others = join(folder, 'others')
mkdirSync(others)
for (const version of ['v9.0.1', 'v9.0.2']) writeFileSync(join(others, `${version}.onnx`), madeAs(version))

test('what is said of a model is obeyed, by version and digest, and the one in the shadow is heard beside', async () => {
  let said = NOTHING_SAID
  const { scoring, prepare, refresh, health, close } = scoringBy({ folder: others }, async () => said)
  await prepare()
  const shipped = await scoring.predict([row])
  assert.equal([scoring.version(), shipped.shadow], ['v1.0.0', null])

  said = { ...said, live: named('v9.0.1'), shadow: named('v9.0.2') }
  await refresh()
  const both = await scoring.predict([row])
  assert.equal([both.version, both.shadow?.version, scoring.version()], ['v9.0.1', 'v9.0.2', 'v9.0.1'])
  assert.ok(Math.abs(both.model!.margin - shipped.model!.margin - 1) < 1e-6)
  assert.ok(both.shadow!.probability > both.model!.probability)
  assert.is(health().note, 'v9.0.1, in the shadow v9.0.2')

  // A shadow that nobody has keeps nobody waiting; a live one that nobody has is answered by no other.
  said = { ...said, shadow: named('v9.0.3') }
  await refresh()
  assert.is((await scoring.predict([row])).shadow, null)
  said = { ...said, live: named('v9.0.1', madeAs('v9.0.9')) }
  const refused = await refresh().catch((error: unknown) => error)
  assert.match(String(refused), /the fraud model v9\.0\.1 with SHA-256 [0-9a-f]{64} has no file/)
  assert.is(await scoring.predict([row]).catch((error: Rejection) => error.code), 'FRAUD_006')
  said = NOTHING_SAID
  await refresh()
  assert.is((await scoring.predict([row])).version, 'v1.0.0')
  await close()
})

test('a model is found by its digest, even if an earlier file has the same version', async () => {
  const twins = join(folder, 'twins')
  mkdirSync(twins)
  writeFileSync(join(twins, 'a.onnx'), madeAs('v9.0.1', { note: 'another' }))
  writeFileSync(join(twins, 'b.onnx'), madeAs('v9.0.1'))
  const { scoring, prepare, close } = scoringBy({ folder: twins }, async () => ({
    ...NOTHING_SAID,
    live: named('v9.0.1'),
  }))
  await prepare()
  assert.is((await scoring.predict([row])).version, 'v9.0.1')
  await close()
})

test('a model file is parsed once, and again after a change', async () => {
  const changing = join(folder, 'changing')
  mkdirSync(changing)
  const file = join(changing, 'a.onnx')
  writeFileSync(file, madeAs('v9.0.1'))
  const { files, close } = scoringBy({ folder: changing })
  const first = await files()
  const again = await files()
  assert.equal(
    first.map(({ version }) => version),
    ['v1.0.0', 'v9.0.1'],
  )
  assert.ok(first.every((told, at) => told === again[at]))
  writeFileSync(file, madeAs('v9.0.2'))
  assert.equal(
    (await files()).map(({ version, sha256 }) => ({ version, sha256 })),
    [{ version: first[0]!.version, sha256: first[0]!.sha256 }, named('v9.0.2')],
  )
  rmSync(file)
  assert.is((await files()).length, 1)
  await close()
})

test('an error of the live or the shadow model is logged once, regardless of the number of refreshes', async () => {
  const lines: string[] = []
  const service = { config: { FRAUD_MODEL_FALLBACK: 'rules' }, log: testLog(line => lines.push(line)) }
  const { prepare, close } = createScoring(
    service as unknown as Pick<Service<FraudConfig>, 'config' | 'log'>,
    { shipped: join(folder, 'nowhere.onnx'), folder: others },
    async () => ({ ...NOTHING_SAID, shadow: named('v9.0.3') }),
  )
  for (let look = 0; look < 3; look += 1) await prepare()
  assert.is(lines.length, 2, lines.join(''))
  await close()
})

test('without a readable store the live model stays live', async () => {
  let isAway = false
  const { scoring, prepare, refresh, close } = scoringBy({ folder: others }, async () => {
    if (isAway) throw new Error('away')
    return { ...NOTHING_SAID, live: named('v9.0.2') }
  })
  await prepare()
  isAway = true
  await refresh().catch(() => undefined)
  assert.is((await scoring.predict([row])).version, 'v9.0.2')
  await close()
})

test('a later refresh is never undone by an earlier one', async () => {
  const answers: ((state: ModelsState) => void)[] = []
  let asked = () => {}
  const { scoring, refresh, close } = scoringBy({ folder: others }, () => {
    asked()
    return new Promise(answer => answers.push(answer))
  })
  const isAsked = () => new Promise<void>(resolve => (asked = resolve))
  const first = isAsked()
  const refreshes = [refresh(), refresh()]
  await first
  assert.is(answers.length, 1, 'one at a time')
  const second = isAsked()
  answers[0]!({ ...NOTHING_SAID, live: named('v9.0.1') })
  await second
  answers[1]!({ ...NOTHING_SAID, live: named('v9.0.2') })
  await Promise.all(refreshes)
  assert.is(scoring.version(), 'v9.0.2')
  await close()
})

test('the share of features outside the training data is reported', async () => {
  const { scoring, prepare, close } = scoringBy({})
  await prepare()
  const strange = Float32Array.from(row, () => 1e9)
  assert.is((await scoring.predict([strange])).unseen, 1)
  await close()
})

test.run()
