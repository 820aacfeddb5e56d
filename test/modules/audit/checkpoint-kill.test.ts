import { readFileSync } from 'node:fs'
import * as assert from 'uvu/assert'
import { childrenOf } from '../../harness/children.ts'
import { depth } from '../../harness/depth.ts'
import { suite } from '../../harness/suite.ts'
import { playHistories, random, readLog } from '../../projector/refund-histories.ts'
import { eventually } from '../../projector/table-contents.ts'
import { checkpointedStores } from './checkpointed-stores.ts'

const KILLS = depth(3, 40)
const PAUSE_MS_MAX = 400
/** A start takes seconds on a busy machine, and all that is written meanwhile has to be covered at the end. */
const HISTORIES_PER_KILL_MAX = 10
const test = suite('a process that makes checkpoints and is killed')
const stores = await checkpointedStores()
const { store } = stores
const children = childrenOf(new URL('checkpoint-process.ts', import.meta.url), {
  ...stores.urls,
  CHECKPOINTS: JSON.stringify(stores.config),
})

test.after(async () => {
  await children.killAll()
  await stores.stop()
})

const linesOfFile = () => readFileSync(stores.file, 'utf8').split('\n').slice(0, -1)

test('at random instants under load, with another one standing by: nothing is left out or signed twice, and the file has every line once', async () => {
  const next = random(7)
  const standing = await children.start()
  let child = await children.start()
  let killing = true
  let kills = 0
  const load = (async () => {
    for (let played = 0; killing; )
      if (played < (kills + 1) * HISTORIES_PER_KILL_MAX) {
        await playHistories(store, { seed: 31 + played, refunds: 20, clients: 2, users: 5, daysMax: 9 })
        played += 1
      } else await new Promise(resolve => setTimeout(resolve, 20))
  })()
  await eventually('something is covered', async () => (await stores.covered()) > 0, 30_000)
  for (; kills < KILLS; kills += 1) {
    await new Promise(resolve => setTimeout(resolve, next() * PAUSE_MS_MAX))
    await children.kill(child)
    child = await children.start()
  }
  killing = false
  await load
  const events = (await readLog(store, 'refund-')).length
  await stores.untilCovered(events)
  assert.is(await stores.covered(), events)
  const lines = await stores.lines()
  await eventually('the file has them all', () => linesOfFile().length >= lines.length)
  await children.kill(child)
  await children.kill(standing)

  assert.equal(linesOfFile(), lines)
  const { problems, checkpoints, uncovered } = await stores.prove()
  assert.equal(problems, [])
  assert.is(checkpoints, lines.length)
  assert.is(uncovered.events, 0)
})

test.run()
