import * as assert from 'uvu/assert'
import { createLabels } from '#programs/backtest/labels.ts'
import { createReplay } from '#programs/backtest/replay.ts'
import { suite } from '../harness/suite.ts'
import { fraudLog, T0 } from '../queries/fraud-log.ts'

const test = suite('edges of a backtest')

test('a stretch begins with its first moment and ends before its last', async () => {
  const log = fraudLog()
  const replay = createReplay({ model: null, policy: null }, { from: T0, to: T0 + 2, client: null })
  for (const ms of [-1, 0, 1, 2]) await replay.take(log.told({ tx: `tx_${ms}`, at: T0 + ms, has_entered: true }))
  assert.is((await replay.end()).compared.length, 2)
})

test('a fraud reported at the same time as a contrary outcome counts', () => {
  const log = fraudLog()
  const labels = createLabels()
  labels.take(log.requested('rf_1', 'tx_1', T0))
  labels.take(log.outcome({ tx: 'tx_1', at: T0 }, T0, 'legitimate'))
  assert.is(labels.frauds().size, 1)
  labels.take(log.outcome({ tx: 'tx_1', at: T0 }, T0 + 1, 'legitimate'))
  assert.is(labels.frauds().size, 0)
})

test.run()
