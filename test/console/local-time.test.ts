import * as assert from 'uvu/assert'
import { localTimeOf, utcOf } from '#console/format/local-time.ts'
import { suite } from '../harness/suite.ts'

/** Times of filters: fields have minutes, addresses may have more. */
const test = suite('console: times of filters')

test('a time in a field is that of the reader, in UTC in the address', () => {
  const utc = new Date(2026, 10, 29, 10, 0).toISOString()
  assert.is(utcOf('2026-11-29T10:00'), utc)
  assert.is(localTimeOf(utc), '2026-11-29T10:00')
  assert.is(utcOf('soon'), '')
})

test('a time that was not changed keeps its seconds', () => {
  const before = '2026-11-29T10:00:45.123Z'
  assert.is(utcOf(localTimeOf(before), before), before)
  assert.is(utcOf('2026-11-29T11:07', before), new Date(2026, 10, 29, 11, 7).toISOString())
  assert.is(utcOf('', before), '')
})

test.run()
