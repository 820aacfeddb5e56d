import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import { startEmbeddedEventStore } from '#embedded/eventstore/spawn.ts'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'
import { spawnSink } from '../delivery/spawn-sink.ts'
import { cpuSeconds } from '../harness/process-figures.ts'
import { refundOf, type SampleTransaction, transactionOf } from '../harness/samples.ts'
import { type Connection, openConnection, requestBytes } from './connection.ts'
import { type BesideFloor, costBesideFloor, figure, round, timed } from './figures.ts'
import { spawnService } from './spawned-service.ts'

export const name = "a refund's whole life"

/**
 * Refunds a second: a busy hour, far below what the parts can take, so that what is measured is the price and not a
 * queue.
 */
const RATE = Number(process.env.BENCH_LIFE_RATE ?? 100)
const SECONDS = Number(process.env.BENCH_LIFE_SECONDS ?? 15)
const WARM_UP_S = 5
/** What everything costs while nothing happens is measured for so long and taken off. */
const IDLE_S = 5
/** refund.created, refund.processing, refund.completed. */
const EVENTS_EACH = 3
/** An attempt that a busy machine let fail is repeated after 5, 21 and 84 s. */
const DELIVERED_MS_MAX = 150_000
const CONNECTIONS = 16
/** RefundReserved, RefundRequested, RefundProcessingStarted, RefundCompleted. */
const APPENDS_EACH = 4
const BARE_APPENDS = 4_000

const FORMS = [
  { form: 'a process for each role', roles: ['api', 'projector', 'reactor', 'deliverer'] },
  { form: 'all roles in one process', roles: ['api,projector,reactor,deliverer'] },
]

/** CPU time from the request to the last delivered event, of every process that has a part in it. */
export async function bench(): Promise<void> {
  const floor = await bareAppends()
  figure('the four appends of a refund alone, client and node (floor)', `${round(floor, 2)} ms`, 'CPU')
  for (const { form, roles } of FORMS) {
    const life = await start(roles)
    try {
      await life.refunds(await life.transactions(RATE * WARM_UP_S))
      const spent = await costOf(life, SECONDS)
      figure(
        `CPU of one refund's life at ${RATE}/s, ${form}`,
        `${round(ownOf(spent), 2)} ms`,
        'aim ≤ 3 ms; idle costs taken off',
      )
      for (const { who, each, idle } of spent)
        figure(`  ${who}`, `${round(each, 2)} ms`, `idle ${round(idle * 1_000)} ms/s`)
    } finally {
      await life.stop()
    }
  }
}

/** CPU of one refund's life, all roles in one process, and its floor; milliseconds. */
export async function lifeBesideFloor(rounds: number, seconds = 6): Promise<BesideFloor[]> {
  const life = await start(['api,projector,reactor,deliverer'])
  try {
    await life.refunds(await life.transactions(RATE * WARM_UP_S))
    const measured: BesideFloor[] = []
    for (let run = 0; run < rounds; run += 1) {
      const floor = await bareAppends()
      measured.push(costBesideFloor(ownOf(await costOf(life, seconds)), floor))
    }
    return measured
  } finally {
    await life.stop()
  }
}

type Life = Awaited<ReturnType<typeof start>>

/** Milliseconds of CPU of one refund, by process; `idle` is what the process takes per second while nothing happens. */
async function costOf(life: Life, seconds: number) {
  const transactions = await life.transactions(RATE * seconds)
  // The read models take them in.
  await delay(IDLE_S * 1_000)
  const resting = life.cpu()
  await delay(IDLE_S * 1_000)
  const before = life.cpu()
  const started = performance.now()
  await life.refunds(transactions)
  const took = (performance.now() - started) / 1_000
  return life.cpu().map(({ who, total }, index) => {
    const idle = (before[index]!.total - resting[index]!.total) / IDLE_S
    return { who, idle, each: ((total - before[index]!.total - idle * took) / (RATE * seconds)) * 1_000 }
  })
}

/** The sink is not part of the service. */
function ownOf(spent: Awaited<ReturnType<typeof costOf>>): number {
  return spent.filter(({ who }) => who !== 'the sink').reduce((sum, { each }) => sum + each, 0)
}

