import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { connect } from 'nats'
import pMap from 'p-map'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { pause, resume } from '#bus/paused.ts'
import { OUTBOUND_STREAM } from '#bus/streams.ts'
import { connectPostgres } from '#edge/postgres/pool.ts'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'
import { startTestNode } from '../edge/eventstore/harness.ts'
import { type Answer, type Client, until } from '../harness/client.ts'
import { dataFolder } from '../harness/data-folder.ts'
import { depth } from '../harness/depth.ts'
import { startNatsServer } from '../harness/nats-server.ts'
import { processesIn, whileFrozen } from '../harness/processes.ts'
import { refundOf, transactionOf } from '../harness/samples.ts'
import { logInUnlimited, sharedKeys, testEnvironment } from '../harness/service.ts'
import { type SpawnedService, spawnService } from '../harness/spawned-service.ts'
import { suite } from '../harness/suite.ts'
import { assertInOrder, assertPublishedOnce, publishedCount, publishedOn } from './published.ts'

/**
 * Two processes publish, and what they need is frozen, fails or is set back: each event is on the bus once.
 * DEPTH=full freezes for 20 s and catches up with 100,000 events.
 */
const FROZEN_MS = depth(13_000, 20_000)
const CATCH_UP_EVENTS = depth(1_500, 100_000)
const EVENTS_PER_REFUND = 3
const REFUNDS_EACH = 20
const PARALLEL = 32
const SETTLED_MS_MAX = depth(120_000, 1_800_000)

const test = suite('events on the bus during outages')
const natsFolder = mkdtempSync(join(tmpdir(), 'bus-out-outages-'))
const postgresFolder = dataFolder('bus-out-outages-')
const [nats, node, postgres] = await Promise.all([
  startNatsServer({ jetStreamIn: natsFolder }),
  startTestNode(),
  startEmbeddedPostgres({ dataDir: postgresFolder }),
])
const environment = testEnvironment({
  ...{ NATS_URL: nats.url, EVENTSTORE_URL: node.url, DATABASE_URL: postgres.url },
  ...{ BUS: 'out', SANDBOX_SPEED: '200', ...sharedKeys() },
})
let running = await Promise.all([spawnService(environment), spawnService(environment)])
const db = await connectPostgres(postgres.url)
let impatient: Client | undefined
let admin: Client = await logInUnlimited(running[0].url)

test.after(async () => {
  for (const { child } of running) child.kill('SIGKILL')
  await Promise.all(running.map(({ gone }) => gone))
  await db.end()
  await Promise.all([nats.stop(), node.dispose(), postgres.stop()])
  for (const folder of [natsFolder, postgresFolder]) rmSync(folder, { recursive: true, force: true })
})

async function restartBoth(): Promise<void> {
  for (const { child } of running) child.kill('SIGKILL')
  await Promise.all(running.map(({ gone }) => gone))
  running = await Promise.all([spawnService(environment), spawnService(environment)])
  admin = await logInUnlimited(running[0].url)
}

/** 200 is the answer to a second try, which a patient client makes after a 503. */
function assertAccepted(client: Client, { status, text }: Answer): void {
  assert.ok(status === 201 || (client !== impatient && status === 200), `${status} ${text}`)
}

async function refund(client = admin): Promise<string> {
  const transaction = transactionOf(10)
  assertAccepted(client, await client.post('/transactions', transaction))
  const answer = await client.requestRefund(refundOf(transaction, 10))
  assertAccepted(client, answer)
  return answer.body.refund_id
}

const isPaid = (id: string) =>
  until(
    () => admin.get(`/refund/${id}`),
    ({ body }) => body.status === 'completed',
    SETTLED_MS_MAX,
  )

const arePaid = (ids: readonly string[]) => pMap(ids, isPaid, { concurrency: PARALLEL })

async function refunds(count = REFUNDS_EACH, client = admin): Promise<string[]> {
  const ids: string[] = []
  let left = count
  const one = async () => {
    for (; left > 0; ) {
      left -= 1
      ids.push(await refund(client))
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, one))
  return ids
}

async function allOnce(ids: readonly string[]): Promise<void> {
  await arePaid(ids)
  await assertPublishedOnce(nats.url, admin, SETTLED_MS_MAX)
}

/** Requests go to the other process. */
const otherThan = (service: SpawnedService) => running.find(({ url }) => url !== service.url)!

for (const index of [0, 1])
  test(`process ${index + 1} of 2 is frozen longer than a lease`, async () => {
    const frozen = running[index]!
    const client = await logInUnlimited(otherThan(frozen).url)
    const before = await refunds(REFUNDS_EACH, client)
    let during: string[] = []
    await whileFrozen([frozen.child.pid!], async () => {
      const since = performance.now()
      during = await refunds(REFUNDS_EACH, client)
      await delay(Math.max(0, FROZEN_MS - (performance.now() - since)))
    })
    await allOnce([...before, ...during, ...(await refunds())])
  })

