import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client'
import { startEmbeddedEventStore } from '#embedded/eventstore/spawn.ts'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'
import { ACCOUNTS, refundOf, type SampleTransaction, transactionOf } from '../harness/samples.ts'
import { type Connection, openConnection, requestBytes } from './connection.ts'
import { figure, median, percentile, perSecond, round, timed } from './figures.ts'
import { spawnService } from './spawned-service.ts'

export const name = 'refund requests'

const APPENDS = 8_000
const CONNECTIONS = 64
const ROUNDS = 3
const STEADY_S = 6
/** Not counted at a steady rate: connections are made, and the caller itself gets going. */
const WARM_UP_S = 1

/** How the service runs: its command API alone, in one process or in two that share the connections, or all in one. */
const FORMS = [
  { form: 'role api', roles: 'api', processes: 1, requests: 4_000 },
  { form: 'role api, two processes', roles: 'api', processes: 2, requests: 4_000 },
  { form: 'all roles', roles: undefined, processes: 1, requests: 1_500 },
]

export async function bench(): Promise<void> {
  const floors: number[] = []
  const accepted = FORMS.map((): number[] => [])
  const appendP99s: number[] = []
  const paced: Awaited<ReturnType<typeof pace>>[] = []
  for (let run = 0; run < ROUNDS; run += 1) {
    const floor = await bareAppends()
    floors.push(floor.perSecond / 2)
    appendP99s.push(floor.p99)
    for (const [index, { roles, processes, requests }] of FORMS.entries()) {
      const service = await serve(roles, processes)
      try {
        const caller = await callerOf(service)
        // The floor's process has run for a while; so has the service.
        await caller.flood(requests)
        const rate = await caller.flood(requests)
        accepted[index]!.push(rate)
        if (index === 0) paced.push(await pace(caller, rate / 2))
        caller.end()
      } finally {
        await service.stop()
      }
    }
  }
  const floor = median(floors)
  figure('bare appends/s through the client, 64 at a time, ÷ 2 (floor)', round(floor))
  for (const [index, { form }] of FORMS.entries()) {
    const rate = median(accepted[index]!)
    figure(
      `refund requests accepted/s, ${CONNECTIONS} connections, ${form}`,
      round(rate),
      `${round((rate / floor) * 100)} % of the floor`,
    )
  }
  const appendP99 = median(appendP99s)
  const of = (what: 'rate' | 'p50' | 'p99') => median(paced.map(each => each[what]))
  figure('bare append, one at a time, p99 ms (floor)', round(appendP99, 2))
  figure(`POST /refund/request at ${round(of('rate'))}/s, p50 ms`, round(of('p50'), 2))
  figure(
    `POST /refund/request at ${round(of('rate'))}/s, p99 ms`,
    round(of('p99'), 2),
    `${round(of('p99') / appendP99, 1)} × the floor; rounds ${paced.map(({ p99 }) => round(p99, 1)).join(', ')}`,
  )
}

/** Stores of its own and so many processes on them. */
async function serve(roles: string | undefined, processes: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'))
  const [eventStore, postgres] = await Promise.all([
    startEmbeddedEventStore({ dataDir: join(dataDir, 'eventstore') }),
    startEmbeddedPostgres({ dataDir }),
  ])
  const urls = { EVENTSTORE_URL: eventStore.url, DATABASE_URL: postgres.url }
  const services: Awaited<ReturnType<typeof spawnService>>[] = []
  for (let n = 0; n < processes; n += 1)
    services.push(await spawnService({ DATA_DIR: dataDir, ...urls, ...(roles && { ROLES: roles }) }))
  return {
    urls: services.map(({ url }) => url),
    token: services.at(-1)!.token,
    async stop() {
      await Promise.all(services.map(service => service.end()))
      await Promise.all([eventStore.stop(), postgres.stop()])
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** What the client and the node do with the same two appends a refund needs, and nothing else. */
async function bareAppends() {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'))
  const node = await startEmbeddedEventStore({ dataDir })
  const client = EventStoreDBClient.connectionString(node.url)
  const data = { text: 'x'.repeat(900) }
  const append = () =>
    client.appendToStream(`bench-${randomUUID()}`, jsonEvent({ type: 'Happened', data }), {
      expectedRevision: NO_STREAM,
    })
  await timed(500, CONNECTIONS, append)
  const { ms } = await timed(APPENDS, CONNECTIONS, append)
  const { each } = await timed(2_000, 1, append)
  await client.dispose()
  await node.stop()
  rmSync(dataDir, { recursive: true, force: true })
  return { perSecond: perSecond(APPENDS, ms), p99: percentile(each, 0.99) }
}

type Caller = Awaited<ReturnType<typeof callerOf>>

async function callerOf({ urls, token }: { urls: string[]; token: string }) {
  const authorization = `authorization: Bearer ${token}`
  const connections = await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, n) => openConnection(urls[n % urls.length]!)),
  )
  const free = [...connections]
  const waiting: ((connection: Connection) => void)[] = []

  async function request(transaction: SampleTransaction) {
    const body = JSON.stringify(refundOf(transaction, 100, ACCOUNTS.slow))
    const bytes = requestBytes('POST /refund/request', [authorization, `idempotency-key: ${randomUUID()}`], body)
    const connection = free.pop() ?? (await new Promise<Connection>(resolve => waiting.push(resolve)))
    await connection.ask(bytes, 201)
    const next = waiting.shift()
    if (next === undefined) free.push(connection)
    else next(connection)
  }

  /** By every process in turn: each remembers the transactions that it has recorded itself and reads the others. */
  async function record(count: number): Promise<SampleTransaction[]> {
    const transactions = Array.from({ length: count }, () => transactionOf(100))
    for (let at = 0; at < count; at += 1_000) {
      const response = await fetch(`${urls[(at / 1_000) % urls.length]}/transactions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(transactions.slice(at, at + 1_000)),
      })
      if (response.status !== 201) throw new Error(`POST /transactions: ${response.status} ${await response.text()}`)
      await response.arrayBuffer()
    }
    return transactions
  }

  return {
    request,
    record,
    /** Requests as fast as they are answered; so many per second. */
    async flood(count: number): Promise<number> {
      const transactions = await record(count)
      const { ms } = await timed(count, CONNECTIONS, index => request(transactions[index]!))
      return perSecond(count, ms)
    },
    end: () => {
      for (const connection of connections) connection.end()
    },
  }
}

/** Requests at a steady rate, whether or not the ones before have been answered. */
async function pace(caller: Caller, rate: number) {
  const transactions = await caller.record(Math.ceil(rate * (WARM_UP_S + STEADY_S)))
  const each: number[] = []
  const started = performance.now()
  await Promise.all(
    transactions.map(async (transaction, index) => {
      const due = started + (index / rate) * 1_000
      await delay(Math.max(0, due - performance.now()))
      await caller.request(transaction)
      if (due - started >= WARM_UP_S * 1_000) each.push(performance.now() - due)
    }),
  )
  return { rate, p50: median(each), p99: percentile(each, 0.99) }
}
