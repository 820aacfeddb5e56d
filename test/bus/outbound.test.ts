import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { connect, headers as createHeaders } from 'nats'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { publishInOrder } from '#bus/outbound/publisher.ts'
import { OUTBOUND_STREAM } from '#bus/streams.ts'
import { reportExhausted } from '#commands/webhooks/report-exhausted.ts'
import { PLATFORM_CLIENT_ID } from '#domain/auth/platform.ts'
import { refundStreams } from '#domain/refunds/events.ts'
import { readLog } from '#edge/eventstore/read-log.ts'
import { connectNats } from '#edge/nats/connect.ts'
import { systemContext } from '#reactions/system-context.ts'
import type { Service } from '#service.ts'
import { createLeaderElection } from '#subscription/leader-election.ts'
import { type ParkedEvent, parkEvents } from '#subscription/parked-events.ts'
import { type Client, until } from '../harness/client.ts'
import { startCollector } from '../harness/collector.ts'
import { depth } from '../harness/depth.ts'
import { killableService } from '../harness/killable-service.ts'
import { testLog } from '../harness/log.ts'
import { startNatsServer } from '../harness/nats-server.ts'
import { repeatedProgram, runProgram } from '../harness/run-program.ts'
import { refundOf, transactionOf } from '../harness/samples.ts'
import { logInUnlimited } from '../harness/service.ts'
import type { SpawnedService } from '../harness/spawned-service.ts'
import { suite } from '../harness/suite.ts'
import { assertPublishedOnce, type Published, publishedOn } from './published.ts'

/**
 * Public events on the bus: each once, in order, over kills. DEPTH=full kills 30 times, and leaves the service away
 * once for longer than the broker remembers ids.
 */
const KILLS = depth(3, 30)
const AWAY_MS = depth(0, 130_000)
const REFUNDS_EACH = 20
const SETTLED_MS_MAX = 90_000

const test = suite('events on the bus')
const folder = mkdtempSync(join(tmpdir(), 'bus-out-'))
const nats = await startNatsServer({ jetStreamIn: folder })
await nats.stop()
const collector = await startCollector()
const service = killableService({
  ...{ NATS_URL: nats.url, BUS: 'out', SANDBOX_SPEED: '200' },
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
})
let running: SpawnedService
let admin: Client

async function refund(): Promise<string> {
  const transaction = transactionOf(10)
  await admin.post('/transactions', transaction)
  const { body } = await admin.requestRefund(refundOf(transaction, 10))
  return body.refund_id
}

const published = () => publishedOn(nats.url)
const assertAllOnce = () => assertPublishedOnce(nats.url, admin, SETTLED_MS_MAX)

const paid = (id: string) =>
  until(
    () => admin.get(`/refund/${id}`),
    ({ body }) => body.status === 'completed',
    SETTLED_MS_MAX,
  )

test('what happens while the broker is away at the first start is published once it is there', async () => {
  running = await service.start()
  admin = await logInUnlimited(running.url)
  const { body } = await until(
    () => admin.get('/health/ready'),
    answer => answer.body.status === 'ready',
    SETTLED_MS_MAX,
  )
  assert.is(body.parts.nats.state, 'down')
  await paid(await refund())
  await nats.startAgain()
  await assertAllOnce()
  const [first] = await published()
  const { body: me } = await admin.get('/api/auth/me')
  assert.is(first!.subject, `security.out.${me.client_id}.refund.created`)
  const record = (await admin.get(`/events/${first!.event.id}`)).body
  assert.equal(first!.event, record)
  const spans = await until(
    async () => collector.spans.filter(({ name }) => name === 'bus refund.created'),
    ({ length }) => length > 0,
  )
  assert.ok(spans.some(({ traceId, spanId }) => first!.traceparent === `00-${traceId}-${spanId}-01`))
})

test('a service that is killed while it publishes leaves no gap and doubles nothing', async () => {
  const ids: string[] = []
  for (let kill = 0; kill < KILLS; kill += 1) {
    const refunds = Array.from({ length: REFUNDS_EACH }, () => refund().catch(() => undefined))
    await delay(Math.random() * 1_500)
    running.child.kill('SIGKILL')
    await running.gone
    if (kill === KILLS - 2) await delay(AWAY_MS)
    for (const id of await Promise.all(refunds)) if (id !== undefined) ids.push(id)
    running = await service.start()
    admin = await logInUnlimited(running.url)
  }
  for (const id of ids) await paid(id)
  await assertAllOnce()
})

