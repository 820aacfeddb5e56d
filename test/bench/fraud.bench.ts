import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { NAMES } from '#domain/fraud/features.ts'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { runningStores } from '#embedded/running-stores.ts'
import { MODEL_FILE } from '#modules/fraud/model.ts'
import { openSession } from '#trees/session.ts'
import { client } from '../harness/client.ts'
import { figure, median, percentile, perSecond, round, timed } from './figures.ts'
import { spawnService } from './spawned-service.ts'

/**
 * How many transactions one process scores per second, and how long one takes, with the store, the database and the caller on the same machine. The
 * floor is what no score can do without: two appends, one after the other, and a run of the model.
 */
export const name = 'fraud scores in real time'

const SCORES = Number(process.env.BENCH_SCORES ?? 4_000)
const USERS = 500
const PARALLEL = [1, 16, 64]
const P95 = 0.95

export async function bench(): Promise<void> {
  const service = await spawnService({ ROLES: process.env.BENCH_ROLES ?? 'api' })
  const { eventStoreUrl } = runningStores(service.environment.DATA_DIR!) ?? {}
  const store = connectEventStore(eventStoreUrl!)
  const session = await openSession(readFileSync(MODEL_FILE))
  try {
    const bank = client(service.url, service.token)
    const score = (index: number) =>
      bank.post('/fraud/score/realtime', { transaction: transactionOf(`user_${index % USERS}`) })
    await timed(USERS, 8, score)
    const { metadata } = await lastEvent(store)
    const row = new Float32Array(NAMES.length)
    const bare = async () => {
      for (let append = 0; append < 2; append += 1)
        await store.append(`bench-${randomUUID()}`, 'no_stream', [
          { id: randomUUID(), type: 'Bare', data: {}, metadata },
        ])
      await session.scores([row])
    }
    for (const parallel of PARALLEL) {
      const count = parallel === 1 ? SCORES / 8 : SCORES
      const floor = await timed(count, parallel, bare)
      const scored = await timed(count, parallel, score)
      const share = round((floor.ms / scored.ms) * 100)
      figure(
        `two appends and a run at ${parallel}, per second (floor)`,
        round(perSecond(count, floor.ms)),
        said(floor.each),
      )
      figure(
        `scores at ${parallel}, per second`,
        round(perSecond(count, scored.ms)),
        `${share} % of the floor; ${said(scored.each)}`,
      )
    }
    figure('the service at the end, MB', round(service.residentMb()))
  } finally {
    await session.close()
    await store.close()
    await service.stop()
  }
}

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
