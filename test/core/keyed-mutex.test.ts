import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { createKeyedMutex } from '#concurrency/keyed-mutex.ts'
import { suite } from '../harness/suite.ts'

const test = suite('keyed mutex')

/** Tasks that end when they are told to, and what has begun. */
function tasks() {
  const begun: string[] = []
  const end = new Map<string, (failed?: Error) => void>()
  const task = (name: string) => () => {
    begun.push(name)
    return new Promise<string>((resolve, reject) =>
      end.set(name, failed => (failed === undefined ? resolve(name) : reject(failed))),
    )
  }
  return { begun, task, end: (name: string, failed?: Error) => end.get(name)!(failed) }
}

const settled = () => delay(0)

test('runs the tasks of a key in order, and those of other keys concurrently', async () => {
  const { begun, task, end } = tasks()
  const runExclusive = createKeyedMutex()
  const first = runExclusive('a', task('a1'))
  const second = runExclusive('a', task('a2'))
  const other = runExclusive('b', task('b1'))
  assert.equal(begun, ['a1', 'b1'])
  end('a1')
  assert.is(await first, 'a1')
  await settled()
  assert.equal(begun, ['a1', 'b1', 'a2'])
  end('a2')
  end('b1')
  assert.equal(await Promise.all([second, other]), ['a2', 'b1'])
})

test('a task that fails holds up none behind it', async () => {
  const { task, end } = tasks()
  const runExclusive = createKeyedMutex()
  const first = runExclusive('a', task('a1')).catch((error: Error) => error.message)
  const second = runExclusive('a', task('a2'))
  end('a1', new Error('broken'))
  assert.is(await first, 'broken')
  await settled()
  end('a2')
  assert.is(await second, 'a2')
})

test('refuses one task more than the limit, until one has ended', async () => {
  const { begun, task, end } = tasks()
  const runExclusive = createKeyedMutex({ tasksMax: 2, refusal: () => new Error('too many') })
  const first = runExclusive('a', task('a1'))
  const second = runExclusive('a', task('a2'))
  assert.is(await runExclusive('a', task('a3')).catch((error: Error) => error.message), 'too many')
  const other = runExclusive('b', task('b1'))
  end('a1')
  await first
  const third = runExclusive('a', task('a4'))
  for (const name of ['a2', 'a4']) {
    await settled()
    end(name)
  }
  end('b1')
  await Promise.all([second, third, other])
  assert.equal(begun, ['a1', 'b1', 'a2', 'a4'])
})

test('refuses a task that has waited too long instead of running it', async () => {
  const { begun, task, end } = tasks()
  const runExclusive = createKeyedMutex({ waitMsMax: 20, refusal: () => new Error('too late') })
  const first = runExclusive('a', task('a1'))
  const second = runExclusive('a', task('a2')).catch((error: Error) => error.message)
  await delay(40)
  end('a1')
  await first
  assert.is(await second, 'too late')
  const third = runExclusive('a', task('a3'))
  end('a3')
  await third
  assert.equal(begun, ['a1', 'a3'])
})

test.run()
