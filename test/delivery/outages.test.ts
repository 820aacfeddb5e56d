import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { startEmbeddedEventStore } from '#embedded/eventstore/spawn.ts'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'
import { dataFolder } from '../harness/data-folder.ts'
import { startHttpsSink } from '../harness/https-sink.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'

/** A longer absence (issue: minutes) is tried with WEBHOOK_OUTAGE_S=300. */
const OUTAGE_MS = Number(process.env.WEBHOOK_OUTAGE_S ?? 2) * 1_000
const BACK_MS_MAX = 60_000
/** Far longer than it takes until nothing new is taken. */
const STOPPING_MS = 3_000

const test = suite('delivery: stores that go away and come back')
const dataDir = dataFolder('outage-')
let node = await startEmbeddedEventStore({ dataDir })
const sink = await startHttpsSink()
const engine = await startEngine({ caPem: sink.caPem, store: connectEventStore(node.url) })
const delivery = await engine.start({ limits: { lateMs: 1_000, stopMs: 30_000 } })
let postgres = engine.postgres
await engine.webhook({ url: sink.url, events: ['refund.*'] })

const ids = () => new Set(sink.received.map(({ headers }) => headers['x-service-event-id']))
let accepted = 0

async function send(count: number) {
  for (let sent = 0; sent < count; sent += 1) {
    await engine.refund()
    accepted += 1
  }
}

async function stopPostgres() {
  await postgres.stop()
}

async function startPostgres() {
  postgres = await startEmbeddedPostgres({ dataDir: engine.dataDir, port: postgres.port })
}

test('PostgreSQL restarted: everything arrives with no manual step', async () => {
  await send(5)
  await until('before', () => ids().size === accepted)
  await stopPostgres()
  await startPostgres()
  await send(5)
  await until('after', () => ids().size === accepted, BACK_MS_MAX)
})

test('PostgreSQL gone while events come in: health turns red, then everything arrives', async () => {
  await stopPostgres()
  // Appends need no database once the data key is known.
  const pending = send(5)
  await until('red', () => !delivery.health().ok, BACK_MS_MAX)
  await delay(OUTAGE_MS)
  await startPostgres()
  await pending
  await until('after', () => ids().size === accepted, BACK_MS_MAX)
  await until('green', () => delivery.health().ok, BACK_MS_MAX)
})

test('an answer that comes while PostgreSQL is away is recorded when it is back', async () => {
  let answer: () => void = () => undefined
  sink.respond((_, response) => {
    answer = () => void response.end()
  })
  const before = sink.received.length
  await send(1)
  await until('in flight', () => sink.received.length > before)
  await stopPostgres()
  answer()
  sink.respond((_, response) => void response.end())
  await delay(200)
  await startPostgres()
  await send(1)
  await until('after', () => ids().size === accepted, BACK_MS_MAX)
  await delay(500)
  assert.is(sink.received.length, before + 2, 'nothing was sent twice')
})

test('the event store killed and gone: events of before and after arrive', async () => {
  const port = Number(new URL(node.url).port)
  process.kill(node.pid, 'SIGKILL')
  await node.exited
  await delay(OUTAGE_MS)
  node = await startEmbeddedEventStore({ dataDir, port })
  await until(
    'appends',
    () =>
      send(1).then(
        () => true,
        () => false,
      ),
    BACK_MS_MAX,
  )
  await send(5)
  await until('after', () => ids().size === accepted, BACK_MS_MAX)
})

test('a stop takes nothing new, lets what is in flight end, and sends nothing twice', async () => {
  const answers: (() => void)[] = []
  sink.respond((_, response) => void answers.push(() => response.end()))
  const before = sink.received.length
  await send(20)
  await until('some in flight', () => answers.length >= 4)
  const stopped = delivery.stop()
  // Who takes events in stops first, and nothing tells when; what comes before that is sent.
  await delay(STOPPING_MS)
  await until('what was begun has arrived', () => answers.length === delivery.health().in_flight)
  const inFlight = sink.received.length
  await send(3)
  for (const answer of answers) answer()
  await stopped
  assert.is(sink.received.length, inFlight, 'nothing new was sent')
  const leased = await engine.service.db.exists(
    sql.unsafe`select 1 from ops.webhook_deliveries where lease is not null`,
  )
  assert.not.ok(leased, 'what was not sent was given back')
  sink.respond((_, response) => void response.end())
  await engine.start()
  await until('the rest', () => ids().size === accepted, BACK_MS_MAX)
  await delay(300)
  assert.is(sink.received.length, before + 23, 'nothing was sent twice')
})

test.after(async () => {
  await engine.end()
  await postgres.stop()
  await node.stop()
  await sink.close()
  rmSync(dataDir, { recursive: true, force: true })
})
test.run()
