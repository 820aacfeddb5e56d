import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay, setImmediate as turnOfLoop } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { withTimeout } from '#concurrency/timeout.ts'
import { withSilenceTimeout } from '#edge/eventstore/silence-timeout.ts'
import { suite } from '../harness/suite.ts'

const test = suite('answers within a time')
const ANSWER_MS = 50
const MS = 200
/** Another process, which answers whatever this one does meanwhile. */
const other = spawn(
  process.execPath,
  ['-e', `process.on('message', asked => setTimeout(() => process.send(asked), ${ANSWER_MS}))`],
  { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
)
test.after(() => void other.kill())

async function ask(): Promise<unknown> {
  const answer = once(other, 'message')
  other.send('asked')
  return (await answer)[0]
}
const standStill = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
await ask()

const ways = {
  within: (ms: number) => withTimeout(ms, ask()),
  'within a deadline': (ms: number) => withSilenceTimeout(ms, 'the question', ask),
}
for (const [name, asked] of Object.entries(ways)) {
  test(`${name}: an answer that came in time counts, also where the process stood still until the time was over`, async () => {
    const answer = asked(MS)
    await delay(ANSWER_MS / 5)
    // From here the loop comes to its timers first.
    await turnOfLoop()
    standStill(MS * 2)
    assert.is(await answer, 'asked')
  })

  test(`${name}: without an answer the time ends`, async () => {
    const since = performance.now()
    await asked(ANSWER_MS / 2).then(
      () => assert.unreachable(),
      error => assert.match(error.message, 'no answer in 25 ms'),
    )
    assert.ok(performance.now() - since < ANSWER_MS * 20)
    await delay(ANSWER_MS * 2)
  })
}

test.run()
