import { setImmediate as nextTurn } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import type { Database } from '#edge/postgres/pool.ts'
import { runWhileVersion } from '#subscription/run-while-version.ts'
import { suite } from '../harness/suite.ts'

const test = suite('who asks for versions')
const { signal } = new AbortController()
const timers = () => process.getActiveResourcesInfo().filter(kind => kind === 'Timeout').length

test('asks once for all, however often they begin again, and no longer than one of them runs', async () => {
  const db = {} as Database
  // The timer that runs this test is over then.
  await nextTurn()
  const before = timers()
  const run = (work: () => Promise<void>) => runWhileVersion(db, { name: 'asked', version: 1, signal }, work)
  await run(async () => {})
  assert.is(timers(), before)
  await run(() =>
    run(async () => {
      assert.is(timers(), before + 1)
    }),
  )
  assert.is(timers(), before)
})

test.run()
