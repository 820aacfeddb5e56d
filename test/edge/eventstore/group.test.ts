import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServerDuplexStream } from '@grpc/grpc-js'
import * as assert from 'uvu/assert'
import { Consumer } from '#embedded/eventstore/persistent/consumer.ts'
import { Group } from '#embedded/eventstore/persistent/group.ts'
import type { ConsumerRequest } from '#embedded/eventstore/persistent/read-request.ts'
import type { GroupSettings } from '#embedded/eventstore/persistent/settings.ts'
import { Refusal } from '#embedded/eventstore/protocol/errors.ts'
import { Outlet } from '#embedded/eventstore/protocol/outlet.ts'
import { type EventStore, openStore } from '#embedded/eventstore/store/store.ts'
import { suite } from '../../harness/suite.ts'
import { until } from './harness.ts'

/** A group of the embedded node, where a test through the client would take long. */

const test = suite('event store group')

/** More than a JavaScript call has room for arguments. */
const MANY = 130_000

const SETTINGS: GroupSettings = {
  resolveLinks: false,
  extraStatistics: false,
  messageTimeoutMs: 3_600_000,
  maxRetryCount: 10,
  checkpointAfterMs: 3_600_000,
  minCheckpointCount: MANY,
  maxCheckpointCount: MANY,
  maxSubscriberCount: 0,
  liveBufferSize: 500,
  readBatchSize: 10_000,
  historyBufferSize: 20_000,
  strategy: 'RoundRobin',
  startFrom: 'start',
}

const dataDir = mkdtempSync(join(tmpdir(), 'eventstore-test-'))
const store = await openStore(dataDir, error => assert.unreachable(String(error)))
const data = Buffer.alloc(0)
const events = Array.from({ length: MANY }, () => ({
  id: randomUUID(),
  type: 'Happened',
  contentType: 'application/json',
  metadata: data,
  data,
}))
await store.writer.write({ kind: 'append', stream: 'many', expected: 'any', events })

test.after(() => {
  store.close()
  rmSync(dataDir, { recursive: true, force: true })
})

function open(name: string, settings: Partial<GroupSettings> = {}, on: EventStore = store): Group {
  return new Group({ source: 'many', group: name }, { ...SETTINGS, ...settings }, undefined, -1, on)
}

/** A group on `$all`, of what is in streams with this prefix. */
function openOnAll(prefix: string, settings: Partial<GroupSettings> = {}): Group {
  const filter = { filter: { on: 'stream', prefixes: [prefix], regex: undefined }, checkpointEvery: 1 } as const
  return new Group({ source: '$all', group: prefix }, { ...SETTINGS, ...settings }, filter, -1, store)
}

const over = new Refusal(1, 'over')

const ids = events.map(({ id }) => id)

/** A consumer that takes what it is sent, or that does not read, and answers nothing. */
function consumerOf(bufferSize: number, reads = true): { consumer: Consumer; sent(): number } {
  let sent = 0
  const call = Object.assign(new EventEmitter(), {
    writableLength: 0,
    write: () => {
      sent++
      if (!reads) call.writableLength++
      return reads
    },
    getPeer: () => '',
    metadata: { get: () => [] },
  })
  const served = call as unknown as ServerDuplexStream<ConsumerRequest, Buffer>
  return { consumer: new Consumer(served, new Outlet(served), bufferSize, 'string', 'anonymous'), sent: () => sent }
}

/** Ids of what a consumer is handed from now on. */
function receivedBy(consumer: Consumer): (string | undefined)[] {
  const received: (string | undefined)[] = []
  consumer.deliver = message => {
    consumer.inFlight++
    received.push(message.resolved.event?.id)
  }
  return received
}

test('a checkpoint stays below what is not answered, and the next life of the group begins there', async () => {
  const settings = { maxCheckpointCount: 3, readBatchSize: 20 }
  const first = open('lives', settings)
  const { consumer } = consumerOf(10)
  first.join(consumer)
  await until('ten', () => first.state.inFlight === 10)
  first.ack(consumer, [ids[0]!, ids[1]!, ids[2]!])
  await until('a checkpoint', () => first.state.checkpoint !== '')
  assert.is(first.state.checkpoint, '2')
  first.ack(consumer, ids.slice(4, 10))
  await until('ten more', () => first.state.inFlight === 10)
  first.nack(consumer, [ids[10]!], 'park', 'later')
  await until('it to be parked', () => first.state.parked === 1)
  first.close(over)
  const second = open('lives', settings)
  assert.is(second.state.checkpoint, '2')
  const heir = consumerOf(10).consumer
  const received = receivedBy(heir)
  second.join(heir)
  await until('ten again', () => second.state.inFlight === 10)
  assert.equal(received, ids.slice(3, 13))
  second.close(over)
})

test('a checkpoint is written about few events, too, once they are old enough', async () => {
  const group = open('few', { checkpointAfterMs: 0, minCheckpointCount: 1 })
  const { consumer } = consumerOf(2)
  group.join(consumer)
  await until('two', () => group.state.inFlight === 2)
  group.ack(consumer, [ids[0]!])
  await until('a checkpoint', () => group.state.checkpoint === '0')
  group.close(over)
})

