import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { connectEventStore } from '#edge/eventstore/client.ts'
import type { EventStore } from '#edge/eventstore/event-store.ts'
import { type LogPart, readLog } from '#edge/eventstore/read-log.ts'
import { startEmbeddedEventStore } from '#embedded/eventstore/spawn.ts'
import { stamp, toNewEvent } from '#stamp.ts'
import { context } from '../../harness/counter.ts'
import { suite } from '../../harness/suite.ts'

/** The log up to its end, against a store in a process of its own. */
const test = suite('the log read to its end')
const folder = mkdtempSync(join(tmpdir(), 'read-log-'))
let node = await startEmbeddedEventStore({ dataDir: folder })
const store = connectEventStore(node.url)
test.after(async () => {
  await store.close()
  await node.stop()
  for (const path of [folder, behind]) rmSync(path, { recursive: true, force: true })
})
/** As it was when half of it was written: a node that lags. */
const behind = `${folder}-behind`
async function restart(dataDir: string, meanwhile = () => {}) {
  await node.stop()
  meanwhile()
  node = await startEmbeddedEventStore({ dataDir, port: Number(new URL(node.url).port) })
}

const STREAMS = 40
const EACH = 100
const names = Array.from({ length: STREAMS }, (_, n) => (n % 2 === 0 ? `even-${n}` : `odd-${n}`))

function eventsOf(stream: string, count: number) {
  const events = Array.from({ length: count }, (_, n) => ({ type: 'Happened', data: { n } }))
  return stamp(stream, { revision: -1, hash: null, at: null }, events, context(stream)).map(toNewEvent)
}
for (const [n, stream] of names.entries()) {
  if (n === STREAMS / 2) await restart(folder, () => cpSync(folder, behind, { recursive: true }))
  await store.append(stream, 'no_stream', eventsOf(stream, EACH))
}
const end = (await store.end())!

async function all(options: Partial<Parameters<typeof readLog>[1]> = {}, from: Pick<EventStore, 'subscribe'> = store) {
  const found: string[] = []
  const given = { prefixes: ['even-', 'odd-'], to: end, signal: new AbortController().signal, ...options }
  for await (const { events } of readLog(from, given))
    found.push(...events.map(({ stream, revision }) => `${stream}@${revision}`))
  return found
}
const placesOf = (streams: string[]) =>
  streams.flatMap(stream => Array.from({ length: EACH }, (_, n) => `${stream}@${n}`))

test('has every event once, in order, and those of the prefixes alone', async () => {
  assert.equal(await all(), placesOf(names))
  const even = names.filter(name => name.startsWith('even-'))
  assert.equal(await all({ prefixes: ['even-'] }), placesOf(even))
  assert.equal(await all({ prefixes: ['nobody-'] }), [])
})

test('ends at the place that was named, also when more is written meanwhile', async () => {
  const found: string[] = []
  let isWritten = false
  for await (const { events } of readLog(store, { prefixes: [''], to: end, signal: new AbortController().signal })) {
    found.push(...events.map(({ stream }) => stream))
    if (!isWritten) await store.append('odd-late', 'no_stream', eventsOf('odd-late', 3))
    isWritten = true
  }
  assert.is(found.length, STREAMS * EACH)
  assert.not.ok(found.includes('odd-late'))
})

test('the store waits for whoever takes it', async () => {
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

test('whoever leaves or gives up ends the reading', async () => {
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
    await restart(folder)
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
    await restart(behind)
    isBack = delay(1_500).then(() => restart(folder))
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
