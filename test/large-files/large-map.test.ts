import * as assert from 'uvu/assert'
import { createLargeMap } from '#files/large-map.ts'
import { suite } from '../harness/suite.ts'

const test = suite('a map larger than its memory')

test('has every entry as it was changed last, whether it was put away or not, and all of them in order', () => {
  for (const heldMax of [2, 10, 700, 10_000]) {
    const map = createLargeMap<{ n: number }>(heldMax)
    const plain = new Map<string, number>()
    let random = 1
    for (let step = 0; step < 20_000; step += 1) {
      random = (random * 48_271) % 2_147_483_647
      const name = `s-${random % 3_000}`
      const entry = map.get(name)
      assert.is(entry?.n, plain.get(name))
      if (entry === undefined) map.add(name, { n: step })
      else entry.n = step
      plain.set(name, step)
    }
    assert.is(map.size, plain.size)
    const expected = [...plain].sort(([a], [b]) => (a < b ? -1 : 1))
    assert.equal(
      [...map.sortedEntries()].map(([name, { n }]) => [name, n]),
      expected,
    )
    map.close()
  }
})

test.run()