test('events about endpoints are published too, and test events are not', async () => {
  const { body } = await admin.post('/webhooks', { url: 'https://127.0.0.1/hook', events: ['fraud.*'] })
  const { webhook_id } = body
  assert.is((await admin.post(`/webhooks/${webhook_id}/test`, { event_type: 'refund.failed' })).status, 200)
  const data = { webhook_id, event_id: 'evt_1', event_type: 'refund.created', attempts: 8, error_code: null }
  await service.withStores(({ execute }) => {
    const context = systemContext(
      'test',
      PLATFORM_CLIENT_ID,
      { correlation_id: webhook_id, causation_id: null },
      new Date(),
    )
    return reportExhausted({ execute } as Service, context, { delivery_id: `dlv_${randomUUID()}`, data })
  })
  const types = await until(
    async () => (await published()).map(({ event }) => event.type),
    all => all.includes('webhook.delivery_exhausted'),
    SETTLED_MS_MAX,
  )
  assert.not(types.includes('refund.failed'))
  await assertAllOnce()
})

test('the broker is killed under load', async () => {
  const refunds = Array.from({ length: REFUNDS_EACH }, () => refund())
  await delay(300)
  await nats.startAgain()
  for (const id of await Promise.all(refunds)) await paid(id)
  await assertAllOnce()
})

test('a publisher that wakes up late writes nothing', async () => {
  const late = connectNats(nats.access, 'late')
  await until(async () => late.isLive(), Boolean)
  const before = await published()
  const messages = Array.from({ length: 300 }, (_, index) => ({
    ...{ subject: 'security.out.late.refund.created', type: 'refund.created', payload: '{}' },
    headers: createHeaders(),
    ...{ id: `late-${index}`, position: { commit: 1n, prepare: 1n } },
  }))
  const error = await publishInOrder(late, messages, { sequence: before.at(-2)!.sequence, id: undefined }).catch(
    reason => reason,
  )
  assert.instance(error, Error)
  assert.is((await published()).length, before.length)
  await late.close()
})

const BUS = 'src/programs/bus/main.ts'
const program = repeatedProgram(BUS)
const bus = (...args: string[]) => program.run(args, service.environment)
const typed = (...args: string[]) => runProgram(BUS, args, service.environment)

test('a paused bus publishes nothing, and everything after it resumed', async () => {
  assert.is((await typed('pause', 'out')).stdout.trim(), 'out: paused')
  const before = (await published()).length
  await paid(await refund())
  await delay(2_000)
  assert.is((await published()).length, before)
  assert.is((await typed('resume', 'out')).stdout.trim(), 'out: resumed')
  await assertAllOnce()
})

const retryParked = () =>
  runProgram('src/programs/set-aside.ts', ['retry', '--follower', 'bus-out'], service.environment)

/** Leaves the events of a refund parked, as if they could not be translated. */
async function parkEventsOf(refund_id: string): Promise<void> {
  await service.withStores(async ({ store, db }) => {
    const end = (await store.end())!
    const signal = AbortSignal.timeout(SETTLED_MS_MAX)
    const parked: ParkedEvent[] = []
    for await (const { events } of readLog(store, { prefixes: [refundStreams.prefix], to: end, signal }))
      for (const event of events)
        if (event.stream === refundStreams.stream(refund_id)) parked.push({ event, reason: 'not known then' })
    await db.transaction(async tx => {
      await parkEvents(tx, 'bus-out', parked)
      await tx.query(sql.unsafe`
        update ops.checkpoints set commit_position = ${String(end.commit)}::bigint,
          prepare_position = ${String(end.prepare)}::bigint, last_event = ${String(end.commit)}::bigint where name = 'bus-out'`)
    })
  })
}

