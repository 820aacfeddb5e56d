import fc from 'fast-check'
import * as assert from 'uvu/assert'
import { binColumn, type Matrix } from '#ml/trees/bins.ts'
import { type BoostOptions, boost } from '#ml/trees/boost.ts'
import { contributionsOf, type Ensemble, marginOf, probabilityOf } from '#ml/trees/ensemble.ts'
import { toOnnx } from '#ml/trees/onnx.ts'
import { readOnnx } from '#ml/trees/read-onnx.ts'
import { openSession } from '#ml/trees/session.ts'
import { suite } from '../harness/suite.ts'
import { random } from '../projector/refund-histories.ts'

const test = suite('boosted trees')
const OPTIONS: BoostOptions = { trees: 30, depth: 4, learningRate: 0.1, lambda: 1, childWeightMin: 1 }

/** Three columns of which the label follows two, with noise. */
function sample(rows: number, seed = 5): { matrix: Matrix; labels: Uint8Array } {
  const next = random(seed)
  const columns = [0, 1, 2].map(() => Float32Array.from({ length: rows }, () => next() * 10))
  const labels = Uint8Array.from({ length: rows }, (_, row) =>
    columns[0]![row]! + (columns[1]![row]! > 5 ? 3 : 0) + next() * 4 > 9 ? 1 : 0,
  )
  return { matrix: { features: ['a', 'b', 'c'], rows, columns }, labels }
}

const rowOf = ({ columns }: Matrix, row: number) => Float32Array.from(columns, column => column[row]!)

test('bin edges are values of the column, and few values have a bin each', () => {
  const few = binColumn(Float32Array.from([3, 1, 2, 2, 1]))
  assert.equal([...few.edges], [1, 2])
  assert.equal([...few.bins], [2, 0, 1, 1, 0])
  const many = binColumn(Float32Array.from({ length: 10_000 }, (_, at) => at))
  assert.ok(many.edges.length > 240)
  const sizes = new Map<number, number>()
  for (const bin of many.bins) sizes.set(bin, (sizes.get(bin) ?? 0) + 1)
  assert.ok(Math.max(...sizes.values()) <= 2 * Math.min(...sizes.values()), 'about as many in each')
  assert.equal([...binColumn(new Float32Array(4)).edges], [])
  assert.equal([...binColumn(new Float32Array(0)).edges], [])
})

test('a very frequent value takes no bins from the others', () => {
  const column = Float32Array.from({ length: 10_000 }, (_, at) => (at % 10 === 0 ? at : -1))
  const { edges, bins } = binColumn(column)
  assert.is(edges[0], -1)
  assert.ok(edges.length > 240)
  for (const [row, bin] of bins.entries()) {
    assert.ok(bin === 0 || column[row]! > edges[bin - 1]!)
    assert.ok(bin === edges.length || column[row]! <= edges[bin]!)
  }
})

test('the split with the largest reduction of the loss is chosen', () => {
  const rows = fc.array(
    fc.record({
      values: fc.array(fc.constantFrom(0, 0, 0, 1, 2, 7), { minLength: 3, maxLength: 3 }),
      label: fc.nat(1),
    }),
    { minLength: 2, maxLength: 40 },
  )
  fc.assert(
    fc.property(rows, some => {
      const labels = Uint8Array.from(some, ({ label }) => label)
      const columns = [0, 1, 2].map(at => Float32Array.from(some, ({ values }) => values[at]!))
      const options = { trees: 1, depth: 1, learningRate: 1, lambda: 1, childWeightMin: 0.3 }
      const { bias, trees } = boost({ features: ['a', 'b', 'c'], rows: some.length, columns }, labels, options)
      const p = probabilityOf(bias)
      /** How much the loss of rows is lessened by one answer to all of them. */
      const lessened = (of: typeof some) => {
        const gradient = of.reduce((sum, { label }) => sum + p - label, 0)
        return { by: gradient ** 2 / (of.length * p * (1 - p) + 1), weight: of.length * p * (1 - p) }
      }
      const gainOf = (feature: number, threshold: number) => {
        const left = lessened(some.filter(({ values }) => values[feature]! <= threshold))
        const right = lessened(some.filter(({ values }) => values[feature]! > threshold))
        return Math.min(left.weight, right.weight) < 0.3 ? 0 : left.by + right.by - lessened(some).by
      }
      const best = Math.max(0, ...[0, 1, 2].flatMap(feature => [0, 1, 2].map(threshold => gainOf(feature, threshold))))
      const { feature, threshold } = trees[0]!
      const found = feature[0]! < 0 ? 0 : gainOf(feature[0]!, threshold[0]!)
      assert.ok(Math.abs(found - best) < 1e-6, `${found} ${best}`)
    }),
  )
})

