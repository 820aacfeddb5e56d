import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { createShutdownStack } from '#lifecycle/shutdown-stack.ts'
import { testLog } from '../harness/log.ts'
import { suite } from '../harness/suite.ts'

const test = suite('the end of what was begun')

test('comes in the reverse order, one step after the other', async () => {
  const done: string[] = []
  const { onShutdown, shutDown } = createShutdownStack(testLog())
  for (const part of ['first', 'second', 'third'])
    onShutdown(part, async () => {
      await delay(part === 'third' ? 20 : 0)
      done.push(part)
    })
  await shutDown()
  assert.equal(done, ['third', 'second', 'first'])
})

test('a step that fails prevents no other, is named in the log, and is thrown at the end', async () => {
  const done: string[] = []
  const lines: string[] = []
  const { onShutdown, shutDown } = createShutdownStack(testLog(line => lines.push(line)))
  onShutdown('stores', async () => void done.push('stores'))
  onShutdown('projector', async () => {
    throw new Error('it is stuck')
  })
  onShutdown('HTTP', async () => void done.push('HTTP'))
  assert.is(await shutDown().then(String, String), 'Error: it is stuck')
  assert.equal(done, ['HTTP', 'stores'])
  assert.is(lines.length, 1)
  assert.match(String(lines[0]), /"part":"projector".*shutdown step failed/)
})

test.run()