/** Milliseconds of CPU. */
async function bareAppends(): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-life-'))
  const node = await startEmbeddedEventStore({ dataDir })
  const client = EventStoreDBClient.connectionString(node.url)
  const append = () =>
    client.appendToStream(`bench-${randomUUID()}`, jsonEvent({ type: 'Happened', data: { text: 'x'.repeat(900) } }))
  await timed(BARE_APPENDS, CONNECTIONS, append)
  const before = cpuSeconds(node.pid) * 1_000
  const own = process.cpuUsage()
  await timed(BARE_APPENDS, CONNECTIONS, append)
  const { user, system } = process.cpuUsage(own)
  const spent = cpuSeconds(node.pid) * 1_000 - before + (user + system) / 1_000
  await client.dispose()
  await node.stop()
  rmSync(dataDir, { recursive: true, force: true })
  return (spent / BARE_APPENDS) * APPENDS_EACH
}

async function start(roles: string[]) {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-life-'))
  const sink = await spawnSink()
  const WEBHOOK_CA_FILE = join(dataDir, 'ca.pem')
  writeFileSync(WEBHOOK_CA_FILE, sink.caPem)
  const eventStore = await startEmbeddedEventStore({ dataDir: join(dataDir, 'eventstore') })
  const postgres = await startEmbeddedPostgres({ dataDir })
  const postmaster = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  const shared = {
    DATA_DIR: dataDir,
    EVENTSTORE_URL: eventStore.url,
    DATABASE_URL: postgres.url,
    WEBHOOK_CA_FILE,
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
  }
  const services: { role: string; service: Awaited<ReturnType<typeof spawnService>> }[] = []
  for (const role of roles) services.push({ role, service: await spawnService({ ...shared, ROLES: role }) })
  const { url, token } = services[0]!.service
  await post('/webhooks', { url: sink.url, events: ['refund.*'] })
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => openConnection(url)))

  async function post(path: string, body: unknown) {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (response.status !== 201) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`)
    await response.arrayBuffer()
  }

  return {
    cpu: () => [
      ...services.map(({ role, service }) => ({ who: role, total: cpuSeconds(service.pid) })),
      { who: 'the event store node', total: cpuSeconds(eventStore.pid) },
      { who: 'PostgreSQL', total: cpuSeconds(postmaster) },
      { who: 'the sink', total: cpuSeconds(sink.pid) },
    ],

    async transactions(count: number): Promise<SampleTransaction[]> {
      const transactions = Array.from({ length: count }, () => transactionOf(100))
      for (let at = 0; at < count; at += 1_000) await post('/transactions', transactions.slice(at, at + 1_000))
      return transactions
    },

    /** At a steady rate; resolves when every event of each of them has been delivered. */
    async refunds(transactions: SampleTransaction[]) {
      await sink.report()
      const free = [...connections]
      const waiting: ((connection: Connection) => void)[] = []
      const started = performance.now()
      const one = async (transaction: SampleTransaction, index: number) => {
        await delay(Math.max(0, started + (index / RATE) * 1_000 - performance.now()))
        const body = JSON.stringify(refundOf(transaction, 100))
        const headers = [`authorization: Bearer ${token}`, `idempotency-key: ${randomUUID()}`]
        const connection = free.pop() ?? (await new Promise<Connection>(resolve => waiting.push(resolve)))
        await connection.ask(requestBytes('POST /refund/request', headers, body), 201)
        const next = waiting.shift()
        if (next === undefined) free.push(connection)
        else next(connection)
      }
      await Promise.all(transactions.map(one))
      const count = transactions.length * EVENTS_EACH
      const told = new Set<string>()
      const deadline = performance.now() + DELIVERED_MS_MAX
      while (told.size < count) {
        for (const id of (await sink.report()).ids) told.add(id)
        if (performance.now() > deadline) throw new Error(`${told.size} of ${count} events delivered`)
        await delay(50)
      }
    },

    async stop() {
      for (const connection of connections) connection.end()
      await Promise.all(services.map(({ service }) => service.end()))
      await Promise.all([eventStore.stop(), postgres.stop(), sink.close()])
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
