import * as assert from 'uvu/assert'
import { type LogPart, readLog } from '#edge/eventstore/read-log.ts'
import type { EventStore } from '#event-sourcing/event-store.ts'
import { suite } from '../../harness/suite.ts'
import { eventsOf, laggingNode } from './lagging-node.ts'

/** The log up to its end, against a store in a process of its own. */
const test = suite('the log read to its end')
const node = await laggingNode()
const { store, streams: names, each, end } = node
test.after(node.stop)

async function all(options: Partial<Parameters<typeof readLog>[1]> = {}, from: Pick<EventStore, 'subscribe'> = store) {
  const found: string[] = []
  const given = { prefixes: ['even-', 'odd-'], to: end, signal: new AbortController().signal, ...options }
  for await (const { events } of readLog(from, given))
    found.push(...events.map(({ stream, revision }) => `${stream}@${revision}`))
  return found
}
const placesOf = (streams: string[]) =>
  streams.flatMap(stream => Array.from({ length: each }, (_, n) => `${stream}@${n}`))

test('has every event once, in order, and those of the prefixes alone', async () => {
  assert.equal(await all(), placesOf(names))
  const even = names.filter(name => name.startsWith('even-'))
  assert.equal(await all({ prefixes: ['even-'] }), placesOf(even))
  assert.equal(await all({ prefixes: ['nobody-'] }), [])
})

test('ends at the given position, even when more is written during the read', async () => {
  const found: string[] = []
  let isWritten = false
  for await (const { events } of readLog(store, { prefixes: [''], to: end, signal: new AbortController().signal })) {
    found.push(...events.map(({ stream }) => stream))
    if (!isWritten) await store.append('odd-late', 'no_stream', eventsOf('odd-late', 3))
    isWritten = true
  }
  assert.is(found.length, names.length * each)
  assert.not.ok(found.includes('odd-late'))
})

test('the store waits for a slow reader', async () => {
  let handed = 0
  const watched: Pick<EventStore, 'subscribe'> = {
    subscribe: options =>
      store.subscribe({
        ...options,
        handle: batch => {
          handed += 1
          return options.handle(batch)
        },
      }),
  }
  let taken = 0
  for await (const _ of readLog(watched, { prefixes: [''], to: end, signal: new AbortController().signal })) {
    taken += 1
    await new Promise(resolve => setTimeout(resolve, 20))
    assert.is(handed, taken)
  }
  assert.ok(taken > 3)
})

test('a reader that returns or aborts ends the read', async () => {
  let isOver = false
  const watched: Pick<EventStore, 'subscribe'> = {
    subscribe: options => store.subscribe(options).finally(() => (isOver = true)),
  }
  for await (const _ of readLog(watched, { prefixes: [''], to: end, signal: new AbortController().signal })) break
  assert.ok(isOver)
  const given = new AbortController()
  isOver = false
  const reading = readLog(watched, { prefixes: [''], to: end, signal: given.signal })
  await reading.next()
  given.abort(new Error('enough'))
  const rest = (async () => {
    for await (const _ of reading);
  })()
  await rest.then(
    () => assert.unreachable(),
    error => assert.is(error.message, 'enough'),
  )
  assert.ok(isOver)
})

test('a store that goes away and comes back is read on from where it was', async () => {
  const found: string[] = []
  const parts: LogPart[] = []
  const reading = readLog(store, { prefixes: ['even-', 'odd-'], to: end, signal: new AbortController().signal })
  for await (const part of reading) {
    parts.push(part)
    found.push(...part.events.map(({ stream, revision }) => `${stream}@${revision}`))
    if (parts.length !== 2) continue
    await node.restart()
  }
  assert.equal(found, placesOf(names))
})

test('where a node that lags behind ends is not the end', async () => {
  const found: string[] = []
  let isBack: Promise<void> | undefined
  const reading = readLog(store, { prefixes: ['even-', 'odd-'], to: end, signal: new AbortController().signal })
  for await (const { events } of reading) {
    found.push(...events.map(({ stream, revision }) => `${stream}@${revision}`))
    if (isBack !== undefined) continue
    isBack = (await node.lag()).isBack
  }
  await isBack
  assert.equal(found, placesOf(names))
})

test('what the store fails with is passed on', async () => {
  const failing: Pick<EventStore, 'subscribe'> = { subscribe: async () => Promise.reject(new Error('no')) }
  await all({}, failing).then(
    () => assert.unreachable(),
    error => assert.is(error.message, 'no'),
  )
})

test.run()
