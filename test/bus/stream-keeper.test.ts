import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { connect, StorageType } from 'nats'
import { Registry } from 'prom-client'
import * as assert from 'uvu/assert'
import { addReader, removeReader, unreadBy } from '#bus/outbound/readers.ts'
import { pause, resume } from '#bus/paused.ts'
import { startStreamKeeper } from '#bus/stream-keeper.ts'
import { DEAD_STREAM, deadStream, INBOUND_STREAM, OUTBOUND_STREAM, OUTBOUND_SUBJECT } from '#bus/streams.ts'
import type { Config } from '#config/config.ts'
import { connectNats } from '#edge/nats/connect.ts'
import { client, until } from '../harness/client.ts'
import { natsServerVersion, startNatsServer } from '../harness/nats-server.ts'
import { startTestService } from '../harness/service.ts'
import { suite } from '../harness/suite.ts'

const test = suite('streams of the bus')
const folder = mkdtempSync(join(tmpdir(), 'streams-'))
const server = await startNatsServer({ jetStreamIn: folder })
const service = await startTestService({ NATS_URL: server.url, BUS: 'in,out' })
const other = await connect({ servers: server.url, maxReconnectAttempts: -1 })
const manager = await other.jetstreamManager()
const nats = connectNats(server.access, 'test')
await until(async () => nats.isLive(), Boolean)
test.after(async () => {
  await other.close()
  await nats.close()
  await service.end()
  await server.stop()
  rmSync(folder, { recursive: true })
})

const busPart = async () => (await client(service.url).get('/health/ready')).body.parts.bus
const ALL = [DEAD_STREAM, INBOUND_STREAM, OUTBOUND_STREAM]
const ofBus = (names: string[]) => names.filter(name => name.startsWith('SECURITY_')).sort()
const names = async () => ofBus(await manager.streams.names().next())
/** While a stream is missing there is one each second. */
const SEVERAL_LOOKS_MS = 1_500
const HOUR_MS = 3_600_000
const HOUR_NS = HOUR_MS * 1_000_000

/** A process beside the service, with its own health and metrics. */
function keeper(changes: Partial<Config>, of = service.service, connection = nats) {
  const metrics = new Registry()
  const config = { ...of.config, ...changes }
  const running = startStreamKeeper({ ...of, metrics, nats: connection, config })
  const series = async (name: string) =>
    (await metrics.getMetricsAsJSON()).find(metric => metric.name === name)?.values ?? []
  return { ...running, series }
}

test('are made, and again when the storage of NATS is lost', async () => {
  const isUp = (part?: { state: string }) => part?.state === 'up'
  await until(busPart, isUp)
  assert.equal(await names(), ALL)
  await server.stop()
  await until(busPart, part => part.state === 'down')
  rmSync(folder, { recursive: true })
  await server.startAgain()
  await until(busPart, isUp, 20_000)
  // The test's own connection may come back later.
  await until(
    () => names().catch(() => []),
    found => found.join() === ALL.join(),
  )
})

/** A broker, and stores without a bus, for keepers that compete with no other. */
async function ownParts() {
  const own = mkdtempSync(join(tmpdir(), 'streams-'))
  const bus = await startNatsServer({ jetStreamIn: own })
  const stores = await startTestService()
  const connection = connectNats(bus.access, 'test')
  await until(async () => connection.isLive(), Boolean)
  return {
    streams: (await connection.live().jetstreamManager()).streams,
    jetstream: connection.live().jetstream(),
    db: stores.service.db,
    keeper: (changes: Partial<Config>, now = stores.service.now) =>
      keeper(changes, { ...stores.service, now }, connection),
    async end() {
      await connection.close()
      await stores.end()
      await bus.stop()
      rmSync(own, { recursive: true })
    },
  }
}

test("a reader's consumer that was deleted is made again, and its lag is a metric", async () => {
  await addReader(service.service.db, manager, 'warehouse')
  await other.jetstream().publish(`${OUTBOUND_SUBJECT}.someone.refund.created`, '{}')
  assert.is(await manager.consumers.delete(OUTBOUND_STREAM, 'warehouse'), true)
  const isThere = async () => (await unreadBy(manager, 'warehouse')) !== null
  assert.is(await isThere(), false)
  await until(isThere, Boolean, 30_000)
  const { state } = await manager.streams.info(OUTBOUND_STREAM)
  const { series, stop } = keeper({ BUS: ['in', 'out'] })
  const unread = await until(
    () => series('bus_out_unread_messages'),
    ({ length }) => length > 0,
    30_000,
  )
  assert.equal(
    unread.map(({ labels, value }) => [labels.reader, value]),
    [['warehouse', state.messages]],
  )
  await stop()
  assert.is(await removeReader(service.service.db, manager, 'warehouse'), true)
})

test('have the limits of the process that leads, until another one leads', async () => {
  const { streams, keeper, end } = await ownParts()
  const hours = async () => (await streams.info(OUTBOUND_STREAM)).config.max_age / HOUR_NS
  const isUp = ({ state }: { state: string }) => state === 'up'
  const leader = keeper({ BUS: ['out'], BUS_OUT_HOURS: 5 })
  await until(async () => leader.health(), isUp)
  const standby = keeper({ BUS: ['out'], BUS_OUT_HOURS: 6 })
  try {
    await until(async () => standby.health(), isUp)
    await delay(SEVERAL_LOOKS_MS)
    assert.is(await hours(), 5)
    await leader.stop()
    await until(hours, now => now === 6)
  } finally {
    await leader.stop()
    await standby.stop()
    await end()
  }
})