/**
 * Four rows, one question, by hand: the bias is log(3/3) = 0, so p is ½ everywhere, each gradient ±½ and each hessian
 * ¼. Cut between 2 and 3, each side has gradients of +1 or −1 and hessians of ½, so with λ = 1 it answers ∓1 / 1.5
 * times the learning rate.
 */
test('the first split is the one computed by hand', () => {
  const matrix = { features: ['x'], rows: 4, columns: [Float32Array.from([1, 2, 3, 4])] }
  const { bias, trees } = boost(matrix, Uint8Array.from([0, 0, 1, 1]), {
    ...{ trees: 1, depth: 1, learningRate: 0.5, lambda: 1, childWeightMin: 0 },
  })
  assert.is(bias, 0)
  const [tree] = trees
  assert.equal([...tree!.feature], [0, -1, -1])
  assert.is(tree!.threshold[0], 2)
  assert.is(tree!.value[1], Math.fround(-1 / 3))
  assert.is(tree!.value[2], Math.fround(1 / 3))
})

test('no split makes a side below the minimum weight', () => {
  const matrix = { features: ['x'], rows: 4, columns: [Float32Array.from([1, 2, 3, 4])] }
  const options = { trees: 1, depth: 1, learningRate: 0.5, lambda: 1 }
  const labels = Uint8Array.from([0, 0, 0, 1])
  const at = (childWeightMin: number) => boost(matrix, labels, { ...options, childWeightMin }).trees[0]!.threshold[0]
  assert.is(at(0), 3)
  assert.is(at(0.4), 2)
  assert.is(boost(matrix, labels, { ...options, childWeightMin: 1 }).trees[0]!.feature.length, 1)
})

test('the trees learn the rule behind the labels, identically to the bit each time', () => {
  const { matrix, labels } = sample(4_000)
  const [one, two] = [boost(matrix, labels, OPTIONS), boost(matrix, labels, OPTIONS)]
  assert.equal(one, two)
  const fresh = sample(2_000, 6)
  const right = [...fresh.labels].filter(
    (label, row) => Number(marginOf(one, rowOf(fresh.matrix, row)) > 0) === label,
  ).length
  assert.ok(right > 1_700, `${right} of 2,000 right`)
  const used = one.trees.flatMap(({ feature }) => [...feature].filter(asked => asked >= 0))
  assert.ok(used.filter(asked => asked === 2).length < used.length / 5, 'noise is hardly asked')
})

test('contributions of the features and the bias add up to the margin', () => {
  const { matrix, labels } = sample(2_000)
  const model = boost(matrix, labels, OPTIONS)
  for (let row = 0; row < 200; row += 1) {
    const { bias, of } = contributionsOf(model, rowOf(matrix, row))
    const sum = of.reduce((total, added) => total + added, bias)
    assert.ok(Math.abs(sum - marginOf(model, rowOf(matrix, row))) < 1e-6)
  }
})

test('raising a feature that is declared monotone never lowers the margin, or never raises it', () => {
  const { matrix, labels } = sample(1_500)
  // Against what the labels say, so that the declaration and not the data decides.
  const flipped = labels.map((label, row) => (row % 3 === 0 ? 1 - label : label))
  const model = boost(matrix, flipped, { ...OPTIONS, monotone: { a: 1, b: -1 } })
  const value = fc.float({ min: -5, max: 15, noNaN: true })
  fc.assert(
    fc.property(value, value, value, value, (a, b, c, other) => {
      const margin = (...row: number[]) => marginOf(model, Float32Array.from(row))
      const [low, high] = a < other ? [a, other] : [other, a]
      assert.ok(margin(low, b, c) <= margin(high, b, c))
      assert.ok(margin(a, Math.min(b, other), c) >= margin(a, Math.max(b, other), c))
    }),
    { numRuns: 2_000 },
  )
  const free = boost(matrix, flipped, OPTIONS)
  const isFree = Array.from({ length: 1_000 }, (_, at) => at / 100).some(
    (at, step, all) =>
      step > 0 && marginOf(free, Float32Array.of(at, 1, 1)) < marginOf(free, Float32Array.of(all[step - 1]!, 1, 1)),
  )
  assert.ok(isFree, 'undeclared, it does')
})

