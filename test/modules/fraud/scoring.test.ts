import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { NAMES } from '#domain/fraud/features.ts'
import { Rejection } from '#errors.ts'
import { MODEL_FILE } from '#modules/fraud/model.ts'
import { createScoring } from '#modules/fraud/scoring.ts'
import { PlainError } from '#plain-error.ts'
import type { Service } from '#service.ts'
import { onnxOf } from '#trees/onnx.ts'
import { testLog } from '../../harness/log.ts'
import { suite } from '../../harness/suite.ts'

/** What becomes of scores when there is no model to make them. */
const test = suite('scoring without a model')
const folder = mkdtempSync(join(tmpdir(), 'model-'))
test.after(() => rmSync(folder, { recursive: true }))

const row = new Float32Array(NAMES.length)
const scoringBy = (file: string, FRAUD_MODEL_FALLBACK: 'none' | 'rules') =>
  createScoring({ config: { FRAUD_MODEL_FALLBACK }, log: testLog() } as Pick<Service, 'config' | 'log'>, file)

const whole = readFileSync(MODEL_FILE)
const broken: Record<string, Uint8Array | null> = {
  missing: null,
  empty: new Uint8Array(),
  cut: whole.subarray(0, whole.length - 1_000),
  'other bytes': Buffer.from('{"model": 1}'),
  'other features': onnxOf({ features: ['a'], bias: 0, trees: [] }, { version: 'v1.0.0', features_version: '1' }),
  'without a version': onnxOf({ features: NAMES, bias: 0, trees: [] }, { features_version: '1' }),
}

for (const [what, bytes] of Object.entries(broken))
  test(`a model that is ${what} is refused by its file's name, and what is scored meanwhile is FRAUD_006`, async () => {
    const file = join(folder, `${what}.onnx`)
    if (bytes !== null) writeFileSync(file, bytes)
    const { scoring, prepare, health } = scoringBy(file, 'none')
    const refused = await prepare().catch((error: unknown) => error)
    assert.instance(refused, PlainError)
    assert.match(String(refused), file)
    assert.is(health().state, 'down')
    const failed = await scoring.answer(row).catch((error: unknown) => error)
    assert.instance(failed, Rejection)
    assert.is((failed as Rejection).code, 'FRAUD_006')
  })

test('rules stand in where that is wanted, and say that they do', async () => {
  const { scoring, prepare, health } = scoringBy(join(folder, 'none.onnx'), 'rules')
  await prepare()
  assert.equal([await scoring.answer(row), scoring.versionOf(null), health().state], [null, 'v0.1.0', 'down'])
})

test('a model that comes later is taken, and one that was opened answers', async () => {
  const file = join(folder, 'later.onnx')
  const { scoring, prepare, health, close } = scoringBy(file, 'none')
  await prepare().catch(() => undefined)
  writeFileSync(file, whole)
  await prepare()
  const answer = await scoring.answer(row)
  assert.ok(answer !== null && answer.probability > 0 && answer.probability < 1)
  assert.match(scoring.versionOf(answer), /^v1\./)
  assert.equal(health(), { state: 'up', note: scoring.versionOf(answer) })
  await close()
})

test.run()
