import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client'
import { connect as connectToNats, type NatsConnection } from 'nats'
import { pino } from 'pino'
import type { InboundKind } from '#bus/inbound/inbound-kind.ts'
import { startInbound } from '#bus/inbound/start.ts'
import { deadStream, ensureStream, INBOUND_STREAM, inboundStream } from '#bus/streams.ts'
import { PLATFORM_CLIENT_ID } from '#domain/auth/platform.ts'
import { readStreamWithSubjects } from '#edge/nats/jetstream.ts'
import { startEmbeddedEventStore } from '#embedded/eventstore/spawn.ts'
import { connect } from '#lifecycle/connect.ts'
import { createShutdownStack } from '#lifecycle/shutdown-stack.ts'
import { start } from '#main.ts'
import { modules } from '#modules.ts'
import { readServiceConfig } from '#service-config.ts'
import { startNatsServer } from '../harness/nats-server.ts'
import { transactionOf } from '../harness/samples.ts'
import { testEnvironment } from '../harness/service.ts'
import { figure, median, perSecond, round, timed } from './figures.ts'

export const name = 'messages from the bus, published to appended'

const MESSAGES = Number(process.env.BENCH_MESSAGES ?? 4_000)
const ROUNDS = Number(process.env.BENCH_BUS_ROUNDS ?? 3)
const PARALLEL = 64
const POLL_MS = 20

/** Data of messages by kind, each of them new. */
const KINDS = {
  transactions: () => ({ kind: 'transaction', data: { ...transactionOf(10), device: null } }),
  'detections, known people': () => ({
    kind: 'spam.call_blocked',
    data: { caller: '+4930901820', user_id: `known-${Math.floor(Math.random() * 10)}` },
  }),
  'detections, new people': () => ({
    kind: 'spam.call_blocked',
    data: { caller: '+4930901820', user_id: randomUUID() },
  }),
} as const

/**
 * The engine alone takes messages that wait: no reactions and read models run. The floor is the same number of appends
 * of the same transactions, through the client. Beside it, a process with all roles.
 */
export async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-bus-'))
  const nats = await startNatsServer({ jetStreamIn: join(folder, 'nats') })
  const node = await startEmbeddedEventStore({ dataDir: join(folder, 'eventstore') })
  const environment = testEnvironment({
    ...{ NATS_URL: nats.url, EVENTSTORE_URL: node.url, BUS: 'in', BUS_IN_WAITING: '1000000' },
  })
  const connection = await connectToNats({ servers: nats.url })
  try {
    // It makes the schema, the client and the streams.
    const running = await start(readServiceConfig(environment), { log: pino({ level: 'silent' }) })
    const manager = await connection.jetstreamManager()
    await ensureStream(manager, inboundStream(running.service.config))
    await ensureStream(manager, deadStream(running.service.config))
    await publishAll(connection, MESSAGES / 4, KINDS.transactions)
    await untilTaken(connection)
    const from = process.cpuUsage()
    const allRoles = await rate(connection, MESSAGES, KINDS.transactions)
    const { user, system } = process.cpuUsage(from)
    await running.stop()

    const floors: number[] = []
    const measured = Object.entries(KINDS).map(([what, make]) => ({
      ...{ what, make },
      rates: [] as number[],
      costs: [] as number[],
    }))
    for (let run = 0; run < ROUNDS; run += 1) {
      floors.push(await bareAppends(node.url))
      for (const { make, rates, costs } of measured) {
        const { perSecond, cpuMs } = await engineAlone(environment, connection, make)
        rates.push(perSecond)
        costs.push(cpuMs)
      }
    }
    const floor = median(floors)
    figure('bare appends/s of the same transactions, 64 at a time (floor)', round(floor))
    for (const { what, rates, costs } of measured) {
      const percent = round((100 * median(rates)) / floor)
      const aim = what === 'transactions' ? ', aim ≥ 60 %' : ''
      const cost = round(median(costs), 2)
      figure(
        `${what}/s, the engine alone`,
        round(median(rates)),
        `${percent} % of the floor${aim}; CPU ${cost} ms each, of this process`,
      )
    }
    figure(
      'transactions/s, all roles in one process',
      round(allRoles),
      `CPU ${round((user + system) / 1_000 / MESSAGES, 2)} ms each, of this process, with publishing`,
    )
  } finally {
    await connection.close()
    await node.stop()
    await nats.stop()
    rmSync(folder, { recursive: true, force: true })
    rmSync(environment.DATA_DIR!, { recursive: true, force: true })
  }
}

type Make = () => { kind: string; data: object }

async function publishAll(connection: NatsConnection, count: number, make: Make): Promise<void> {
  const stream = connection.jetstream()
  await timed(count, PARALLEL, () => {
    const { kind, data } = make()
    const message = JSON.stringify({ id: randomUUID(), time: new Date().toISOString(), data })
    return stream.publish(`security.in.${PLATFORM_CLIENT_ID}.${kind}`, message)
  })
}

async function untilTaken(connection: NatsConnection): Promise<void> {
  const manager = await connection.jetstreamManager()
  while ((await manager.streams.info(INBOUND_STREAM)).state.messages > 0) await delay(POLL_MS)
}

async function rate(connection: NatsConnection, count: number, make: Make): Promise<number> {
  const from = performance.now()
  await Promise.all([publishAll(connection, count, make), untilSome(connection)])
  await untilTaken(connection)
  return perSecond(count, performance.now() - from)
}

async function untilSome(connection: NatsConnection): Promise<void> {
  const manager = await connection.jetstreamManager()
  while ((await manager.streams.info(INBOUND_STREAM)).state.messages === 0) await delay(POLL_MS)
}

async function engineAlone(environment: Record<string, string>, connection: NatsConnection, make: Make) {
  await publishAll(connection, MESSAGES, make)
  const log = pino({ level: 'silent' })
  const { onShutdown, shutDown } = createShutdownStack(log)
  const { service } = await connect(readServiceConfig(environment), { log, now: () => new Date() }, onShutdown)
  const { nats } = service
  while (!nats!.isLive()) await delay(POLL_MS)
  const kinds = modules.flatMap(module => module.inbound ?? []) as InboundKind[]
  const from = { ms: performance.now(), cpu: process.cpuUsage() }
  const readInbound = (connection: NatsConnection) => readStreamWithSubjects(connection, INBOUND_STREAM, 5_000)
  const inbound = startInbound({ ...service, nats: nats! }, { readInbound, isUsable: () => true }, kinds)
  await untilTaken(connection)
  const { user, system } = process.cpuUsage(from.cpu)
  const result = {
    perSecond: perSecond(MESSAGES, performance.now() - from.ms),
    cpuMs: (user + system) / 1_000 / MESSAGES,
  }
  await inbound.stop()
  await shutDown()
  return result
}

async function bareAppends(url: string): Promise<number> {
  const client = EventStoreDBClient.connectionString(url)
  const { ms } = await timed(MESSAGES, PARALLEL, () => {
    const event = jsonEvent({
      type: 'TransactionRecorded',
      data: transactionOf(10),
      metadata: { at: new Date().toISOString(), hash: randomUUID() },
    })
    return client.appendToStream(`bench-${randomUUID()}`, event, { expectedRevision: NO_STREAM })
  })
  await client.dispose()
  return perSecond(MESSAGES, ms)
}
