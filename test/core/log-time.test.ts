import * as assert from 'uvu/assert'
import { createIsoTime } from '#edge/log.ts'
import { suite } from '../harness/suite.ts'

const test = suite('time of log lines')

test('is the ISO time of the moment, across seconds and back', () => {
  let now = 0
  const time = createIsoTime(() => now)
  const start = Date.parse('2026-12-31T23:59:58.000Z')
  for (const after of [0, 7, 89, 999, 1_000, 1_001, 1_999, 2_000, 1_500, 86_400_000, 0]) {
    now = start + after
    assert.is(time(), `,"time":"${new Date(now).toISOString()}"`)
  }
})

test.run()
