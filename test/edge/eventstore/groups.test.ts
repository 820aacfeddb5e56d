import {
  type AllStreamResolvedEvent,
  binaryEvent,
  END,
  persistentSubscriptionToAllSettingsFromDefaults,
  persistentSubscriptionToStreamSettingsFromDefaults,
  START,
  streamNameFilter,
} from '@eventstore/db-client'
import * as assert from 'uvu/assert'
import { suite } from '../../harness/suite.ts'
import { connect, event, events, ids, sleep, startTestNode, until } from './harness.ts'

/** Groups of the embedded node, where an operator or a consumer does what is rarely done. */

const test = suite('event store groups')

const node = await startTestNode()
const client = connect(node.url)

test.after(async () => {
  await client.dispose()
  await node.dispose()
})

test('a group with bounds of 0 writes checkpoints about events, not about its checkpoints', async () => {
  const settings = persistentSubscriptionToAllSettingsFromDefaults({
    startFrom: START,
    checkPointUpperBound: 0,
    checkPointLowerBound: 0,
    checkPointAfter: 1,
  })
  await client.createPersistentSubscriptionToAll('unbounded', settings, {
    filter: streamNameFilter({ prefixes: ['unbounded-'] }),
  })
  const seen: AllStreamResolvedEvent[] = []
  const subscription = client.subscribeToPersistentSubscriptionToAll('unbounded')
  subscription.on('data', resolved => {
    seen.push(resolved)
    subscription.ack(resolved).catch(() => undefined)
  })
  await client.appendToStream('unbounded-work', events(5))
  await until('all five', () => seen.length === 5)
  // Two looks of the group at the clock.
  await sleep(2200)
  const checkpoints = await ids(client, '$persistentsubscription-$all::unbounded-checkpoint')
  assert.ok(checkpoints.length > 0)
  assert.ok(checkpoints.length < 20, `${checkpoints.length} checkpoints`)
  await subscription.unsubscribe()
})

test('of a stream that was deleted or ended a group hands out nothing, and is live', async () => {
  for (const end of ['tombstone', 'delete'] as const) {
    const stream = `${end}d`
    await client.appendToStream(stream, events(3))
    const settings = persistentSubscriptionToStreamSettingsFromDefaults({ startFrom: START })
    await client.createPersistentSubscriptionToStream(stream, 'group', settings)
    if (end === 'delete') await client.deleteStream(stream)
    else await client.tombstoneStream(stream)
    const seen: unknown[] = []
    const subscription = client.subscribeToPersistentSubscriptionToStream(stream, 'group')
    subscription.on('data', ({ event }) => seen.push(event?.revision))
    const info = () => client.getPersistentSubscriptionToStreamInfo(stream, 'group')
    await until(
      'it to be live',
      async () => (await info()).connections.length === 1 && (await info()).status === 'Live',
    )
    if (end === 'delete') {
      await client.appendToStream(stream, events(1))
      await until('what was appended since', () => seen.length > 0)
    }
    assert.is((await info()).stats.totalItems, BigInt(seen.length))
    assert.equal(seen, end === 'delete' ? [3n] : [])
    await subscription.unsubscribe()
  }
})

test('a message that came through a link comes again as the event it leads to when it was parked', async () => {
  await client.appendToStream('linked', events(1))
  await client.appendToStream('links', binaryEvent({ type: '$>', data: Buffer.from('0@linked') }))
  const settings = persistentSubscriptionToStreamSettingsFromDefaults({ startFrom: START, resolveLinkTos: true })
  await client.createPersistentSubscriptionToStream('links', 'group', settings)
  const seen: string[] = []
  const subscription = client.subscribeToPersistentSubscriptionToStream('links', 'group')
  subscription.on('data', resolved => {
    seen.push(`${resolved.event?.revision}@${resolved.event?.streamId} through ${resolved.link?.streamId}`)
    const parking = seen.length <= 2
    void (parking ? subscription.nack('park', 'later', resolved) : subscription.ack(resolved))
  })
  const parked = async () =>
    (await client.getPersistentSubscriptionToStreamInfo('links', 'group')).stats.parkedMessageCount
  for (const times of [1, 2]) {
    await until('it to be parked', async () => seen.length === times && (await parked()) === 1n)
    await client.replayParkedMessagesToStream('links', 'group')
  }
  await until('it again', () => seen.length === 3)
  const again = '0@linked through $persistentsubscription-links::group-parked'
  assert.equal(seen, ['0@linked through links', again, again])
  await subscription.unsubscribe()
})

test('a replay ends where it was told to, and what an operator truncated is not parked any more', async () => {
  await client.appendToStream('parked', events(600))
  const settings = persistentSubscriptionToStreamSettingsFromDefaults({ startFrom: START })
  await client.createPersistentSubscriptionToStream('parked', 'group', settings)
  const parked = async () =>
    (await client.getPersistentSubscriptionToStreamInfo('parked', 'group')).stats.parkedMessageCount
  const again: number[] = []
  const subscription = client.subscribeToPersistentSubscriptionToStream('parked', 'group', { bufferSize: 50 })
  subscription.on('data', resolved => {
    if (resolved.link !== undefined) again.push(Number(resolved.event?.revision))
    void (resolved.link === undefined ? subscription.nack('park', 'later', resolved) : subscription.ack(resolved))
  })
  await until('all to be parked', async () => (await parked()) === 600n)
  await client.replayParkedMessagesToStream('parked', 'group', { stopAt: 2 })
  await until('two', async () => again.length === 2 && (await parked()) === 598n)
  await client.setStreamMetadata('$persistentsubscription-parked::group-parked', { truncateBefore: 20 })
  assert.is(await parked(), 580n)
  // Twice at once: each comes once.
  await Promise.all([1, 2].map(() => client.replayParkedMessagesToStream('parked', 'group')))
  await until('the rest', async () => again.length >= 582 && (await parked()) === 0n)
  assert.equal(
    again,
    Array.from({ length: 600 }, (_, i) => i).filter(i => i < 2 || i >= 20),
  )
  await subscription.unsubscribe()
})

test('a group that is updated or restarted keeps its filter and its place, and drops its consumers', async () => {
  const settings = persistentSubscriptionToAllSettingsFromDefaults({ startFrom: END })
  const filter = streamNameFilter({ prefixes: ['kept-'] })
  await client.createPersistentSubscriptionToAll('kept', settings, { filter })
  await client.appendToStream('kept-work', event('first'))
  await client.appendToStream('other-work', event('other'))
  const changes = [
    () => client.updatePersistentSubscriptionToAll('kept', { ...settings, maxRetryCount: 3 }),
    () => client.restartPersistentSubscriptionSubsystem(),
  ]
  for (const change of [...changes, undefined]) {
    const seen: unknown[] = []
    const subscription = client.subscribeToPersistentSubscriptionToAll('kept')
    const dropped = new Promise(resolve => subscription.on('error', error => resolve('type' in error && error.type)))
    subscription.on('data', resolved => seen.push(resolved.event?.streamId))
    await until('the event', () => seen.length > 0)
    assert.equal(seen, ['kept-work'])
    if (change === undefined) await subscription.unsubscribe()
    else {
      await change()
      assert.is(await dropped, 'persistent-subscription-dropped')
    }
  }
})

test.run()