test('a parked event is published late, once; the leader goes on after it, also when it is killed', async () => {
  await bus('pause', 'out')
  const parked = await refund()
  await paid(parked)
  await parkEventsOf(parked)
  await bus('resume', 'out')
  const next = await refund()
  await paid(next)
  const has = (id: string) => async () => (await published()).filter(({ event }) => event.data.refund_id === id)
  await until(has(next), ({ length }) => length === 3, SETTLED_MS_MAX)
  assert.is((await has(parked)()).length, 0)
  const { stdout } = await retryParked()
  assert.match(stdout, /^3 of 3 events taken$/m)
  await assertAllOnce()
  // The leader finds that another process published, and goes on.
  await paid(await refund())
  await assertAllOnce()
  assert.match((await retryParked()).stdout, /^0 of 0 events taken$/m)

  // A command that was killed after its publication and before its transaction.
  const [{ event: sent } = { event: null }] = await has(parked)()
  const { sequence } = (await published()).find(({ event }) => event.id === sent!.id)!
  await parkEventsOf(parked)
  await service.withStores(({ db }) =>
    db.transaction(async tx => {
      await tx.query(sql.unsafe`delete from ops.set_aside where revision > 0`)
      await tx.query(sql.unsafe`insert into ops.bus_late (event, sequence) values (${sent!.id}, ${sequence})`)
    }),
  )
  assert.match((await retryParked()).stdout, /^1 of 1 events taken$/m)
  running.child.kill('SIGKILL')
  await running.gone
  running = await service.start()
  admin = await logInUnlimited(running.url)
  await paid(await refund())
  await assertAllOnce()
})

test('one command at a time retries parked events', () =>
  service.withStores(async ({ db }) => {
    const leaders = createLeaderElection(db, testLog())
    await leaders.runAsLeader('set-aside-retry', AbortSignal.timeout(SETTLED_MS_MAX), async () => {
      const { status, stderr } = await retryParked()
      assert.is(status, 1)
      assert.match(stderr, /another command retries parked events/)
    })
    await leaders.stop()
    assert.is((await retryParked()).status, 0)
  }))

test('a reader pulls every event with its own consumer', async () => {
  assert.is((await bus('reader', 'list')).stdout.trim(), 'there are no readers')
  assert.is((await typed('reader', 'add', 'warehouse')).status, 0)
  const all = await published()
  assert.is((await bus('reader', 'list')).stdout.trim(), `warehouse  ${all.length} unread`)
  const connection = await connect({ servers: nats.url })
  const read: string[] = []
  for await (const message of connection
    .jetstream()
    .fetch(OUTBOUND_STREAM, 'warehouse', { batch: all.length, expires: 5_000 })) {
    read.push(message.json<Published>().id)
    message.ack()
  }
  await connection.close()
  assert.equal(
    read,
    all.map(({ event }) => event.id),
  )
  assert.is((await typed('reader', 'add', 'Not A Name')).status, 2)
})

test('nothing is published after a message of another sender, the log says why, and a purge ends it', async () => {
  const connection = await connect({ servers: nats.url })
  const manager = await connection.jetstreamManager()
  const { seq } = await connection.jetstream().publish('security.out.someone.refund.created', '{}')
  let logged = ''
  running.child.stdout!.on('data', chunk => {
    logged += chunk
  })
  const id = await refund()
  await until(
    async () => logged,
    text => text.includes('was not published by this service'),
    SETTLED_MS_MAX,
  )
  await paid(id)
  const { body } = await admin.get('/health/ready')
  assert.equal([body.status, body.parts.bus_out.state], ['ready', 'degraded'])
  assert.is((await manager.streams.info(OUTBOUND_STREAM)).state.last_seq, seq)
  await manager.streams.purge(OUTBOUND_STREAM)
  await connection.close()
  const after = await until(published, ({ length }) => length >= 3, SETTLED_MS_MAX)
  const own = after.map(({ event }) => event).filter(({ data }) => data.refund_id === id)
  assert.equal(
    own.map(({ metadata }) => metadata.sequence),
    own.map((_, index) => index + 1),
  )
})

test('when its storage is lost, the events from then on are published', async () => {
  const before = new Set((await published()).map(({ event }) => event.id))
  await nats.stop()
  rmSync(folder, { recursive: true, force: true })
  await nats.startAgain()
  await paid(await refund())
  const after = await until(published, ({ length }) => length >= 3, SETTLED_MS_MAX)
  assert.ok(after.every(({ event }) => !before.has(event.id)))
  const { stdout } = await bus('reader', 'list')
  assert.match(stdout, /^warehouse {2}\d+ unread/)
  assert.is((await bus('reader', 'remove', 'warehouse')).status, 0)
  assert.is((await bus('reader', 'remove', 'warehouse')).status, 1)
})

test.after(async () => {
  program.stop()
  await service.stop()
  await collector.close()
  await nats.stop()
  rmSync(folder, { recursive: true, force: true })
})

test.run()
