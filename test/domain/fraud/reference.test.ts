import fc from 'fast-check'
import * as assert from 'uvu/assert'
import { BINS, binOf, countUnseen, SCORE_BINS, scoreBinOf, stabilityIndex } from '#domain/fraud/reference.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('drift against training')

test('every number has a bin, greater ones none before', () => {
  const number = fc.double({ noNaN: true })
  fc.assert(
    fc.property(number, number, (a, b) => {
      for (const [bin, bins] of [
        [binOf, BINS],
        [scoreBinOf, SCORE_BINS],
      ] as const) {
        const [low, high] = [bin(Math.min(a, b)), bin(Math.max(a, b))]
        assert.ok(low >= 0 && low <= high && high < bins)
      }
    }),
  )
  assert.equal([-1, 0, 0.05, 0.1, 0.11, 1e9].map(binOf), [0, 1, 2, 2, 3, BINS - 1])
})

test('the index is 0 of the same shares, however many rows, and grows with the difference', () => {
  assert.is(stabilityIndex([10, 20, 70], [100, 200, 700]), 0)
  // By hand: (.3 − .1) ln 3 + (.2 − .2) ln 1 + (.5 − .7) ln (5 ∕ 7).
  const moved = stabilityIndex([10, 20, 70], [30, 20, 50])!
  assert.ok(Math.abs(moved - (0.2 * Math.log(3) - 0.2 * Math.log(5 / 7))) < 1e-12)
  assert.ok(stabilityIndex([10, 20, 70], [60, 20, 20])! > moved)
  assert.ok(Number.isFinite(stabilityIndex([100, 0], [0, 100])), 'also where a bin is empty')
  assert.equal([stabilityIndex([0, 0], [1, 1]), stabilityIndex([1, 1], [0, 0])], [null, null])
})

test('a value is unseen below the least and above the greatest of training', () => {
  const feature = (least: number, greatest: number) => ({ least, greatest, rows: [] })
  const reference = { features: [feature(0, 1), feature(-1, 0), feature(5, 5)], score: [] }
  assert.is(countUnseen(reference, Float32Array.of(0, 0, 5)), 0)
  assert.is(countUnseen(reference, Float32Array.of(1.5, -2, 4)), 3)
})

test.run()
