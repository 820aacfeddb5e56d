import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'slonik'
import { z } from 'zod'
import { FEATURE_NAMES } from '#domain/fraud/features.ts'
import { connectPostgres } from '#edge/postgres/pool.ts'
import { readRunningStores } from '#embedded/running-stores.ts'
import { openSession } from '#ml/trees/session.ts'
import { MODEL_FILE } from '#services/fraud/model.ts'
import { client, until } from '../harness/client.ts'
import { figure, median, percentile, round, timed } from './figures.ts'
import { spawnService } from './spawned-service.ts'

/**
 * How long a page of 1,000 takes whose transactions were never scored, all of them to be scored by what their users
 * did before. The floor is the model alone: one run of 1,000 rows. The aim is 200 ms.
 */
export const name = 'fraud scores in batches'

const BATCH = 1_000
/** With as many in the windows of each user as active ones have: some sixty in 30 days. */
const TRANSACTIONS = Number(process.env.BENCH_TRANSACTIONS ?? 6_000)
const USERS = Math.ceil(TRANSACTIONS / 60)
const MERCHANTS = 100
const DAYS = 30
const ROUNDS = 40
const P95 = 0.95
const DAY_MS = 86_400_000
const FOLLOWED_MS_MAX = 300_000

export async function bench(): Promise<void> {
  const service = await spawnService({ ROLES: 'api,projector,reactor' })
  const { databaseUrl } = readRunningStores(service.environment.DATA_DIR!) ?? {}
  const db = await connectPostgres(databaseUrl!)
  const session = await openSession(readFileSync(MODEL_FILE))
  try {
    const bank = client(service.url, service.token)
    const now = Date.now()
    await timed(TRANSACTIONS / BATCH, 1, () =>
      bank.post(
        '/transactions',
        Array.from({ length: BATCH }, () => transactionAt(now - Math.floor(Math.random() * DAYS * DAY_MS))),
      ),
    )
    const waiting = () =>
      db.oneFirst(sql.type(z.object({ n: z.int() }))`
        select count(*) filter (where not is_entered) + ${TRANSACTIONS} - count(*) as n from read.fraud_transactions`)
    await until(waiting, n => n === 0, FOLLOWED_MS_MAX)
    const rows = Array.from({ length: BATCH }, () => new Float32Array(FEATURE_NAMES.length))
    await session.scores(rows)
    const bare = await timed(ROUNDS, 1, () => session.scores(rows))
    figure('a run of 1,000 rows, p95 in ms (floor)', round(percentile(bare.each, P95), 1), said(bare.each))
    for (const page_size of [100, BATCH]) {
      const ask = async () => {
        const { status } = await bank.post('/fraud/score', { pagination: { page_size } })
        if (status !== 200) throw new Error(`the batch answered ${status}`)
      }
      await timed(5, 1, ask)
      const { each } = await timed(ROUNDS, 1, ask)
      figure(
        `a page of ${page_size} that nobody scored, among ${TRANSACTIONS}, p95 in ms`,
        round(percentile(each, P95), 1),
        said(each),
      )
    }
    figure('the service at the end, MB', round(service.residentMb()))
  } finally {
    await session.close()
    await db.end()
    await service.stop()
  }
}

function said(each: number[]): string {
  return `p50 ${round(median(each), 1)} ms`
}

function transactionAt(at: number) {
  const user_id = `user_${Math.floor(Math.random() * USERS)}`
  return {
    ...{ transaction_id: `tx_${randomUUID()}`, user_id, amount: 42.5, currency: 'EUR', operation_type: 'payment' },
    merchant: { id: `m_${Math.floor(Math.random() * MERCHANTS)}`, category: 'grocery' },
    device: { ip: '203.0.113.7', fingerprint: `f_${user_id}` },
    timestamp: new Date(at).toISOString(),
  }
}