test('that another one made for another purpose are named, left alone and not used', async () => {
  const own = mkdtempSync(join(tmpdir(), 'streams-'))
  const bus = await startNatsServer({ jetStreamIn: own })
  const line = await connect({ servers: bus.url })
  const streams = (await line.jetstreamManager()).streams
  await streams.add({ name: INBOUND_STREAM, subjects: ['security.in.*.transaction'] })
  const another = await startTestService({ NATS_URL: bus.url, BUS: 'in' })
  const part = async () => (await client(another.url).get('/health/ready')).body
  try {
    const { status, parts } = await until(
      part,
      ({ status, parts }) => status === 'ready' && parts.bus?.note?.endsWith('it is not used'),
    )
    const note =
      'the stream SECURITY_IN of NATS has other subjects, retention, discard than this service needs: it is not used'
    assert.equal([status, parts.bus.state, parts.bus.note], ['ready', 'degraded', note])
    assert.equal((await streams.info(INBOUND_STREAM)).config.subjects, ['security.in.*.transaction'])
    assert.equal(ofBus(await streams.names().next()), [DEAD_STREAM, INBOUND_STREAM])
  } finally {
    await line.close()
    await another.end()
    await bus.stop()
    rmSync(own, { recursive: true })
  }
})

test('in another storage are named and not used', async () => {
  const { streams, keeper, end } = await ownParts()
  await streams.add({ ...deadStream(service.service.config), storage: StorageType.Memory })
  const process = keeper({ BUS: ['in'] })
  try {
    await until(
      async () => process.health(),
      ({ note }) =>
        note === 'the stream SECURITY_DEAD of NATS has other storage than this service needs: it is not used',
    )
    assert.equal([process.isUsable(INBOUND_STREAM), process.isUsable(DEAD_STREAM)], [true, false])
  } finally {
    await process.stop()
    await end()
  }
})

test('with more than one replica need NATS 2.11', async () => {
  const process = keeper({ NATS_REPLICAS: 3 })
  const [, minor] = natsServerVersion()
  try {
    if (minor >= 11) {
      await until(
        async () => process.isUsable(OUTBOUND_STREAM),
        isUsable => isUsable,
      )
      assert.not.match(process.health().note ?? '', /is too old/)
      return
    }
    const { note } = await until(
      async () => process.health(),
      health => health.note !== undefined,
    )
    assert.match(note ?? '', /^NATS 2\.\d+\.\d+ is too old for NATS_REPLICAS=3, which needs 2\.11$/)
    assert.ok(process.isUsable(OUTBOUND_STREAM))
  } finally {
    await process.stop()
  }
})

test('show how near their limits are, and the clients whose messages wait', async () => {
  const publish = (client_id: string, kind: string) =>
    other.jetstream().publish(`security.in.${client_id}.${kind}`, '{}')
  await publish('clt_a', 'transaction')
  await publish('clt_a', 'fraud.outcome')
  for (let n = 0; n < 30; n++) await publish(`clt_${n}`, 'user')
  await publish('*no*client*', 'user')
  await other.jetstream().publish('security.dead.clt_a.1-1.user', '{}')
  const process = keeper({ BUS_IN_WAITING: 1 })
  try {
    const health = await until(
      async () => process.health(),
      ({ note }) => note !== undefined,
    )
    assert.match(
      health.note ?? '',
      /^as many messages wait as BUS_IN_WAITING allows, or nearly, of \w+, \w+, \w+; 1 refused messages, see `npm run bus -- dead list`$/,
    )
    assert.ok(health.lag_ms! >= 0)
    const waiting = await process.series('bus_in_waiting_messages')
    assert.is(waiting.length, 21)
    const of = (client_id: string) => waiting.find(({ labels }) => labels.client_id === client_id)?.value
    assert.equal([of('clt_a'), of('_others')], [2, 12])
    const [bytes] = await process.series('bus_stream_bytes')
    assert.ok(bytes!.value > 0)
    assert.ok((await process.series('bus_in_oldest_waiting_seconds'))[0]!.value > 0)
  } finally {
    await process.stop()
  }
})

test('that are paused are named in health, and the pause does not count as waiting', async () => {
  const { db, jetstream, keeper, end } = await ownParts()
  let hoursLater = 0
  await pause(db, 'in')
  const process = keeper({ BUS: ['in'] }, () => new Date(Date.now() + hoursLater * HOUR_MS))
  const age = async () => (await process.series('bus_in_oldest_waiting_seconds'))[0]!.value
  const paused = async () => (await process.series('bus_in_paused'))[0]!.value
  const isNamed = ({ note }: { note?: string | undefined }) => /taking messages is paused/.test(note ?? '')
  try {
    await until(async () => process.isUsable(INBOUND_STREAM), Boolean)
    await jetstream.publish('security.in.clt_paused.user', '{}')
    hoursLater = 1
    await until(async () => process.health(), isNamed, 30_000)
    assert.is(await paused(), 1)
    await until(age, seconds => seconds > 0 && seconds < 30, 30_000)
    assert.not.match(process.health().note ?? '', /wait for more than a minute/)
    await resume(db, 'in')
    await until(
      async () => process.health(),
      health => !isNamed(health),
      30_000,
    )
    assert.is(await paused(), 0)
    // What is not taken after the pause waits.
    hoursLater = 2
    assert.ok((await age()) > 60)
    assert.match(process.health().note ?? '', /wait for more than a minute/)
  } finally {
    await process.stop()
    await end()
  }
})

test.run()
