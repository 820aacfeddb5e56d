import { randomUUID } from 'node:crypto'
import * as assert from 'uvu/assert'
import { recomputeScore } from '#commands/fraud/recompute-score.ts'
import { REPORTED_OUTCOMES } from '#domain/fraud/outcomes/events.ts'
import { profileStreams } from '#domain/fraud/profile/events.ts'
import { createFindAggregates } from '#modules/fraud/aggregates/find-aggregates.ts'
import { velocityAggregates } from '#projections/fraud/velocity-aggregates.ts'
import type { ScoredEvent } from '#services/fraud/find-score.ts'
import { MODEL_FILE, openModel } from '#services/fraud/model.ts'
import type { FraudService } from '#services/fraud/scoring.ts'
import { waitForCheckpoint } from '#subscription/wait-for-checkpoint.ts'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { random } from '../../projector/refund-histories.ts'

const test = suite('a score that is made again of what it was made of')
const service = await startTestService()
const { admin } = service
const model = await openModel(MODEL_FILE)
const { client_id } = (await admin.get('/api/auth/me')).body
test.after(async () => {
  await model.close()
  await service.end()
})

const rescoring = {
  ...service.service,
  findAggregates: createFindAggregates(service.service),
  scoring: {
    async predict(readings: readonly Float32Array[]) {
      const answers = await Promise.all(readings.map(model.predict))
      const highest = answers.reduce((a, b) => (b.probability > a.probability ? b : a))
      const features = readings[answers.indexOf(highest)]!
      return { features, model: highest, version: model.version, unseen: 0, shadow: null }
    },
  },
} as unknown as FraudService

const TRANSACTIONS = Number(process.env.RESCORED ?? 120)
const DAY_MS = 86_400_000
const now = Date.now() - DAY_MS
const next = random(Number(process.env.SEED ?? 8))
const pick = (count: number) => Math.floor(next() * count)
const iso = (at: number) => new Date(at).toISOString()

/** Until the figures know all that was recorded. */
async function followed(): Promise<void> {
  const { name: follower, prefixes } = velocityAggregates
  assert.ok(await waitForCheckpoint(service.service, { name: follower, prefixes }, 30_000))
}

const transactionOf = () => ({
  ...{ transaction_id: `tx_${randomUUID()}`, user_id: `user_${pick(6)}`, currency: 'EUR' },
  amount: pick(3) === 0 ? 1 + pick(9) : 1 + pick(4_000),
  operation_type: pick(3) === 0 ? 'transfer' : pick(8) === 0 ? 'refund' : 'payment',
  ...(pick(5) === 0 ? {} : { merchant: { id: `m_${pick(4)}` } }),
  ...(pick(5) === 0 ? {} : { device: { fingerprint: `f_${pick(4)}`, ip: `ip_${pick(5)}` } }),
  ...(pick(2) === 0 ? {} : { account_id: `account_${pick(3)}` }),
  // Many are late, some so much that their windows had lost a part, and a few are in none.
  timestamp: iso(now - (pick(2) === 0 ? pick(DAY_MS) : pick(38 * DAY_MS))),
})
type Made = ReturnType<typeof transactionOf>

async function rescored({ user_id, transaction_id }: Made) {
  await followed()
  const profile = await service.service.store.read(profileStreams.stream(profileStreams.id(client_id, user_id)))
  const events = profile.map(profileStreams.parse)
  const scored = events.find(
    event => event.type === 'TransactionScored' && event.data.transaction_id === transaction_id,
  ) as ScoredEvent
  const { score, level, recommendation, risk_factors, model_version } = scored.data
  return {
    was: { score, level, recommendation, risk_factors, model_version },
    is: await recomputeScore(rescoring, scored, events),
  }
}

test('is the same to the last digit where nothing but the transaction itself came in since', async () => {
  const made: Made[] = []
  const seen = { late: 0, entered: 0, factors: new Set<string>() }
  for (let n = 0; n < TRANSACTIONS; n += 1) {
    const transaction = transactionOf()
    // Some are in the figures before they are scored.
    if (pick(4) === 0) {
      await admin.post('/transactions', transaction)
      seen.entered += 1
      if (pick(2) === 0) await new Promise(resolve => setTimeout(resolve, 100))
    }
    // Some reports are of times that lie behind the transactions that come next.
    if (made.length > 0 && pick(3) > 0) {
      const { transaction_id, timestamp } = made[pick(made.length)]!
      const reported_at = iso(Math.min(Date.parse(timestamp) + pick(20 * DAY_MS), now + DAY_MS))
      await admin.post('/fraud/outcomes', { transaction_id, outcome: REPORTED_OUTCOMES[pick(3)], reported_at })
    }
    await followed()
    const { status, body } = await admin.post('/fraud/score/realtime', { transaction })
    assert.is(status, 200, JSON.stringify(body))
    const { was, is } = await rescored(transaction)
    assert.equal(is, was, `transaction ${n}: ${JSON.stringify(transaction)}`)
    for (const factor of was.risk_factors) seen.factors.add(factor)
    if (Date.parse(transaction.timestamp) < now - DAY_MS) seen.late += 1
    made.push(transaction)
  }
  assert.ok(seen.late > TRANSACTIONS / 4 && seen.entered > TRANSACTIONS / 8)
  for (const factor of ['merchant_risk', 'device_known_fraud', 'account_known_fraud'])
    assert.ok(seen.factors.has(factor), [...seen.factors].join())
})

test.run()
