import * as assert from 'uvu/assert'
import type { ConsumeOptions, EventStore } from '#edge/eventstore/event-store.ts'
import { startConsumer } from '#reactions/consumer.ts'
import { testLog } from '../harness/log.ts'
import { memoryStore } from '../harness/memory-store.ts'
import { suite } from '../harness/suite.ts'

const test = suite('reaction consumer')

const log = testLog()

/** A store whose subscription does what the test says. */
function scripted(...parked: number[]) {
  let options: ConsumeOptions | undefined
  const replayed: string[] = []
  const store: EventStore = {
    ...memoryStore(),
    consume: given => {
      options = given
      return new Promise(resolve => given.signal.addEventListener('abort', () => resolve()))
    },
    parkedCount: async () => parked.shift() ?? 0,
    replayParked: async group => void replayed.push(group),
  }
  return { store, replayed, says: (state: 'live' | 'reconnecting') => options?.onState?.(state) }
}
const handle = async () => {}

test('says whether its subscription is live', async () => {
  const { store, says } = scripted(0)
  const consumer = startConsumer({ store, log }, { group: 'g', prefixes: ['refund-'], handle })
  assert.is(consumer.isLive(), false)
  says('live')
  assert.is(consumer.isLive(), true)
  says('reconnecting')
  assert.is(consumer.isLive(), false)
  await consumer.stop()
})

test('parked events are counted and tried again when the subscription is live', async () => {
  const { store, replayed, says } = scripted(3)
  const consumer = startConsumer({ store, log }, { group: 'g', prefixes: ['refund-'], handle })
  says('live')
  await new Promise(resolve => setImmediate(resolve))
  assert.is(consumer.parked(), 3)
  assert.equal(replayed, ['g'])
  await consumer.stop()
})

test('events that are being tried again stay in sight until that had time to succeed', async () => {
  const { store, replayed, says } = scripted(3)
  const consumer = startConsumer({ store, log }, { group: 'g', prefixes: ['refund-'], handle })
  const shown: number[] = []
  for (let look = 0; look < 7; look += 1) {
    says('live')
    await new Promise(resolve => setImmediate(resolve))
    shown.push(consumer.parked())
  }
  assert.equal(shown, [3, 3, 3, 3, 3, 3, 0])
  assert.is(replayed.length, 1)
  await consumer.stop()
})

test('with nothing parked nothing is tried again', async () => {
  const { store, replayed, says } = scripted(0)
  const consumer = startConsumer({ store, log }, { group: 'g', prefixes: ['refund-'], handle })
  says('live')
  await new Promise(resolve => setImmediate(resolve))
  assert.equal(replayed, [])
  await consumer.stop()
})

test.run()
