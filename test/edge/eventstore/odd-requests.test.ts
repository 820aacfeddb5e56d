import { binaryEvent, type EventStoreDBClient, jsonEvent, START, streamNameFilter } from '@eventstore/db-client'
import * as assert from 'uvu/assert'
import { suite } from '../../harness/suite.ts'
import { append, connect, event, events, ids, read, sleep, startTestNode } from './harness.ts'

/**
 * Requests that a client can make and should not: whatever becomes of them, the node starts again and says the same as
 * before.
 */

const test = suite('event store odd requests')

const node = await startTestNode()
test.after(() => node.dispose())

/** A new client each time: what the node says after it was started again must not depend on an old connection. */
async function asked<T>(question: (client: EventStoreDBClient) => Promise<T>): Promise<T> {
  const client = connect(node.url)
  try {
    return await question(client)
  } finally {
    await client.dispose()
  }
}

async function refusal(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'none'
  } catch (error) {
    return String(error)
  }
}

test('the metadata of a stream is not deleted by itself: deleting the stream has to write there', async () => {
  await asked(async client => {
    await client.appendToStream('kept', events(3))
    assert.match(await refusal(client.deleteStream('$$kept')), 'A metadata stream is not deleted')
    assert.match(await refusal(client.tombstoneStream('$$kept')), 'A metadata stream is not deleted')
    await client.deleteStream('kept')
  })
  await node.restart()
  assert.is(await asked(client => read(client, 'kept')), 'stream-not-found')
})

test('what is no metadata ends the limits of a stream at once, and metadata of metadata limits nothing', async () => {
  const limits = async (client: EventStoreDBClient) => [
    (await ids(client, 'limited')).length,
    (await ids(client, '$$limited')).length,
  ]
  const before = await asked(async client => {
    await client.appendToStream('limited', events(3))
    await client.setStreamMetadata('limited', { maxCount: 2 })
    assert.equal(await limits(client), [2, 1])
    await client.setStreamMetadata('$$limited', { maxCount: 1 })
    await client.appendToStream('$$limited', event())
    return limits(client)
  })
  await node.restart()
  assert.equal(
    [before, await asked(limits)],
    [
      [3, 2],
      [3, 2],
    ],
  )
})

test('a stream that has ended for ever takes no metadata either', async () => {
  await asked(async client => {
    await client.appendToStream('ended', events(1))
    await client.tombstoneStream('ended')
    assert.is(await append(client, '$$ended', jsonEvent({ type: '$metadata', data: {} })), 'stream-deleted')
    assert.is(await read(client, '$$ended'), 'stream-not-found')
  })
})

test('what counts towards the mebibyte of an append is what a server from 24.10.4 on counts: data, metadata and type', async () => {
  await asked(async client => {
    const metadata = new Uint8Array(10)
    const sized = (bytes: number) => binaryEvent({ type: 'L', data: new Uint8Array(bytes), metadata })
    assert.is(await append(client, 'counted', sized(1024 * 1024 - 12)), 'stored 0')
    assert.is(await append(client, 'counted', sized(1024 * 1024 - 11)), 'maximum-append-size-exceeded')
  })
})

test('limits that are no whole numbers are none', async () => {
  await asked(async client => {
    await client.appendToStream('half', events(3))
    for (const data of [{ $maxCount: 1.5 }, { $tb: 0.5 }]) {
      await client.appendToStream('$$half', jsonEvent({ type: '$metadata', data }))
      assert.is((await ids(client, 'half')).length, 3)
    }
  })
})

test('a name of 200 KB is refused like any other, and concurrent calls continue', async () => {
  await asked(async client => {
    const name = '장'.repeat(70_000)
    const beside = client.subscribeToStream('beside')
    const broken: unknown[] = []
    beside.on('error', error => broken.push(error))
    beside.on('data', () => {})
    assert.match(await refusal(client.deleteStream(name, { expectedRevision: 5n })), 'due to WrongExpectedVersion')
    await client.appendToStream(name, event())
    await client.tombstoneStream(name)
    assert.match(await refusal(client.deleteStream(name)), 'FAILED_PRECONDITION: Event stream')
    assert.equal(broken, [])
    await beside.unsubscribe()
  })
})

test('a regular expression that could try for years does not hold the node', async () => {
  await asked(async client => {
    await client.appendToStream(`${'a'.repeat(40)}!`, event())
    const seen: string[] = []
    const subscription = client.subscribeToAll({ fromPosition: START, filter: streamNameFilter({ regex: '^(a+)+$' }) })
    subscription.on('data', ({ event }) => seen.push(event?.streamId ?? ''))
    await client.appendToStream('aaa', event())
    const started = performance.now()
    while (seen.length === 0 && performance.now() - started < 30_000) await sleep(20)
    await subscription.unsubscribe()
    assert.equal(seen, ['aaa'])
  })
})

test.run()
