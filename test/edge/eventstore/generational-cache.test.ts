import * as assert from 'uvu/assert'
import { GenerationalCache } from '#embedded/eventstore/store/generational-cache.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('event store memory')

const MIN = 100

test('the last hundred are remembered, and never more than two hundred', () => {
  const recent = new GenerationalCache<number>(MIN)
  for (let i = 0; i < 1050; i++) recent.set(String(i), i)
  // The newest first: being asked for is a use, too.
  const known = Array.from({ length: 1050 }, (_, i) => 1049 - i).filter(i => recent.get(String(i)) === i)
  assert.ok(known.length >= MIN && known.length <= 2 * MIN, `${known.length} are remembered`)
  assert.equal(
    known.slice(0, MIN),
    Array.from({ length: MIN }, (_, i) => 1049 - i),
  )
})

test('what is asked for stays', () => {
  const recent = new GenerationalCache<string>(MIN)
  recent.set('kept', 'value')
  for (let i = 0; i < 1000; i++) {
    recent.set(String(i), '')
    assert.is(recent.get('kept'), 'value')
  }
})

test('what was replaced or deleted does not come back', () => {
  const recent = new GenerationalCache<string>(2)
  recent.set('a', 'old')
  recent.set('b', '')
  recent.set('a', 'new')
  assert.is(recent.get('a'), 'new')
  recent.delete('a')
  assert.is(recent.get('a'), undefined)
})

test.run()
