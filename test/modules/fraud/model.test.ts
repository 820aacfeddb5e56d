import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import * as assert from 'uvu/assert'
import { COLUMNS_VERSION, FEATURE_NAMES, FEATURES } from '#domain/fraud/features.ts'
import { contributionsOf, marginOf, probabilityOf } from '#ml/trees/ensemble.ts'
import { readOnnx } from '#ml/trees/read-onnx.ts'
import { openSession } from '#ml/trees/session.ts'
import { MODEL_FILE, openModel } from '#services/fraud/model.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('the committed fraud model')
const part = (name: string) => readFileSync(new URL(`../../../src/services/fraud/model/${name}`, import.meta.url))

const bytes = part('model.onnx')
const card = part('card.md').toString()
const { ensemble, metadata } = readOnnx(bytes)

/** What the trainer said of 1,000 rows. */
const parity = parityRows()
function parityRows(): { row: Float32Array; probability: number }[] {
  const data = gunzipSync(part('parity.gz'))
  const values = new Float32Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.length))
  const width = FEATURE_NAMES.length + 1
  return Array.from({ length: values.length / width }, (_, at) => {
    const start = at * width
    return {
      row: values.slice(start, start + FEATURE_NAMES.length),
      probability: values[start + FEATURE_NAMES.length]!,
    }
  })
}

test('it is of the features that are served, and the one that its card is about', () => {
  assert.equal(ensemble.features, FEATURE_NAMES)
  assert.equal([metadata.version, metadata.features_version], ['v1.0.0', String(COLUMNS_VERSION)])
  assert.match(card, new RegExp(`^# Fraud model ${metadata.version}$`, 'm'))
  assert.ok(card.includes(createHash('sha256').update(bytes).digest('hex')))
  for (const [name, { group }] of Object.entries(FEATURES))
    assert.match(card, new RegExp(`^\\| ${name} +\\| ${group} +\\|`, 'm'), name)
})

test('ONNX Runtime gives the trainer’s probabilities on 1,000 rows', async () => {
  assert.is(parity.length, 1_000)
  const session = await openSession(bytes)
  const scores = await session.scores(parity.map(({ row }) => row))
  await session.close()
  for (const [at, { row, probability }] of parity.entries()) {
    assert.ok(Math.abs(scores[at]!.probability - probability) < 1e-5)
    assert.ok(Math.abs(scores[at]!.margin - marginOf(ensemble, row)) < 1e-5)
    assert.ok(Math.abs(probabilityOf(marginOf(ensemble, row)) - probability) < 1e-6)
  }
  const between = (low: number, high: number) =>
    parity.filter(({ probability }) => probability >= low && probability < high).length
  assert.ok(between(0, 0.3) > 500 && between(0.3, 0.6) > 20 && between(0.6, 1) > 20, 'rows of all kinds')
})

test('many rows in one run are answered as each alone is, to the last bit', async () => {
  const model = await openModel(MODEL_FILE)
  const rows = parity.slice(0, 300).map(({ row }) => row)
  const together = await model.predictBatch(rows)
  for (const [at, row] of rows.entries()) {
    const { probability, contributions } = await model.predict(row)
    assert.equal([together[at]!.probability, together[at]!.contributions], [probability, contributions])
  }
  assert.equal(await model.predictBatch([]), [])
  await model.close()
})

test('contributions and bias add up to the margin', () => {
  for (const { row } of parity) {
    const { margin, bias, of } = contributionsOf(ensemble, row)
    assert.is(margin, marginOf(ensemble, row))
    assert.ok(Math.abs(of.reduce((sum, added) => sum + added, bias) - marginOf(ensemble, row)) < 1e-6)
  }
})

test('raising a monotone feature never lowers the margin, nor raises it where it must not', () => {
  const monotone = FEATURE_NAMES.flatMap((name, index) => {
    const direction = FEATURES[name]!.monotone
    return direction === undefined ? [] : [{ index, direction }]
  })
  for (const name of ['amount_to_mean_30d', 'count_1h', 'count_24h', 'is_new_device'])
    assert.is(FEATURES[name]!.monotone, 1, name)
  const raised = fc.oneof(fc.float({ min: 0, max: 10, noNaN: true }), fc.float({ min: 0, max: 10_000, noNaN: true }))
  fc.assert(
    fc.property(
      fc.constantFrom(...parity),
      fc.constantFrom(...monotone),
      raised,
      ({ row }, { index, direction }, by) => {
        const higher = row.slice()
        higher[index] = row[index]! + by
        assert.ok((marginOf(ensemble, higher) - marginOf(ensemble, row)) * direction >= 0, FEATURE_NAMES[index])
      },
    ),
    { numRuns: 5_000 },
  )
})

test.run()
