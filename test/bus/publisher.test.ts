import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { headers as createHeaders } from 'nats'
import * as assert from 'uvu/assert'
import { OutOfStep, publishInOrder } from '#bus/outbound/publisher.ts'
import { ensureStream, OUTBOUND_STREAM, outboundStream } from '#bus/streams.ts'
import { connectNats } from '#edge/nats/connect.ts'
import { readServiceConfig } from '#service-config.ts'
import { until } from '../harness/client.ts'
import { startNatsServer } from '../harness/nats-server.ts'
import { suite } from '../harness/suite.ts'

/** What a publisher names with each message keeps one that woke up late from writing. */
const test = suite('the publisher of events on the bus')
const WINDOW_MS = 100
const folder = mkdtempSync(join(tmpdir(), 'publisher-'))
const server = await startNatsServer({ jetStreamIn: folder })
const nats = connectNats(server.access, 'publisher')
const isLive = () => until(async () => nats.isLive(), Boolean)
const manager = () => nats.live().jetstreamManager()
const definition = {
  ...outboundStream(readServiceConfig({ NATS_URL: server.url, BUS: 'out' })),
  duplicate_window: WINDOW_MS * 1_000_000,
}
await isLive()

test.beforeEach(async () => {
  await (await manager()).streams.delete(OUTBOUND_STREAM).catch(() => undefined)
  await ensureStream(await manager(), definition)
})
test.after(async () => {
  await nats.close()
  await server.stop()
  rmSync(folder, { recursive: true })
})

const messages = (...ids: string[]) =>
  ids.map(id => ({
    ...{ subject: 'security.out.someone.refund.created', type: 'refund.created', payload: id, id },
    ...{ headers: createHeaders(), position: { commit: 1n, prepare: 1n } },
  }))
const START = { sequence: 0, id: undefined }

async function stored(): Promise<string[]> {
  const { streams } = await manager()
  const { first_seq, last_seq } = (await streams.info(OUTBOUND_STREAM)).state
  const sequences = Array.from({ length: last_seq - first_seq + 1 }, (_, index) => first_seq + index)
  return Promise.all(sequences.map(async seq => (await streams.getMessage(OUTBOUND_STREAM, { seq })).string()))
}

const refused = (before: { sequence: number; id: string | undefined }, ...ids: string[]) =>
  publishInOrder(nats, messages(...ids), before).then(
    () => null,
    (error: Error) => error,
  )

test('messages are there in order, and each names the one before it', async () => {
  assert.is(await publishInOrder(nats, messages('a', 'b', 'c'), START), 3)
  assert.is(await publishInOrder(nats, messages('d'), { sequence: 3, id: 'c' }), 4)
  assert.equal(await stored(), ['a', 'b', 'c', 'd'])
  assert.match((await refused({ sequence: 3, id: 'c' }, 'e', 'f'))?.message ?? '', /wrong last sequence/)
  assert.equal(await stored(), ['a', 'b', 'c', 'd'])
})

test('a publisher of an earlier stream writes nothing into one that was made again with as many', async () => {
  await publishInOrder(nats, messages('a', 'b', 'c'), START)
  await (await manager()).streams.delete(OUTBOUND_STREAM)
  await ensureStream(await manager(), definition)
  await publishInOrder(nats, messages('c', 'd', 'e'), START)
  await delay(2 * WINDOW_MS)
  assert.match((await refused({ sequence: 3, id: 'c' }, 'd', 'e', 'f'))?.message ?? '', /wrong last msg id/i)
  assert.equal(await stored(), ['c', 'd', 'e'])
})

test('it goes on after a broker that was started again and has forgotten the ids', async () => {
  await publishInOrder(nats, messages('a', 'b'), START)
  await delay(2 * WINDOW_MS)
  await server.startAgain()
  await until(async () => nats.isLive() && (await manager()) !== null, Boolean)
  assert.instance(await refused({ sequence: 1, id: 'a' }, 'b'), Error)
  assert.is(await publishInOrder(nats, messages('c', 'd'), { sequence: 2, id: 'b' }), 4)
  assert.equal(await stored(), ['a', 'b', 'c', 'd'])
})

test('after the first refusal nothing more is sent', async () => {
  let sent = 0
  const callback = () => {
    sent += 1
  }
  const counted = nats.live().subscribe('security.out.>', { callback })
  await nats.live().flush()
  const ids = Array.from({ length: 2_000 }, (_, index) => `id-${index}`)
  assert.match((await refused({ sequence: 7, id: undefined }, ...ids))?.message ?? '', /wrong last sequence/)
  await nats.live().flush()
  // As many as may be unacknowledged.
  assert.ok(sent > 0 && sent <= 256, `${sent} were sent`)
  counted.unsubscribe()
})

test('what the broker takes for a repetition is no success, and nothing after it is sent', async () => {
  const { streams } = await manager()
  await streams.update(OUTBOUND_STREAM, { ...definition, duplicate_window: 120_000_000_000 })
  await publishInOrder(nats, messages('a', 'b'), START)
  assert.instance(await refused({ sequence: 2, id: 'b' }, 'a', 'c'), OutOfStep)
  assert.equal(await stored(), ['a', 'b'])
})

test.run()
