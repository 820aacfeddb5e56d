import { status } from '@grpc/grpc-js'
import * as assert from 'uvu/assert'
import type { EventStore } from '#event-sourcing/event-store.ts'
import { StoreUnavailable } from '#event-sourcing/store-errors.ts'
import { verifyLog } from '#modules/audit/checkpoints/verify-log.ts'
import { laggingNode } from '../../edge/eventstore/lagging-node.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('a proof that is read from a node that lags')
const node = await laggingNode()
const { store, streams, each } = node
const all = streams.length * each
test.after(node.stop)

async function* noCheckpoint() {}
const prove = (of: Pick<EventStore, 'subscribe' | 'end'>) =>
  verifyLog({
    store: of,
    checkpoints: noCheckpoint(),
    recordedEvents: async () => [],
    families: [],
    signal: new AbortController().signal,
  })

test('continues where the rest is: no end is reported as cut off, nor whole', async () => {
  let isBack: Promise<void> | undefined
  const { events, problems } = await prove({
    end: store.end,
    subscribe: options =>
      store.subscribe({
        ...options,
        async handle(batch) {
          await options.handle(batch)
          if (isBack === undefined) ({ isBack } = await node.lag())
        },
      }),
  })
  await isBack
  assert.equal([events, problems], [all, []])
})

test('waits for a store that is away when it begins', async () => {
  let asked = 0
  async function end() {
    asked += 1
    if (asked === 1) throw new StoreUnavailable('reading its end', new Error('no answer'))
    return store.end()
  }
  assert.is((await prove({ ...store, end })).events, all)
  assert.is(asked, 2)
})

test('reads a store that cannot return its end: the damaged event is named', async () => {
  const damaged = Object.assign(new Error('the event at position 7 is damaged'), { code: status.DATA_LOSS })
  const end = () => Promise.reject(new StoreUnavailable('reading its end', damaged))
  assert.is((await prove({ ...store, end })).events, all)
})

test.run()
