import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServerDuplexStream } from '@grpc/grpc-js'
import * as assert from 'uvu/assert'
import { Consumer } from '../../../src/embedded/eventstore/persistent/consumer.ts'
import { Group } from '../../../src/embedded/eventstore/persistent/group.ts'
import type { ConsumerRequest } from '../../../src/embedded/eventstore/persistent/read-request.ts'
import type { GroupSettings } from '../../../src/embedded/eventstore/persistent/settings.ts'
import { Refusal } from '../../../src/embedded/eventstore/protocol/errors.ts'
import { Outlet } from '../../../src/embedded/eventstore/protocol/outlet.ts'
import { openStore } from '../../../src/embedded/eventstore/store/store.ts'
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

function open(name: string, settings: Partial<GroupSettings> = {}): Group {
  return new Group({ source: 'many', group: name }, { ...SETTINGS, ...settings }, undefined, -1, store)
}

const over = new Refusal(1, 'over')

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
  const [first, second, third] = events.map(({ id }) => id)
  const received: (string | undefined)[] = []
  consumer.deliver = message => {
    consumer.inFlight++
    received.push(message.resolved.event?.id)
  }
  group.nack(consumer, [first!, second!, third!], 'retry', 'again')
  assert.equal(received, [first, second, third])
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
  const ids = events.slice(0, 1000).map(({ id }) => id)
  group.nack(consumer, ids, 'park', 'later')
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
