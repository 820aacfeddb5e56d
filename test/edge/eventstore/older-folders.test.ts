import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { END, START, streamNameFilter } from '@eventstore/db-client'
import * as assert from 'uvu/assert'
import { BINARY_CONTENT, LINK_TYPE, ownEvent } from '#embedded/eventstore/event.ts'
import { openStore } from '#embedded/eventstore/store/store.ts'
import { suite } from '../../harness/suite.ts'
import { append, connect, event, events, ids, read, startTestNode, until } from './harness.ts'

/**
 * Folders that a node wrote which still had persistent subscriptions: their streams are there, and mean nothing any
 * more.
 */

const test = suite('event store older folders')

const GROUP = '$persistentsubscription-$all::refund-payments'

/** What such a node had written for a group with one parked event, to the letter. */
const CONFIG =
  '{"version":"2","updated":"2026-11-22T02:23:34.697Z","entries":[{"source":"$all","group":"refund-payments","settings":{"resolveLinks":false,"extraStatistics":false,"messageTimeoutMs":30000,"maxRetryCount":0,"checkpointAfterMs":2000,"minCheckpointCount":10,"maxCheckpointCount":1000,"maxSubscriberCount":0,"liveBufferSize":500,"readBatchSize":20,"historyBufferSize":500,"strategy":"RoundRobin","startFrom":"start"},"filter":{"filter":{"on":"stream","prefixes":["refund-"]},"checkpointEvery":32},"start":-1}]}'
const PARKED = '{"added":"2026-11-22T02:23:34.924Z","reason":"handler failed","subscriptionEventNumber":1}'

test('a folder with the streams of groups opens, shows what it showed, and goes on', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'eventstore-older-'))
  const store = await openStore(dataDir, error => {
    throw error
  })
  const write = (stream: string, one: ReturnType<typeof ownEvent>) =>
    store.writer.write({ kind: 'append', stream, expected: 'any', events: [one] })
  await write('$persistentSubscriptionConfig', ownEvent('$PersistentConfig', CONFIG))
  await write('refund-1', ownEvent('Happened', '{"value":0}'))
  await write('refund-1', ownEvent('Happened', '{"value":1}'))
  await write(`${GROUP}-parked`, ownEvent(LINK_TYPE, '1@refund-1', PARKED, BINARY_CONTENT))
  await write(`${GROUP}-checkpoint`, ownEvent('$SubscriptionCheckpoint', '"C:11227/P:11227"'))
  await write(`$$${GROUP}-parked`, ownEvent('$metadata', '{"$tb":1}'))
  store.close()

  const node = await startTestNode(dataDir)
  const client = connect(node.url)
  const inAll = async () => {
    const streams: string[] = []
    for await (const { event } of client.readAll()) streams.push(event?.streamId ?? '')
    return streams.filter(stream => !stream.startsWith('$user'))
  }
  assert.equal(await inAll(), ['$persistentSubscriptionConfig', 'refund-1', 'refund-1', `$$${GROUP}-parked`])
  for (const stream of ['$persistentSubscriptionConfig', `${GROUP}-checkpoint`])
    assert.is((await read(client, stream)).length, 1, stream)
  assert.equal(await read(client, `${GROUP}-parked`), [])

  const seen: number[] = []
  const filter = streamNameFilter({ prefixes: ['refund-'] })
  const subscription = client.subscribeToAll({ fromPosition: START, filter })
  subscription.on('data', ({ event }) => seen.push(Number(event?.revision)))
  assert.is(await append(client, 'refund-1', events(2), 1n), 'stored 3')
  await until('four events', () => seen.length === 4)
  assert.equal(seen, [0, 1, 2, 3])
  await subscription.unsubscribe()

  // They are streams like any other now: who has no use for them deletes them.
  for (const stream of ['$persistentSubscriptionConfig', `${GROUP}-checkpoint`]) await client.deleteStream(stream)
  await node.restart()
  await until('the node to answer', () =>
    client
      .readAll({ direction: 'backwards', fromPosition: END, maxCount: 1 })
      [Symbol.asyncIterator]()
      .next()
      .then(
        () => true,
        () => false,
      ),
  )
  assert.is((await ids(client, 'refund-1')).length, 4)
  assert.is(await append(client, 'refund-1', event(), 3n), 'stored 4')
  await client.dispose()
  await node.dispose()
})

test.run()
