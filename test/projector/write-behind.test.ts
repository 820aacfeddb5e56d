import * as assert from 'uvu/assert'
import type { LoggedEvent } from '#event-sourcing/event-store.ts'
import { writeBehind } from '#projector/write-behind.ts'
import { suite } from '../harness/suite.ts'

const test = suite('writing behind')

const MIB = 1_024n * 1_024n
const at = (commit: bigint) => ({ commit, prepare: commit })
const event = (commit: bigint) => ({ id: String(commit), position: at(commit) }) as LoggedEvent

function written() {
  const batches: number[] = []
  const start = { position: null, lastEvent: null, lastId: null }
  const rows = writeBehind(3, start, async events => void batches.push(events.length))
  return { batches, rows }
}

test('writes as many events as it is to', async () => {
  const { batches, rows } = written()
  for (const commit of [1n, 2n, 3n, 4n, 5n]) await rows.add({ events: [event(commit)], position: at(commit) })
  await rows.idle()
  assert.equal(batches, [3])
  assert.is(await rows.afterFlush(async ({ position }) => position?.commit), 5n)
  assert.equal(batches, [3, 2])
})

test('writes fewer when the log between them is long, and nothing when there are none', async () => {
  const { batches, rows } = written()
  await rows.add({ events: [], position: at(100n * MIB) })
  await rows.add({ events: [event(101n * MIB)], position: at(101n * MIB) })
  await rows.add({ events: [], position: at(164n * MIB) })
  await rows.idle()
  assert.equal(batches, [])
  await rows.add({ events: [], position: at(165n * MIB) })
  await rows.idle()
  assert.equal(batches, [1])
})

test.run()
