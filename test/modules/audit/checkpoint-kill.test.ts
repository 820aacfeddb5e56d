import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import * as assert from 'uvu/assert'
import { suite } from '../../harness/suite.ts'
import { playHistories, random, readLog } from '../../projector/refund-histories.ts'
import { eventually } from '../../projector/table-contents.ts'
import { checkpointedStores } from './checkpointed-stores.ts'

const KILLS = 8
const PAUSE_MS_MAX = 400
const test = suite('a process that makes checkpoints and is killed')
const stores = await checkpointedStores()
const { store } = stores
const children = new Set<ChildProcess>()

test.after(async () => {
  for (const child of children) child.kill('SIGKILL')
  await stores.stop()
})

async function startChild(): Promise<ChildProcess> {
  const file = new URL('checkpoint-process.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, ...stores.urls, CHECKPOINTS: JSON.stringify(stores.config) },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  children.add(child)
  await once(child.stdout!, 'data')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
  children.delete(child)
}

const linesOfFile = () => readFileSync(stores.file, 'utf8').split('\n').slice(0, -1)

test('at random instants under load, with another one standing by: nothing is left out or signed twice, and the file has every line once', async () => {
  const next = random(7)
  const standing = await startChild()
  let child = await startChild()
  let killing = true
  const load = (async () => {
    for (let seed = 31; killing; seed += 1)
      await playHistories(store, { seed, refunds: 20, clients: 2, users: 5, daysMax: 9 })
  })()
  await eventually('something is covered', async () => (await stores.covered()) > 0, 30_000)
  for (let kills = 0; kills < KILLS; kills += 1) {
    await new Promise(resolve => setTimeout(resolve, next() * PAUSE_MS_MAX))
    await kill(child)
    child = await startChild()
  }
  killing = false
  await load
  const events = (await readLog(store, 'refund-')).length
  await stores.untilCovered(events)
  assert.is(await stores.covered(), events)
  const lines = await stores.lines()
  await eventually('the file has them all', () => linesOfFile().length >= lines.length)
  await kill(child)
  await kill(standing)

  assert.equal(linesOfFile(), lines)
  const { problems, checkpoints, uncovered } = await stores.prove()
  assert.equal(problems, [])
  assert.is(checkpoints, lines.length)
  assert.is(uncovered.events, 0)
})

test.run()
