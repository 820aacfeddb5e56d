import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client'
import { Pool } from 'undici'
import { startEmbeddedEventStore } from '#embedded/eventstore/spawn.ts'
import { ACCOUNTS, refundOf, type SampleTransaction, transactionOf } from '../harness/samples.ts'
import { figure, median, percentile, perSecond, round, timed } from './figures.ts'
import { spawnService } from './spawned-service.ts'

export const name = 'refund requests'

const REQUESTS = 4_000
const CONNECTIONS = 64
const ROUNDS = 3
const STEADY_S = 6
/** Not counted at a steady rate: connections are made, and the caller itself gets going. */
const WARM_UP_S = 1

export async function bench(): Promise<void> {
  const floors: number[] = []
  const accepted: { api: number[]; all: number[] } = { api: [], all: [] }
  const appendP99s: number[] = []
  const paced: Awaited<ReturnType<typeof pace>>[] = []
  for (let run = 0; run < ROUNDS; run += 1) {
    const floor = await bareAppends()
    floors.push(floor.perSecond / 2)
    appendP99s.push(floor.p99)
    for (const roles of ['api', 'all'] as const) {
      const service = await spawnService(roles === 'api' ? { ROLES: 'api' } : {})
      try {
        const caller = await callerOf(service.url, service.token)
        const transactions = await caller.record(REQUESTS)
        const { ms } = await timed(REQUESTS, CONNECTIONS, index => caller.request(transactions[index]!))
        accepted[roles].push(perSecond(REQUESTS, ms))
        if (roles === 'api') paced.push(await pace(caller, accepted.api.at(-1)! / 2))
        await caller.close()
      } finally {
        await service.stop()
      }
    }
  }
  const floor = median(floors)
  figure('bare appends/s through the client, 64 at a time, ÷ 2 (floor)', round(floor))
  figure(
    'refund requests accepted/s, 64 connections, role api',
    round(median(accepted.api)),
    `${round((median(accepted.api) / floor) * 100)} % of the floor`,
  )
  figure(
    'refund requests accepted/s, 64 connections, all roles',
    round(median(accepted.all)),
    `${round((median(accepted.all) / floor) * 100)} % of the floor`,
  )
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
  const { ms } = await timed(REQUESTS * 2, CONNECTIONS, append)
  const { each } = await timed(2_000, 1, append)
  await client.dispose()
  await node.stop()
  rmSync(dataDir, { recursive: true, force: true })
  return { perSecond: perSecond(REQUESTS * 2, ms), p99: percentile(each, 0.99) }
}

async function callerOf(url: string, token: string) {
  const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1 })
  const post = async (path: string, body: unknown, expected: number, headers: Record<string, string> = {}) => {
    const { statusCode, body: answer } = await pool.request({
      path,
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (statusCode !== expected) throw new Error(`${path} answered ${statusCode} ${text}`)
  }
  return {
    async record(count: number): Promise<SampleTransaction[]> {
      const transactions = Array.from({ length: count }, () => transactionOf(100))
      for (let at = 0; at < count; at += 1_000) await post('/transactions', transactions.slice(at, at + 1_000), 201)
      return transactions
    },
    request: (transaction: SampleTransaction) =>
      post('/refund/request', refundOf(transaction, 100, ACCOUNTS.slow), 201, { 'idempotency-key': randomUUID() }),
    close: () => pool.close(),
  }
}

/** Requests at a steady rate, whether or not the ones before have been answered. */
async function pace(caller: Awaited<ReturnType<typeof callerOf>>, rate: number) {
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
