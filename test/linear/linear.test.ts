import * as assert from 'uvu/assert'
import { fitLinear, marginOf } from '#ml/linear/fit.ts'
import { linearOnnx } from '#ml/linear/onnx.ts'
import { quantise } from '#ml/linear/quantise.ts'
import { openLinear } from '#ml/linear/session.ts'
import { random } from '#programs/training/random.ts'
import { suite } from '../harness/suite.ts'

const test = suite('linear layers')

const FITTING = { cost: 1, positiveCost: 1, rounds: 200 }
const fitted = (rows: Int32Array[], labels: number[], more: Partial<Parameters<typeof fitLinear>[2]> = {}) =>
  fitLinear({ features: 8, rows }, Uint8Array.from(labels), { ...FITTING, next: random(1), ...more })

/**
 * One row of one feature, a positive: of ½(w² + b²) + (1 − w − b)² with w = b the least is where w = 2(1 − 2w), which
 * is 2/5.
 */
test('a single row gives the weights computed by hand', () => {
  const { weights, bias } = fitted([Int32Array.of(3)], [1])
  assert.ok(Math.abs(weights[3]! - 0.4) < 1e-9 && Math.abs(bias - 0.4) < 1e-9)
  assert.equal(
    [...weights].filter(weight => weight !== 0),
    [weights[3]],
  )
  const priced = fitted([Int32Array.of(3)], [1], { positiveCost: 4 })
  assert.ok(Math.abs(priced.bias - 8 / 17) < 1e-9, 'w = 2 · 4 · (1 − 2w)')
  const counted = fitted([Int32Array.of(3)], [1], { counts: Float64Array.of(4) })
  assert.is(counted.bias, priced.bias)
  // Of ½(u² + b²) + (1 − 2u − b)² the least is at u = 4/11 and b = 2/11; the weight is twice u.
  const scaled = fitted([Int32Array.of(3)], [1], { scales: new Float64Array(8).fill(2) })
  assert.ok(Math.abs(scaled.weights[3]! - 8 / 11) < 1e-9 && Math.abs(scaled.bias - 2 / 11) < 1e-9)
})

/** Rows that are positive when they have feature 0, and other features by chance. */
function sample(size: number, seed: number) {
  const next = random(seed)
  const labels = Array.from({ length: size }, () => (next() < 0.3 ? 1 : 0))
  const rows = labels.map(label => {
    const others = [1, 2, 3, 4, 5, 6].filter(() => next() < 0.4)
    return Int32Array.from(label === 1 ? [0, ...others] : others.length > 0 ? others : [7])
  })
  return { rows, labels }
}

test('the layer learns to separate the rows, identically to the bit each time', () => {
  const { rows, labels } = sample(500, 2)
  const [one, two] = [fitted(rows, labels), fitted(rows, labels)]
  assert.equal(one, two)
  const fresh = sample(300, 3)
  for (const [at, row] of fresh.rows.entries()) assert.is(marginOf(one, row) > 0 ? 1 : 0, fresh.labels[at])
})

test('a row of weight 0 changes nothing, and the margin of a row without features is the bias', () => {
  const { rows, labels } = sample(100, 4)
  const counts = new Float64Array(101).fill(1)
  counts[100] = 0
  assert.equal(fitted([...rows, Int32Array.of(0)], [...labels, 0], { counts, rounds: 1 }).weights.length, 8)
  const layer = fitted(rows, labels)
  assert.is(marginOf(layer, new Int32Array(0)), layer.bias)
})

test('quantised weights are within half a step of the original ones', () => {
  const { rows, labels } = sample(300, 5)
  const layer = fitted(rows, labels)
  const kept = quantise(layer)
  for (const [at, weight] of layer.weights.entries())
    assert.ok(Math.abs(weight - kept.weights[at]!) <= kept.step / 2 + 1e-9)
  assert.equal(quantise(kept).levels, kept.levels)
  assert.equal([...quantise({ weights: new Float64Array(3), bias: 1 }).levels], [0, 0, 0])
})

test('ONNX Runtime gives the output of the layers, regardless of other rows in the run', async () => {
  const layers = [1, 2, 3].map(seed => {
    const { rows, labels } = sample(300, seed)
    return quantise(fitted(rows, labels))
  })
  const bytes = linearOnnx(layers, { version: 'v1.0.0' })
  assert.equal(linearOnnx(layers, { version: 'v1.0.0' }), bytes)
  const session = await openLinear(bytes)
  assert.equal(session.metadata, { version: 'v1.0.0' })
  const rows = [...sample(100, 9).rows, new Int32Array(0), Int32Array.of(0, 1, 2, 3, 4, 5, 6, 7)]
  const margins = await session.margins(rows)
  for (const [at, row] of rows.entries()) {
    for (const [layer, weights] of layers.entries())
      assert.ok(Math.abs(margins[at]![layer]! - marginOf(weights, row)) < 1e-6)
    assert.equal((await session.margins([row]))[0], margins[at])
  }
  assert.equal(await session.margins([]), [])
  await session.close()
})

test.run()
