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
import { type BesideFloor, figure, median, percentile, perSecond, rateBesideFloor, round, timed } from './figures.ts'
import { spawnService } from './spawned-service.ts'

export const name = 'refund requests'

const APPENDS = 8_000
/** A busy machine records them well within the time limit of a request. */
const RECORDED_AT_ONCE = 200
const CONNECTIONS = 64
const ROUNDS = Number(process.env.BENCH_REFUND_ROUNDS ?? 3)
const STEADY_S = 6
/** At a steady rate the tail is the machine's as much as the service's: the median of so many rounds. */
const STEADY_ROUNDS = Number(process.env.BENCH_REFUND_STEADY_ROUNDS ?? 10)
/** Before the first of them. */
const WARM_UP_REQUESTS = 1_500
/** Not counted at a steady rate: connections are made, and the caller itself gets going. */
const WARM_UP_S = 1

/** How the service runs: its command API alone, in one process or in two that share the connections, or all in one. */
const FORMS = [
  { form: 'role api', roles: 'api', processes: 1, requests: 4_000, aim: ', aim ≥ 45 %' },
  { form: 'role api, two processes', roles: 'api', processes: 2, requests: 4_000, aim: '' },
  { form: 'all roles', roles: undefined, processes: 1, requests: 1_500, aim: ', aim ≥ 20 %' },
]
/** What each form is asked for at a steady rate, requests/s: a busy hour, and not what it can just take. */
const STEADY = [
  { form: 'role api', roles: 'api', rate: 500, aimMs: 10 },
  { form: 'all roles', roles: undefined, rate: 150, aimMs: 30 },
]

export async function bench(): Promise<void> {
  const floors: number[] = []
  const accepted = FORMS.map((): number[] => [])
  const appendP99s: number[] = []
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
        accepted[index]!.push(await caller.flood(requests))
        caller.end()
      } finally {
        await service.stop()
      }
    }
  }
  const floor = median(floors)
  figure('bare appends/s through the client, 64 at a time, ÷ 2 (floor)', round(floor))
  for (const [index, { form, aim }] of FORMS.entries()) {
    const rate = median(accepted[index]!)
    figure(
      `refund requests accepted/s, ${CONNECTIONS} connections, ${form}`,
      round(rate),
      `${round((rate / floor) * 100)} % of the floor${aim}`,
    )
  }
  const appendP99 = median(appendP99s)
  figure('bare append, one at a time, p99 ms (floor)', round(appendP99, 2))
  for (const { form, roles, rate, aimMs } of STEADY) {
    const rounds = await steady(roles, rate)
    const p99s = rounds.map(({ p99 }) => p99)
    const p99 = median(p99s)
    const [least, most] = [0, 1].map(part => round(percentile(p99s, part), 1))
    figure(`POST /refund/request at ${rate}/s, ${form}, p50 ms`, round(median(rounds.map(({ p50 }) => p50)), 2))
    figure(
      `POST /refund/request at ${rate}/s, ${form}, p99 ms`,
      round(p99, 2),
      `${round(p99 / appendP99, 1)} × the floor, aim ≤ ${aimMs} ms; ${STEADY_ROUNDS} rounds ${least}–${most}`,
    )
  }
}

/** Refund requests/s that role api accepts, and their floor, in turns. */
export async function refundRequestsBesideFloor(rounds: number, requests = 600): Promise<BesideFloor[]> {
  const bare = await startBare()
  const service = await serve('api', 1)
  try {
    const caller = await callerOf(service)
    await caller.flood(4 * requests)
    const measured: BesideFloor[] = []
    for (let run = 0; run < rounds; run += 1) {
      // Two appends for each request.
      const { ms } = await timed(2 * requests, CONNECTIONS, bare.append)
      measured.push(rateBesideFloor(await caller.flood(requests), perSecond(requests, ms)))
    }
    caller.end()
    return measured
  } finally {
    await Promise.all([service.stop(), bare.stop()])
  }
}

/** Rounds at a steady rate, on stores of their own. */
async function steady(roles: string | undefined, rate: number) {
  const service = await serve(roles, 1)
  try {
    const caller = await callerOf(service)
    await caller.flood(WARM_UP_REQUESTS)
    const rounds: Awaited<ReturnType<typeof pace>>[] = []
    for (let done = 0; done < STEADY_ROUNDS; done += 1) rounds.push(await pace(caller, rate))
    caller.end()
    return rounds
  } finally {
    await service.stop()
  }
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
async function startBare() {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'))
  const node = await startEmbeddedEventStore({ dataDir })
  const client = EventStoreDBClient.connectionString(node.url)
  const data = { text: 'x'.repeat(900) }
  const append = () =>
    client.appendToStream(`bench-${randomUUID()}`, jsonEvent({ type: 'Happened', data }), {
      expectedRevision: NO_STREAM,
    })
  await timed(500, CONNECTIONS, append)
  return {
    append,
    async stop() {
      await client.dispose()
      await node.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function bareAppends() {
  const { append, stop } = await startBare()
  const { ms } = await timed(APPENDS, CONNECTIONS, append)
  const { each } = await timed(2_000, 1, append)
  await stop()
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
    for (let at = 0; at < count; at += RECORDED_AT_ONCE) {
      const response = await fetch(`${urls[(at / RECORDED_AT_ONCE) % urls.length]}/transactions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(transactions.slice(at, at + RECORDED_AT_ONCE)),
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
  return { p50: median(each), p99: percentile(each, 0.99) }
}