test('a group whose filter lets nothing through writes checkpoints all the same', async () => {
  const group = openOnAll('nothing-', { maxCheckpointCount: 1000 })
  group.join(consumerOf(1).consumer)
  await until('a checkpoint', () => group.state.checkpoint !== '')
  group.close(over)
})

test('of two events with one id the second is handed out when the first is answered', async () => {
  const [event] = events
  for (const stream of ['same-1', 'same-2'])
    await store.writer.write({ kind: 'append', stream, expected: 'any', events: [event!] })
  const group = openOnAll('same-')
  const { consumer } = consumerOf(10)
  const received = receivedBy(consumer)
  group.join(consumer)
  await until('both to be read', () => group.state.outstanding === 2)
  assert.equal(received, [event!.id])
  group.ack(consumer, [event!.id])
  assert.equal(received, [event!.id, event!.id])
  group.close(over)
})

test('a message that can not be parked comes again', async () => {
  const writer = { write: () => Promise.reject(new Error('the disk is full')) }
  const group = open('full', {}, { ...store, writer } as unknown as EventStore)
  const { consumer } = consumerOf(1)
  const received = receivedBy(consumer)
  group.join(consumer)
  await until('the first', () => received.length === 1)
  const { outstanding } = group.state
  group.nack(consumer, [ids[0]!], 'park', 'later')
  assert.is(group.state.outstanding, outstanding)
  await until('it to wait', () => group.state.retries === 1)
  group.ack(consumer, [ids[1]!])
  assert.equal(received, [ids[0], ids[1], ids[0]])
  group.close(over)
})

test('of a replay that breaks off, what is not answered is still parked', async () => {
  const first = open('broken-off')
  const { consumer } = consumerOf(3)
  first.join(consumer)
  await until('three', () => first.state.inFlight === 3)
  first.nack(consumer, ids.slice(0, 3), 'park', 'later')
  await until('them to be parked', () => first.state.parked === 3)
  first.leave(consumer)
  first.replayParked(undefined)
  const heir = consumerOf(6).consumer
  const answers: string[] = []
  heir.deliver = message => {
    heir.inFlight++
    if (message.parkedAt !== undefined) answers.push(message.id)
  }
  first.join(heir)
  await until('the replayed ones', () => answers.length === 3)
  first.ack(heir, [answers[0]!, answers[2]!])
  await until(
    'it to be on disk',
    () => store.streams.get('$$$persistentsubscription-many::broken-off-parked').lastRevision >= 0,
  )
  first.close(over)
  const second = open('broken-off')
  assert.is(second.state.parked, 2)
  second.close(over)
})

test('a consumer that leaves far more than a hundred thousand unanswered takes nobody with it', async () => {
  const group = open('left')
  const { consumer } = consumerOf(2 * MANY)
  const took = async (what: string): Promise<number> => {
    const started = performance.now()
    await until(what, () => group.state.inFlight === MANY, 60_000)
    return performance.now() - started
  }
  group.join(consumer)
  const reading = await took('all to be handed out')
  group.leave(consumer)
  assert.is(group.state.retries, MANY)
  const heir = consumerOf(2 * MANY).consumer
  group.join(heir)
  const again = await took('all to be handed out again')
  // These are in memory: to take longer than reading them is to look at all of them for each.
  assert.ok(again < 1.5 * reading, `${Math.round(again)} ms after ${Math.round(reading)} ms`)
  group.close(over)
})

test('while much is handed out others have their turns', async () => {
  const group = open('turns', { readBatchSize: 20 })
  group.join(consumerOf(MANY).consumer)
  await new Promise(setImmediate)
  const { inFlight } = group.state
  assert.ok(inFlight > 0 && inFlight < MANY, `${inFlight} in one turn`)
  await until('the rest', () => group.state.inFlight === MANY, 60_000)
  group.close(over)
})

test('messages come again in the order they had', async () => {
  const group = open('order')
  const { consumer } = consumerOf(3)
  const held = () => group.state.inFlight === 3
  group.join(consumer)
  await until('three', held)
  const received = receivedBy(consumer)
  group.nack(consumer, ids.slice(0, 3), 'retry', 'again')
  assert.equal(received, ids.slice(0, 3))
  group.close(over)
})

test('a consumer that does not read is not sent more than its buffer, whatever times out', async () => {
  const group = open('stuck', { messageTimeoutMs: 0, maxRetryCount: 0 })
  const { consumer, sent } = consumerOf(10, false)
  group.join(consumer)
  await until('its buffer to be full', () => sent() === 10)
  await until('them to time out', () => group.state.parked === 10)
  await new Promise(setImmediate)
  assert.is(sent(), 10)
  group.close(over)
})

test('a replay that nobody reads takes nothing into memory, and what is parked stays so', async () => {
  const group = open('replay')
  const { consumer } = consumerOf(1000)
  group.join(consumer)
  await until('a thousand', () => group.state.inFlight === 1000)
  group.nack(consumer, ids.slice(0, 1000), 'park', 'later')
  await until('them to be parked', () => group.state.parked === 1000)
  group.leave(consumer)
  const { retries } = group.state
  group.replayParked(undefined)
  await new Promise(setImmediate)
  assert.is(group.state.retries, retries)
  assert.is(group.state.parked, 1000)
  group.close(over)
})

test.run()
