import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { startEmbeddedEventStore } from '#embedded/eventstore/spawn.ts'
import { ReadyResponse } from '#http/operations-schemas.ts'
import { testEnvironment } from '../harness/service.ts'
import { spawnStart } from '../harness/spawned-service.ts'
import { figure, median, perSecond, round } from './figures.ts'
import { EACH, fillWithScores } from './scored-transactions.ts'
import { startAgainMs } from './spawned-service.ts'

/**
 * How long a process takes from its start to ready behind a log of so many scored transactions, with its stores,
 * whose processes start with it. The floor is the same start behind an empty log. The aim is 10 s at 1,000,000.
 */
export const name = 'start again behind a log of scored transactions'

const TRANSACTIONS = Number(process.env.BENCH_TRANSACTIONS ?? 20_000)
const ROUNDS = 3
const LOOK_MS = 1_000

export async function bench(): Promise<void> {
  const environment = testEnvironment({ LOG_LEVEL: 'warn' })
  try {
    await started(environment)
    const empty = await startsAgain(environment)
    await fill(environment)
    figure('the first start, until its read models have it all, s', round((await started(environment)) / 1_000, 1))
    const again = await startsAgain(environment)
    figure('start to ready behind an empty log, ms (floor)', round(median(empty)), empty.map(ms => round(ms)).join(' '))
    const beside = `${again.map(ms => round(ms)).join(' ')}; aim at 1,000,000: ≤ 10,000`
    figure(`start to ready with ${TRANSACTIONS} scored transactions, ms`, round(median(again)), beside)
  } finally {
    rmSync(environment.DATA_DIR!, { recursive: true, force: true })
  }
}

async function startsAgain(environment: Record<string, string>): Promise<number[]> {
  const ms: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) ms.push(await startAgainMs(environment))
  return ms
}

async function fill(environment: Record<string, string>): Promise<void> {
  const node = await startEmbeddedEventStore({ dataDir: join(environment.DATA_DIR!, 'eventstore'), port: 0 })
  const store = connectEventStore(node.url)
  const startedAt = performance.now()
  await fillWithScores(store, Math.ceil(TRANSACTIONS / EACH), { withTransactions: true })
  figure('filling, transactions/s', round(perSecond(TRANSACTIONS, performance.now() - startedAt)))
  await store.close()
  await node.stop()
}

/** Starts it, waits until nothing of the log is left to be taken in, and ends it; milliseconds until then. */
async function started(environment: Record<string, string>): Promise<number> {
  const from = performance.now()
  const { child, url, gone } = await spawnStart(environment)
  while (!(await isThrough(url))) await delay(LOOK_MS)
  const ms = performance.now() - from
  child.kill('SIGTERM')
  await gone
  return ms
}

async function isThrough(url: string): Promise<boolean> {
  const { parts } = ReadyResponse.parse(await (await fetch(`${url}/health/ready`)).json())
  return Object.values(parts).every(({ state, lag_ms = 0 }) => (state === 'up' || state === 'off') && lag_ms === 0)
}