test('the event store, PostgreSQL and NATS fall silent, one after the other', async () => {
  const ids: string[] = []
  const postgresPids = processesIn(postgresFolder, 'postgres')
  assert.ok(postgresPids.length > 0)
  for (const pids of [[node.pid()], postgresPids, [nats.pid()]]) {
    ids.push(...(await refunds()))
    await whileFrozen(pids, () => delay(FROZEN_MS))
    await until(
      () => admin.get('/health/ready'),
      ({ status }) => status === 200,
      SETTLED_MS_MAX,
    )
    ids.push(...(await refunds()))
  }
  await allOnce(ids)
})

test('PostgreSQL fails after each publication', async () => {
  await db.query(sql.unsafe`
    create function public.refuse() returns trigger language plpgsql as $$ begin raise 'refused by the test'; end $$`)
  await db.query(sql.unsafe`
    create trigger refuse before update on ops.checkpoints for each row when (old.name = 'bus-out')
    execute function public.refuse()`)
  const before = await publishedCount(nats.url)
  const ids = await refunds()
  await until(
    () => publishedCount(nats.url),
    count => count > before,
    SETTLED_MS_MAX,
  )
  await restartBoth()
  ids.push(...(await refunds()))
  await db.query(sql.unsafe`drop trigger refuse on ops.checkpoints`)
  await allOnce(ids)
})

type Checkpoint = { commit_position: string; prepare_position: string; last_event: string }

/** The stream's own window is over: its last message alone shows what was published. */
test('the checkpoint is behind by more than the broker remembers ids', async () => {
  const stored = (await db.one(sql.unsafe`
    select commit_position::text, prepare_position::text, last_event::text from ops.checkpoints
    where name = 'bus-out'`)) as Checkpoint
  const ids = await refunds()
  await allOnce(ids)
  await pause(db, 'out')
  for (const { child } of running) child.kill('SIGKILL')
  await Promise.all(running.map(({ gone }) => gone))
  await db.query(sql.unsafe`
    update ops.checkpoints set commit_position = ${stored.commit_position}::bigint,
      prepare_position = ${stored.prepare_position}::bigint, last_event = ${stored.last_event}::bigint
    where name = 'bus-out'`)
  const connection = await connect({ servers: nats.url })
  const manager = await connection.jetstreamManager()
  const { config } = await manager.streams.info(OUTBOUND_STREAM)
  await manager.streams.update(OUTBOUND_STREAM, { ...config, duplicate_window: 100_000_000 })
  await connection.close()
  await nats.startAgain()
  await delay(1_000)
  await resume(db, 'out')
  running = await Promise.all([spawnService(environment), spawnService(environment)])
  admin = await logInUnlimited(running[0].url)
  await allOnce([...ids, ...(await refunds())])
})

test(`${CATCH_UP_EVENTS} events are caught up with while refunds are requested`, async () => {
  await pause(db, 'out')
  const ids = await refunds(Math.ceil(CATCH_UP_EVENTS / EVENTS_PER_REFUND))
  await arePaid(ids)
  const before = await publishedCount(nats.url)
  await resume(db, 'out')
  const since = performance.now()
  const requested: string[] = []
  // Without a second try, so each is accepted at once: none gets REFUND_009.
  impatient = admin.impatient()
  while ((await publishedCount(nats.url)) < before + ids.length * EVENTS_PER_REFUND)
    requested.push(...(await refunds(4, impatient)))
  console.log(
    `${ids.length * EVENTS_PER_REFUND} events in ${Math.round(performance.now() - since)} ms, with ${requested.length} refunds beside them`,
  )
  assert.ok(requested.length > 0)
  await allOnce([...ids, ...requested])
})

test('a broker that is restored from a backup goes on after the checkpoint', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'bus-out-copy-'))
  await nats.stop()
  cpSync(natsFolder, copy, { recursive: true })
  await nats.startAgain()
  const lost = await refunds()
  await allOnce(lost)
  await nats.stop()
  rmSync(natsFolder, { recursive: true, force: true })
  cpSync(copy, natsFolder, { recursive: true })
  rmSync(copy, { recursive: true, force: true })
  await nats.startAgain()
  const later = await refunds()
  await arePaid(later)
  const messages = await until(
    () => publishedOn(nats.url),
    found =>
      found.filter(({ event }) => later.includes(event.data.refund_id!)).length >= later.length * EVENTS_PER_REFUND,
    SETTLED_MS_MAX,
  )
  const events = messages.map(({ event }) => event)
  assert.is(new Set(events.map(({ id }) => id)).size, events.length, 'none is there twice')
  assertInOrder(events)
  assert.ok(!events.some(({ data }) => lost.includes(data.refund_id!)))
})

test.run()
