import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { gather } from '#reactions/gather.ts'
import { suite } from '../harness/suite.ts'

const test = suite('gathered writes')

function written(itemsMax: number) {
  const writes: number[][] = []
  const add = gather<number>(async items => {
    writes.push(items)
    if (items.includes(-1)) throw new Error('refused')
  }, itemsMax)
  return { writes, add }
}

test('what comes one by one goes together, and the first does not wait for it', async () => {
  const { writes, add } = written(10)
  await add(1)
  assert.equal(writes, [[1]])
  const following = [add(2)]
  await delay(1)
  following.push(add(3))
  await delay(1)
  following.push(add(4))
  await Promise.all(following)
  assert.equal(writes, [[1], [2, 3, 4]])
})

test('a write has no more than its maximum, and each caller hears of its own write', async () => {
  const { writes, add } = written(2)
  const outcomes = await Promise.allSettled([1, 2, -1, 3, 4].map(add))
  assert.equal(writes, [[1, 2], [-1, 3], [4]])
  assert.equal(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected', 'rejected', 'fulfilled'],
  )
})

test.run()