/** What ONNX Runtime says of rows. */
async function ran(model: Ensemble, rows: Float32Array[]) {
  const session = await openSession(toOnnx(model, { model_version: 'v1.0.0' }))
  const scores = await session.scores(rows)
  await session.close()
  return scores
}

test('ONNX Runtime gives the output of the trees', async () => {
  const { matrix, labels } = sample(3_000)
  const model = boost(matrix, labels, OPTIONS)
  // On the edges themselves one more bit would decide otherwise.
  const edges = model.trees.flatMap(({ feature, threshold }) =>
    [...threshold].flatMap((edge, node) => (feature[node]! >= 0 ? [Float32Array.of(edge, edge, edge)] : [])),
  )
  const rows = [...Array.from({ length: 1_000 }, (_, row) => rowOf(matrix, row)), ...edges]
  const scores = await ran(model, rows)
  assert.is(scores.length, rows.length)
  for (const [at, row] of rows.entries()) {
    const margin = marginOf(model, row)
    assert.ok(Math.abs(scores[at]!.margin - margin) < 1e-5)
    assert.ok(Math.abs(scores[at]!.probability - probabilityOf(margin)) < 1e-5)
  }
  assert.equal(await ran(model, []), [])
})

test('scoring many rows does not block the event loop', async () => {
  const { matrix, labels } = sample(1_000)
  const session = await openSession(toOnnx(boost(matrix, labels, OPTIONS), {}))
  let turns = 0
  const count = () => {
    turns += 1
    turning = setImmediate(count)
  }
  let turning = setImmediate(count)
  await session.scores(Array.from({ length: 1_000 }, (_, row) => rowOf(matrix, row)))
  clearImmediate(turning)
  await session.close()
  assert.ok(turns >= 15, `${turns} turns`)
})

test('an ensemble is read back from its ONNX model as it was', () => {
  const { matrix, labels } = sample(2_000)
  const model = boost(matrix, labels, OPTIONS)
  const bytes = toOnnx(model, { model_version: 'v1.0.0' })
  const read = readOnnx(bytes)
  assert.equal(read, { ensemble: model, metadata: { model_version: 'v1.0.0' } })
  assert.equal(toOnnx(read.ensemble, read.metadata), bytes)
  assert.is(model.bias, Math.fround(model.bias))
})

test('a file that is not a model of this service is refused with the reason', () => {
  const leaf = {
    feature: Int32Array.of(-1),
    threshold: new Float32Array(1),
    left: Int32Array.of(-1),
    right: Int32Array.of(-1),
  }
  const model: Ensemble = { features: ['a'], bias: 0, trees: [{ ...leaf, value: Float64Array.of(1) }] }
  const bytes = toOnnx(model, {})
  const refused = (given: Uint8Array, why: string) =>
    assert.throws(
      () => readOnnx(given),
      (error: Error) => error.message === `it is not an ONNX model of this service: ${why}`,
    )
  refused(new Uint8Array(0), 'its producer is not security-service')
  refused(Buffer.from('{"no":"model"}'), 'index out of range: 3 + 110 > 14')
  refused(
    Buffer.from(Buffer.from(bytes).toString('latin1').replace('security', 'somebody'), 'latin1'),
    'its producer is not security-service',
  )
  refused(
    Buffer.from(Buffer.from(bytes).toString('latin1').replace('TreeEnsembleR', 'TreeEnsembleC'), 'latin1'),
    'it has no TreeEnsembleRegressor',
  )
  refused(
    Buffer.from(Buffer.from(bytes).toString('latin1').replace('nodes_modes', 'nodes_moods'), 'latin1'),
    'it has no nodes_modes',
  )
  const loop = {
    feature: Int32Array.of(0),
    threshold: new Float32Array(1),
    left: Int32Array.of(0),
    right: Int32Array.of(0),
  }
  refused(
    toOnnx({ ...model, trees: [{ ...loop, value: Float64Array.of(1) }] }, {}),
    'node 0 of tree 0 has an invalid child or feature',
  )
  for (let end = 1; end < bytes.length; end += 1)
    assert.throws(() => readOnnx(bytes.subarray(0, end)), /not an ONNX model of this service/)
})

test.run()
