import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { readRunningStores } from '#embedded/running-stores.ts'
import { client } from '../harness/client.ts'
import { exchange } from '../harness/exchange.ts'
import { type BesideFloor, figure, median, percentile, perSecond, rateBesideFloor, round, timed } from './figures.ts'
import { spawnService } from './spawned-service.ts'

/**
 * How many transactions one process scores per second, and how long one takes, with the store, the database and the
 * caller on the same machine. The floor is what no score can do without, in a process of its own: a request, two
 * appends one after the other, a run of the model, an answer.
 */
export const name = 'fraud scores in real time'

const SCORES = Number(process.env.BENCH_SCORES ?? 4_000)
const USERS = 500
const PARALLEL = [1, 16, 64]
const P95 = 0.95

export async function bench(): Promise<void> {
  const both = await startBoth()
  try {
    for (const parallel of PARALLEL) {
      const count = parallel === 1 ? SCORES / 8 : SCORES
      const { floor, scored } = await both.measure(count, parallel)
      const share = round((floor.ms / scored.ms) * 100)
      figure(
        `bare server, two appends and a run at ${parallel}, per second (floor)`,
        round(perSecond(count, floor.ms)),
        said(floor.each),
      )
      figure(
        `scores at ${parallel}, per second`,
        round(perSecond(count, scored.ms)),
        `${share} % of the floor; ${said(scored.each)}`,
      )
    }
    figure('the service at the end, MB', round(both.residentMb()))
  } finally {
    await both.stop()
  }
}

/** Scores/s, 16 at a time, and their floor, in turns. */
export async function scoresBesideFloor(rounds: number, scores = 300, parallel = 16): Promise<BesideFloor[]> {
  const both = await startBoth()
  try {
    await both.measure(4 * scores, parallel)
    const measured: BesideFloor[] = []
    for (let run = 0; run < rounds; run += 1) {
      const { floor, scored } = await both.measure(scores, parallel)
      measured.push(rateBesideFloor(perSecond(scores, scored.ms), perSecond(scores, floor.ms)))
    }
    return measured
  } finally {
    await both.stop()
  }
}

/** The service and the bare server, on one event store. */
async function startBoth() {
  const service = await spawnService({ ROLES: process.env.BENCH_ROLES ?? 'api,projector' })
  const { eventStoreUrl } = readRunningStores(service.environment.DATA_DIR!) ?? {}
  const store = connectEventStore(eventStoreUrl!)
  const bank = client(service.url, service.token)
  const score = (index: number) =>
    bank.post('/fraud/score/realtime', { transaction: transactionOf(`user_${index % USERS}`) })
  await timed(USERS, 8, score)
  const { metadata } = await lastEvent(store)
  const bare = await spawnBare(eventStoreUrl!, metadata)
  const bareScore = (index: number) => exchange(bare.url, 'POST', '/', bodyOf(transactionOf(`user_${index % USERS}`)))
  return {
    residentMb: service.residentMb,
    async measure(count: number, parallel: number) {
      const floor = await timed(count, parallel, bareScore)
      return { floor, scored: await timed(count, parallel, score) }
    },
    async stop() {
      bare.child.kill()
      await store.close()
      await service.stop()
    },
  }
}

async function spawnBare(EVENTSTORE_URL: string, metadata: object): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, 'bare-scorer-process.ts')], {
    env: { ...process.env, EVENTSTORE_URL, METADATA: JSON.stringify(metadata) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout! }))
    if (line.startsWith('ready ')) return { child, url: line.slice('ready '.length) }
  throw new Error('the bare server did not start')
}

const bodyOf = (transaction: object) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ transaction }),
})

function said(each: number[]): string {
  return `p50 ${round(median(each), 1)} ms, p95 ${round(percentile(each, P95), 1)} ms`
}

function transactionOf(user_id: string) {
  return {
    ...{ transaction_id: `tx_${randomUUID()}`, user_id, amount: 42.5, currency: 'EUR', operation_type: 'payment' },
    merchant: { id: `m_${Math.floor(Math.random() * 100)}`, category: 'grocery' },
    device: { ip: '203.0.113.7', fingerprint: `f_${user_id}` },
    timestamp: new Date().toISOString(),
  }
}

/** Metadata of an event are as long as another one's. */
async function lastEvent(store: ReturnType<typeof connectEventStore>) {
  const end = await store.end()
  const event = end === null ? null : await store.at(end)
  if (event === null || !('metadata' in event)) throw new Error('the log has no event to take after')
  return event
}
