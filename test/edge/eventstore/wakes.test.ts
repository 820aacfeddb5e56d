import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { Outlet } from '#embedded/eventstore/protocol/outlet.ts'
import type { AllSource, ReadRequest } from '#embedded/eventstore/protocol/read-request.ts'
import { subscribeToAll } from '#embedded/eventstore/protocol/subscribe.ts'
import { openStore } from '#embedded/eventstore/store/store.ts'
import { suite } from '../../harness/suite.ts'
import { until } from './harness.ts'

const test = suite('event store wakes')

const CHECKPOINT_EVERY = 32
const store = await openStore(mkdtempSync(join(tmpdir(), 'eventstore-wakes-')), error => {
  throw error
})
test.after(() => store.close())

const append = (stream: string) =>
  store.writer.write({
    kind: 'append',
    stream,
    expected: 'any',
    events: [
      {
        id: randomUUID(),
        type: 'Happened',
        contentType: 'application/json',
        metadata: new Uint8Array(),
        data: Buffer.from('{}'),
      },
    ],
    deadline: Number.POSITIVE_INFINITY,
  })

test('a reader sleeps on while what is appended is not for it, until a checkpoint is due', async () => {
  let looks = 0
  const { allAfter } = store.log
  store.log.allAfter = (...given) => {
    looks += 1
    return allAfter.apply(store.log, given)
  }
  let messages = 0
  const call = Object.assign(new EventEmitter(), { write: () => ++messages > 0, end: () => undefined })
  const outlet = new Outlet(call as unknown as ConstructorParameters<typeof Outlet>[0])
  const source: AllSource = { stream: undefined, from: 'start' }
  const request: ReadRequest = {
    source,
    direction: 'forwards',
    resolveLinks: false,
    count: undefined,
    filter: { filter: { on: 'stream', prefixes: ['a-'], regex: undefined }, checkpointEvery: CHECKPOINT_EVERY },
    uuids: 'string',
  }
  const reading = outlet.run(() => subscribeToAll(store, request, source, outlet))
  // Confirmed and caught up.
  await until('the end', () => messages >= 2)
  const settled = async () => {
    await new Promise(setImmediate)
    await new Promise(setImmediate)
    return { looks, messages }
  }
  const before = await settled()
  for (let n = 0; n < CHECKPOINT_EVERY / 2; n += 1) await append('b-1')
  assert.equal(await settled(), before, 'not even looked')
  for (let n = 0; n < CHECKPOINT_EVERY / 2; n += 1) await append('b-1')
  const checkpointed = await settled()
  assert.is(checkpointed.messages, before.messages + 1, 'the checkpoint')
  await append('a-1')
  const told = await settled()
  assert.is(told.messages, checkpointed.messages + 1, 'the event')
  assert.is(told.looks, checkpointed.looks + 1, 'one look for it')
  call.emit('close')
  await reading
})

test.run()
