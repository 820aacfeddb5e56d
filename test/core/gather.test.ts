import * as assert from 'uvu/assert'
import { createBatcher } from '#concurrency/batcher.ts'
import { suite } from '../harness/suite.ts'

const test = suite('queries in one batch')

test('what waits goes into the next ones, so many at most, and each caller has the answer to its own', async () => {
  const asked: number[][] = []
  const double = createBatcher(async (items: number[]) => {
    asked.push(items)
    return items.map(item => item * 2)
  }, 2)
  assert.equal(await Promise.all([1, 2, 3, 4, 5].map(double)), [2, 4, 6, 8, 10])
  assert.equal(asked, [[1, 2], [3, 4], [5]])
  assert.is(await double(6), 12)
  assert.equal(asked.at(-1), [6])
})

test('what comes while one is under way waits for its end', async () => {
  const asked: number[][] = []
  const answers: (() => void)[] = []
  const ask = createBatcher(async (items: number[]) => {
    asked.push(items)
    await new Promise<void>(resolve => answers.push(resolve))
    return items
  }, 10)
  const turn = () => new Promise(resolve => setImmediate(() => setImmediate(resolve)))
  const first = ask(1)
  await turn()
  const others = [ask(2), ask(3)]
  await turn()
  assert.equal(asked, [[1]])
  answers[0]!()
  assert.is(await first, 1)
  await turn()
  answers[1]!()
  assert.equal(await Promise.all(others), [2, 3])
  assert.equal(asked, [[1], [2, 3]])
})

test('a failure rejects the queries of its batch, and none after them', async () => {
  const ask = createBatcher(async (items: number[]) => {
    if (items.includes(1)) throw new Error('away')
    return items
  }, 2)
  const outcomes = await Promise.allSettled([1, 2, 3].map(ask))
  assert.equal(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected', 'fulfilled'],
  )
  assert.is(await ask(4), 4)
})

test('a query that comes within the time to gather joins the batch', async () => {
  const loads: number[][] = []
  const load = createBatcher(
    async (items: number[]) => {
      loads.push(items)
      return items
    },
    10,
    30,
  )
  const first = load(1)
  await new Promise(resolve => setImmediate(() => setImmediate(resolve)))
  assert.equal(await Promise.all([first, load(2)]), [1, 2])
  assert.equal(loads, [[1, 2]])
})

test.run()
