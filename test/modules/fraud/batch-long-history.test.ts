import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { FEATURE_NAMES } from '#domain/fraud/features.ts'
import { profileStreams } from '#domain/fraud/profile/events.ts'
import { computeScores } from '#modules/fraud/compute-scores.ts'
import { listTransactions } from '#queries/fraud/list-transactions.ts'
import type { Scoring } from '#services/fraud/scoring.ts'
import { RULES_ALONE } from '../../domain/fraud/samples.ts'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'

/** A page of a user who did very much: each of the page is scored by tens of thousands. */
const test = suite('a batch of a long history')
const service = await startTestService()
const { db } = service.service
test.after(() => service.end())

const COUNT = 20_000
const PAGE = 1_000
/** In 30 days lie all of them. */
const APART_MS = 120_000
/**
 * Of the thread's own time, which others on the machine do not make longer. Pieces are far shorter; in one they take
 * ten times as long.
 */
const TURN_CPU_MS_MAX = 100

/** The longest turn of the event loop while something is done, in milliseconds of the thread's own time. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let isOver = false
  let before = process.threadCpuUsage()
  const turn = () => {
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, (user + system) / 1_000)
    before = process.threadCpuUsage()
    if (!isOver) setImmediate(turn)
  }
  turn()
  await work()
  isOver = true
  return longest
}

test('each score counts the whole history without blocking the event loop', async () => {
  const bank = await service.newClient()
  const { client_id } = (await bank.get('/api/auth/me')).body
  const profile = profileStreams.id(client_id, 'user_1')
  const now = Date.now()
  await db.query(sql.unsafe`
    insert into read.fraud_transactions (transaction_key, client_id, transaction_id, user_id, operation, at, recorded_at, profile,
      base_minor, amount_minor, currency, has_device, is_entered)
    select gen_random_uuid(), ${client_id}, 'tx_' || n, 'user_1', 'payment', ${now}::bigint - n * ${APART_MS}::bigint, ${now}::bigint,
      ${profile}::uuid, 4250, 4250, 'EUR', false, true
    from generate_series(1, ${COUNT}::integer) n`)
  await db.query(sql.unsafe`analyze read.fraud_transactions`)

  const listed = await listTransactions(db, client_id, {}, { after: null, limit: PAGE })
  let counts: number[] = []
  const scoring: Scoring = {
    predict: async () => RULES_ALONE,
    async predictBatch(rows) {
      counts = rows.map(([row]) => row![FEATURE_NAMES.indexOf('count_30d')]!)
      return rows.map(() => null)
    },
    version: () => 'v0.1.0',
  }
  await computeScores({ ...service.service, scoring }, client_id, listed)
  assert.equal(
    counts,
    Array.from({ length: PAGE }, (_, n) => COUNT - n),
  )

  const ask = async () => assert.is((await bank.post('/fraud/score', { pagination: { page_size: PAGE } })).status, 200)
  await ask()
  const turn = await longestTurn(ask)
  assert.ok(turn < TURN_CPU_MS_MAX, `a turn took ${turn} ms`)
})

test.run()
