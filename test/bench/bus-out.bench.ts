import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { connect as connectToNats, type NatsConnection } from 'nats'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { startOutbound } from '#bus/outbound/start.ts'
import { ensureStream, OUTBOUND_STREAM, OUTBOUND_SUBJECT, outboundStream } from '#bus/streams.ts'
import { readLog } from '#edge/eventstore/read-log.ts'
import { natsOptions } from '#edge/nats/connect.ts'
import { startEmbeddedEventStore } from '#embedded/eventstore/spawn.ts'
import { connect } from '#lifecycle/connect.ts'
import { createShutdownStack } from '#lifecycle/shutdown-stack.ts'
import { start } from '#main.ts'
import { modules } from '#modules.ts'
import { readServiceConfig } from '#service-config.ts'
import { startNatsServer } from '../harness/nats-server.ts'
import { testEnvironment } from '../harness/service.ts'
import { writeDoneRefunds } from '../reactions/written-before.ts'
import { figure, median, percentile, perSecond, round } from './figures.ts'

export const name = 'events to the bus, appended to published'

const REFUNDS = Number(process.env.BENCH_REFUNDS ?? 2_000)
const EVENTS_PER_REFUND = 3
const ROUNDS = Number(process.env.BENCH_BUS_ROUNDS ?? 3)
const UNACKNOWLEDGED_MAX = 256
const PER_SECOND = 200
const LIVE_MS = 10_000
const POLL_MS = 5
const FLOOR_STREAM = 'FLOOR'
const prefixes = modules.flatMap(module => module.publicEvents ?? []).flatMap(declared => declared.prefixes)

/**
 * The publisher alone, without reactions and read models. Catching up: the floor is the slower of reading the same
 * events from the log with no work, and of publishing the same bytes with as many unacknowledged. Live: from the append
 * to a subscriber; the floor is a bare publication to a subscriber.
 */
export async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-bus-out-'))
  const nats = await startNatsServer({ jetStreamIn: join(folder, 'nats') })
  const node = await startEmbeddedEventStore({ dataDir: join(folder, 'eventstore') })
  const environment = testEnvironment({ NATS_URL: nats.url, EVENTSTORE_URL: node.url, BUS: 'out' })
  const log = pino({ level: 'silent' })
  const connection = await connectToNats(natsOptions(nats.access, 'bench'))
  try {
    // It makes the schema and the client.
    const running = await start(readServiceConfig(environment), { log })
    await running.stop()
    const { onShutdown, shutDown } = createShutdownStack(log)
    const config = readServiceConfig(environment)
    const { service } = await connect(config, { log, now: () => new Date() }, onShutdown)
    const manager = await connection.jetstreamManager()
    await ensureStream(manager, outboundStream(config))
    await manager.streams.add({ name: FLOOR_STREAM, subjects: ['floor'] })
    const begin = () =>
      startOutbound(
        { ...service, metrics: new Registry(), nats: service.nats! },
        modules.flatMap(module => module.publicEvents ?? []),
      )
    const published = async () => (await manager.streams.info(OUTBOUND_STREAM)).state.messages
    const [catchingUp, reading, publishing, cpu]: number[][] = [[], [], [], []]
    for (let run = 0; run < ROUNDS; run += 1) {
      const from = (await service.store.end())!
      const before = await published()
      const { last_seq } = (await manager.streams.info(OUTBOUND_STREAM)).state
      const expected = before + REFUNDS * EVENTS_PER_REFUND
      await writeDoneRefunds(service.store, REFUNDS, `run-${run}`)
      const to = (await service.store.end())!
      const readFrom = performance.now()
      const signal = AbortSignal.timeout(600_000)
      let read = 0
      for await (const { events } of readLog(service.store, { prefixes, from, to, signal })) read += events.length
      reading!.push(perSecond(read, performance.now() - readFrom))
      const cpuFrom = process.cpuUsage()
      const since = performance.now()
      const outbound = begin()
      while ((await published()) < expected) await delay(POLL_MS)
      catchingUp!.push(perSecond(REFUNDS * EVENTS_PER_REFUND, performance.now() - since))
      const { user, system } = process.cpuUsage(cpuFrom)
      cpu!.push((user + system) / 1_000 / (REFUNDS * EVENTS_PER_REFUND))
      await outbound.stop()
      publishing!.push(await barePublications(connection, last_seq + 1, last_seq + expected - before))
    }
    const floor = Math.min(median(reading!), median(publishing!))
    figure('events read from the log/s, no work (floor)', round(median(reading!)))
    figure(
      `bare publications/s of the same bytes, ${UNACKNOWLEDGED_MAX} unacknowledged (floor)`,
      round(median(publishing!)),
    )
    figure(
      'events/s while catching up',
      round(median(catchingUp!)),
      `${round((100 * median(catchingUp!)) / floor)} % of the slower, aim ≥ 50 %; CPU ${round(median(cpu!), 2)} ms each, of this process`,
    )

    const outbound = begin()
    const live = await p95(connection, `${OUTBOUND_SUBJECT}.>`, n => writeDoneRefunds(service.store, 1, `live-${n}`))
    await outbound.stop()
    const bare = await p95(connection, 'bare', async () => {
      for (let n = 0; n < EVENTS_PER_REFUND; n += 1)
        connection.publish('bare', JSON.stringify({ created_at: new Date() }))
    })
    figure(`p95 of a bare publication to a subscriber at ${PER_SECOND}/s (floor)`, `${round(bare, 1)} ms`)
    figure(`p95 from append to a subscriber at ${PER_SECOND}/s`, `${round(live, 1)} ms`, 'aim ≤ 100 ms more')
    await shutDown()
  } finally {
    await connection.close()
    await node.stop()
    await nats.stop()
    rmSync(folder, { recursive: true, force: true })
    rmSync(environment.DATA_DIR!, { recursive: true, force: true })
  }
}

/** The messages of these sequences, to a stream of their own. */
async function barePublications(connection: NatsConnection, first: number, last: number): Promise<number> {
  const manager = await connection.jetstreamManager()
  const { data } = await manager.streams.getMessage(OUTBOUND_STREAM, { seq: first })
  const stream = connection.jetstream()
  const underWay = new Set<Promise<unknown>>()
  const since = performance.now()
  for (let seq = first; seq <= last; seq += 1) {
    if (underWay.size >= UNACKNOWLEDGED_MAX) await Promise.race(underWay)
    const publishing: Promise<unknown> = stream
      .publish('floor', data, { msgID: String(seq) })
      .finally(() => underWay.delete(publishing))
    underWay.add(publishing)
  }
  await Promise.all(underWay)
  return perSecond(last - first + 1, performance.now() - since)
}

/** `make` causes as many messages as a refund has events. Milliseconds from their `created_at`. */
async function p95(connection: NatsConnection, subject: string, make: (n: number) => Promise<void>): Promise<number> {
  const ms: number[] = []
  const subscription = connection.subscribe(subject, {
    callback: (_error, message) => {
      const { created_at } = message.json<{ created_at: string }>()
      ms.push(Date.now() - Date.parse(created_at))
    },
  })
  const since = performance.now()
  let n = 0
  const making: Promise<void>[] = []
  while (performance.now() - since < LIVE_MS) {
    const due = ((performance.now() - since) / 1_000) * (PER_SECOND / EVENTS_PER_REFUND)
    for (; n < due; n += 1) making.push(make(n))
    await delay(POLL_MS)
  }
  await Promise.all(making)
  while (ms.length < n * EVENTS_PER_REFUND) await delay(POLL_MS)
  subscription.unsubscribe()
  return percentile(ms, 0.95)
}
