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

test('a consumer that leaves far more than a hundred thousand unanswered takes nobody with it', async () => {
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
  const group = new Group({ source: 'many', group: 'group' }, SETTINGS, undefined, -1, store)
  const call = Object.assign(new EventEmitter(), {
    write: () => true,
    getPeer: () => '',
    metadata: { get: () => [] },
  })
  const served = call as unknown as ServerDuplexStream<ConsumerRequest, Buffer>
  const consumer = new Consumer(served, new Outlet(served), 2 * MANY, 'string', 'anonymous')
  group.join(consumer)
  await until('all to be handed out', () => group.state.inFlight === MANY, 60_000)
  group.leave(consumer)
  assert.is(group.state.retries, MANY)
  group.close(new Refusal(1, 'over'))
  store.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test.run()
