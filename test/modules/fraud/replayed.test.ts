import { randomUUID } from 'node:crypto'
import * as assert from 'uvu/assert'
import { createAggregates } from '#domain/fraud/aggregates.ts'
import { assess } from '#domain/fraud/assess.ts'
import { featuresOf } from '#domain/fraud/features.ts'
import { DAY_MS, type Entry, type History, NO_HISTORY, WINDOW_MS_MAX, withEntry } from '#domain/fraud/history.ts'
import { latestReport, type OutcomeReport } from '#domain/fraud/outcomes/decider.ts'
import { isFraud, outcomeStreams, REPORTED_OUTCOMES } from '#domain/fraud/outcomes/events.ts'
import { NO_POLICY } from '#domain/fraud/policy/decider.ts'
import { entryOf } from '#domain/fraud/profile/decider.ts'
import { profileStreams, type ScoredData } from '#domain/fraud/profile/events.ts'
import { countUnseen } from '#domain/fraud/reference.ts'
import type { LoggedEvent } from '#event-sourcing/event-store.ts'
import { MODEL_FILE, openModel } from '#services/fraud/model.ts'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { random, readLog } from '../../projector/refund-histories.ts'

/** The log says of each score what it was made of: whoever reads no further than the score says makes the same. */
const test = suite('scores made again from the log')
const service = await startTestService()
const { admin } = service
test.after(() => service.end())

const TRANSACTIONS = 150
const START = Math.floor(Date.now() / DAY_MS) * DAY_MS - 60 * DAY_MS
const next = random(15)
const pick = (count: number) => Math.floor(next() * count)
const iso = (at: number) => new Date(at).toISOString()

/** Scores in the order of their own time, nearly; outcomes are known days later, and told days after that. */
async function play(): Promise<void> {
  const untold: { toldAt: number; body: object }[] = []
  for (let n = 0; n < TRANSACTIONS; n += 1) {
    const now = START + Math.floor((n * 50 * DAY_MS) / TRANSACTIONS)
    const at = pick(6) === 0 ? now - pick(3 * DAY_MS) : now
    const transaction = {
      ...{ transaction_id: `tx_${randomUUID()}`, user_id: `user_${pick(5)}`, amount: 1 + pick(900), currency: 'EUR' },
      ...{ operation_type: pick(4) === 0 ? 'transfer' : 'payment', merchant: { id: `m_${pick(3)}` } },
      ...{ device: { fingerprint: `f_${pick(6)}` }, timestamp: iso(at) },
    }
    await admin.post('/fraud/score/realtime', { transaction })
    for (let count = pick(3); count > 0; count -= 1) {
      const knownAt = at + pick(6 * DAY_MS)
      const outcome = REPORTED_OUTCOMES[pick(3)]!
      const body = { transaction_id: transaction.transaction_id, outcome, reported_at: iso(knownAt) }
      untold.push({ toldAt: knownAt + pick(4) * DAY_MS, body })
    }
    for (const due of untold.filter(({ toldAt }) => toldAt <= now)) {
      untold.splice(untold.indexOf(due), 1)
      await admin.post('/fraud/outcomes', due.body)
    }
  }
}

const isScored = (event: LoggedEvent): event is LoggedEvent & { type: 'TransactionScored'; data: ScoredData } =>
  event.type === 'TransactionScored'

/** What was known across users at a place of the log, of a transaction's time. */
function aroundAt(log: readonly LoggedEvent[], asOf: bigint, { data }: { data: ScoredData }, entry: Entry) {
  const aggregates = createAggregates()
  const deviceUsers = new Set<string>()
  const whose = new Map<string, { user: string; merchant: string | null; device: string | null }>()
  const reports = new Map<string, Pick<OutcomeReport, 'outcome' | 'reported_at'>[]>()
  for (const event of log.filter(({ position }) => position.commit <= asOf))
    if (profileStreams.has(event)) {
      const { type, data: of } = profileStreams.parse(event)
      const { merchant, device: its } = of.transaction
      whose.set(of.transaction_id, { user: of.user_id, merchant, device: its })
      if (type === 'TransactionScored' && !of.has_entered) continue
      const { at, device } = entryOf(of.transaction)
      aggregates.add(entryOf(of.transaction), of.user_id)
      const isInWindow = at <= entry.at && at > entry.at - WINDOW_MS_MAX
      if (device !== null && device === entry.device && isInWindow && of.user_id !== data.user_id)
        deviceUsers.add(of.user_id)
    } else {
      const { transaction_id, outcome, reported_at } = outcomeStreams.parse(event).data
      reports.set(transaction_id, [...(reports.get(transaction_id) ?? []), { outcome, reported_at }])
    }
  for (const [transaction_id, all] of reports) {
    const said = all.filter(({ reported_at }) => Date.parse(reported_at) <= entry.at)
    const newest = latestReport(said)
    if (transaction_id === data.transaction_id || newest === undefined || !isFraud(newest.outcome)) continue
    // Known since the first report of a fraud behind the last that it was none; of one moment the last report stands.
    const moments = Map.groupBy(said, ({ reported_at }) => reported_at)
    const ordered = [...moments].sort(([a], [b]) => (a < b ? -1 : 1)).map(([at, of]) => ({ at, of: of.at(-1)! }))
    const cleared = ordered.findLastIndex(({ of }) => !isFraud(of.outcome))
    aggregates.known({ ...whose.get(transaction_id)!, at: Date.parse(ordered[cleared + 1]!.at) })
  }
  // Not `createAround`'s, which knows of each user the newest time alone, and so counts who came later than a late
  // transaction.
  return { ...aggregates.aggregatesFor(entry, data.user_id), deviceUsers: deviceUsers.size }
}

test('no label leaks: with outcomes that come days late, each score is made again to the last bit', async () => {
  await play()
  const { store } = service.service
  const log = [...(await readLog(store, profileStreams.prefix)), ...(await readLog(store, outcomeStreams.prefix))]
  log.sort((a, b) => (a.position.commit < b.position.commit ? -1 : 1))
  const histories = new Map<string, History>()
  const model = await openModel(MODEL_FILE)
  let labelled = 0
  for (const event of log.filter(isScored)) {
    const { data } = event
    const history = histories.get(data.user_id) ?? NO_HISTORY
    const entry = entryOf(data.transaction)
    if (data.has_entered) histories.set(data.user_id, withEntry(history, entry))
    const asOf = data.features.as_of
    const aggregates = aroundAt(log, BigInt(asOf ?? -1), event, entry)
    const features = featuresOf(entry, history, aggregates)
    const again = assess({
      ...{ entry, history, aggregates, asOf },
      scores: {
        features,
        ...{ model: await model.predict(features), version: model.version, shadow: null },
        unseen: countUnseen(model.reference!, features) / features.length,
      },
      ...{ entries: [], policy: { version: data.policy_version, policy: NO_POLICY, set_at: null, set_by: null } },
    })
    const made = Object.keys(again).map(name => [name, Reflect.get(data, name)])
    assert.equal(again, Object.fromEntries(made))
    if (aggregates.known.n > 0 || (aggregates.merchant?.known.n30d ?? 0) > 0) labelled += 1
  }
  await model.close()
  assert.is(log.filter(isScored).length, TRANSACTIONS)
  assert.ok(labelled > TRANSACTIONS / 3, `${labelled} scores by what became known`)
})

test.run()
