import { randomUUID } from 'node:crypto'
import { constants } from 'node:http2'
import * as assert from 'uvu/assert'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { gateway } from '../../harness/gateway.ts'
import { suite } from '../../harness/suite.ts'
import { newEvent, startTestNode, until } from './harness.ts'

/** What a proxy that knows calls does to one of them while the others on the same connection go on. */
const test = suite('event store behind a gateway')
const node = await startTestNode()
const way = await gateway(Number(new URL(node.url).port))
const near = connectEventStore(node.url)
const far = connectEventStore(`esdb://127.0.0.1:${way.port}?tls=false`)
const READ = 'Streams/Read'

test.after(async () => {
  await far.close()
  await near.close()
  way.close()
  await node.dispose()
})

function following(silentMsMax?: number) {
  const ending = new AbortController()
  const came: string[] = []
  const states: string[] = []
  const outcome = far.subscribe({
    prefixes: ['a-'],
    from: null,
    signal: ending.signal,
    ...(silentMsMax === undefined ? {} : { idleMsMax: silentMsMax }),
    handle: async ({ events }) => void came.push(...events.map(({ id }) => id)),
    onState: state => void states.push(state),
    onCaughtUp: () => void states.push('caught up'),
  })
  return {
    came,
    states,
    async stop() {
      ending.abort()
      await outcome
    },
  }
}

async function append(count: number): Promise<string[]> {
  const events = Array.from({ length: count }, () => newEvent())
  await near.append(`a-${randomUUID()}`, 'no_stream', events)
  return events.map(({ id }) => id)
}

test('a catch-up that is reset or gets GOAWAY repeatedly has every event once and in order', async () => {
  const ids: string[] = []
  for (let n = 0; n < 60; n += 1) ids.push(...(await append(100)))
  const { came, stop } = following()
  for (let n = 0; came.length < ids.length; n += 1) {
    const before = came.length
    await until('more', () => came.length > before || came.length === ids.length)
    if (n % 2 === 0) way.goAway()
    else way.reset(READ, constants.NGHTTP2_INTERNAL_ERROR)
  }
  assert.equal(came, ids)
  await stop()
})

test('a subscription that the server forgets starts again at the first missing event', async () => {
  const { came, states, stop } = following(2_000)
  await until('it has caught up', () => states.includes('caught up'))
  assert.is(way.calls(READ), 1)
  way.forget(READ)
  const ids = await append(3)
  await until('what came then', () => came.slice(-3).join() === ids.join())
  assert.not(states.includes('reconnecting'))
  await stop()
})

test.run()
