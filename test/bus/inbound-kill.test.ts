import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { detectionStreams } from '#domain/detections/events.ts'
import { outcomes } from '#domain/fraud/outcomes/decider.ts'
import { transactions } from '#domain/transactions/decider.ts'
import { readLog } from '#edge/eventstore/read-log.ts'
import { isReadable } from '#event-sourcing/event-store.ts'
import { type BusClient, connectBus } from '../harness/bus.ts'
import { until } from '../harness/client.ts'
import { depth } from '../harness/depth.ts'
import { killableService } from '../harness/killable-service.ts'
import { startNatsServer } from '../harness/nats-server.ts'
import { transactionOf } from '../harness/samples.ts'
import { logInUnlimited } from '../harness/service.ts'
import type { SpawnedService } from '../harness/spawned-service.ts'
import { suite } from '../harness/suite.ts'
import { publishedOn } from './published.ts'

/**
 * Transactions and outcomes, some of them before their transaction, and findings, repeated, and one in a hundred bad,
 * while the service is killed. DEPTH=full sends 100,000 and kills 30 times.
 */
const MESSAGES = depth(3_000, 100_000)
const KILLS = depth(5, 30)
const BAD_EVERY = 100
const REPEATED_EVERY = 10
/** Each becomes a public event. */
const DETECTION_EVERY = 5
const PARALLEL = 64
const KILL_AFTER_MS_MAX = 3_000
const TAKEN_MS_MAX = depth(120_000, 3_600_000)

const test = suite(`kill -9 while ${MESSAGES} messages are taken, ${KILLS} times`)
const folder = mkdtempSync(join(tmpdir(), 'bus-kill-'))
const nats = await startNatsServer({ jetStreamIn: folder })
const service = killableService({ NATS_URL: nats.url, BUS: 'in,out' })

const DETECTION = 'spam.call_blocked'

type Message = { kind: string; message: { id: string; time: string; data: object }; isBad: boolean }

const callerOf = ({ data }: { data: object }) => (data as { caller: string }).caller

/** Outcomes follow or precede their transactions by up to fifty messages. */
function messages(): Message[] {
  const made = Array.from({ length: MESSAGES / 2 }, (_, index): Message[] => {
    const transaction = transactionOf(10 + index)
    const { transaction_id, timestamp } = transaction
    const time = new Date(Date.parse(timestamp) + 1_000).toISOString()
    const isBad = index % (BAD_EVERY / 2) === 0
    const outcome = { transaction_id, outcome: isBad ? 'none' : 'legitimate' }
    const detection = { id: `d${index}`, time, data: { caller: `+34${100_000_000 + index}` } }
    return [
      ...(index % DETECTION_EVERY === 0 ? [{ kind: DETECTION, message: detection, isBad: false }] : []),
      { kind: 'transaction', message: { id: `t${index}`, time, data: transaction }, isBad: false },
      { kind: 'fraud.outcome', message: { id: `o${index}`, time, data: outcome }, isBad },
    ]
  }).flat()
  return made
    .map((message, index) => ({ message, at: index + Math.random() * 100 }))
    .sort((a, b) => a.at - b.at)
    .map(({ message }) => message)
}

async function publishAll(bus: BusClient, client_id: string, all: readonly Message[]): Promise<void> {
  const queue = all.flatMap((message, index) =>
    index % REPEATED_EVERY === 0 && !message.isBad ? [message, message] : [message],
  )
  const publishNext = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { kind, message } = next
      await until(
        () => bus.publish(client_id, kind, message).catch(() => null),
        sequence => sequence !== null,
        TAKEN_MS_MAX,
      )
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, publishNext))
}

/** Events of these streams, by stream. */
async function eventsOf(prefix: string): Promise<Map<string, number>> {
  return service.withStores(async ({ store }) => {
    const counts = new Map<string, number>()
    const end = await store.end()
    if (end === null) return counts
    for await (const { events } of readLog(store, {
      prefixes: [prefix],
      to: end,
      signal: AbortSignal.timeout(TAKEN_MS_MAX),
    }))
      for (const event of events) if (isReadable(event)) counts.set(event.stream, (counts.get(event.stream) ?? 0) + 1)
    return counts
  })
}

test('each good message is recorded once and published under one id, and each bad one is refused once', async () => {
  let running: SpawnedService = await service.start()
  const bus = await connectBus(nats.url)
  const { body: me } = await (await logInUnlimited(running.url)).get('/api/auth/me')
  const all = messages()
  const publishing = publishAll(bus, me.client_id, all)
  for (let kill = 0; kill < KILLS; kill += 1) {
    await delay(Math.random() * KILL_AFTER_MS_MAX)
    running.child.kill('SIGKILL')
    await running.gone
    running = await service.start()
  }
  await publishing
  await bus.untilTaken(TAKEN_MS_MAX)
  const detections = all.filter(({ kind }) => kind === DETECTION)
  const good = all.filter(({ isBad, kind }) => !isBad && kind === 'fraud.outcome').length
  const recorded = await until(
    () => eventsOf(outcomes.prefix),
    ({ size }) => size === good,
    TAKEN_MS_MAX,
  )
  const of = await eventsOf(transactions.prefix)
  assert.is(of.size, MESSAGES / 2)
  const found = await eventsOf(detectionStreams.prefix)
  assert.is(found.size, detections.length)
  assert.ok([...recorded.values(), ...of.values(), ...found.values()].every(count => count === 1))
  const published = await until(
    async () => (await publishedOn(nats.url)).filter(({ event }) => event.type === DETECTION),
    ({ length }) => length >= detections.length,
    TAKEN_MS_MAX,
  )
  const callers = published.map(({ event }) => callerOf(event))
  assert.equal(callers.toSorted(), detections.map(({ message }) => callerOf(message)).toSorted())
  assert.is(new Set(published.map(({ event }) => event.id)).size, detections.length)
  const dead = await bus.dead()
  const texts = dead.map(({ text }) => JSON.parse(text).id).toSorted()
  const bad = all.filter(({ isBad }) => isBad).map(({ message }) => message.id)
  assert.equal(texts, bad.toSorted())
  await bus.close()
})

test.after(async () => {
  await service.stop()
  await nats.stop()
  rmSync(folder, { recursive: true, force: true })
})

test.run()
