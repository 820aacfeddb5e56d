import { readFileSync } from 'node:fs'
import * as assert from 'uvu/assert'
import { createAggregates } from '#domain/fraud/aggregates.ts'
import { evaluate } from '#domain/fraud/assess.ts'
import { FEATURE_NAMES, FEATURES, featureVariants, isSpike, type VelocityAggregates } from '#domain/fraud/features.ts'
import { DAY_MS, type Entry, type History, NO_HISTORY, withEntry } from '#domain/fraud/history.ts'
import { contributionsOf, type Ensemble, marginOf, probabilityOf } from '#ml/trees/ensemble.ts'
import { readOnnx } from '#ml/trees/read-onnx.ts'
import { readSimulator } from '#programs/training/fraud/simulator.ts'
import { MODEL_FILE } from '#services/fraud/model.ts'
import { depth } from '../../harness/depth.ts'
import { suite } from '../../harness/suite.ts'

/** What a transaction leaves out, over the simulator, by the model that is served and the rules. */
const test = suite('fields that are left out')
const FILE = process.env.SIMULATOR ?? 'test/fixtures/fraud/api_sim_sample.csv.gz'
/** All are played, one in so many is scored: DEPTH=full scores all. */
const SCORED_EVERY = depth(4, 1)
const { ensemble } = readOnnx(readFileSync(MODEL_FILE))

type Field = 'device' | 'ip' | 'merchant' | 'account' | 'category'
const FIELDS: readonly Field[] = ['device', 'ip', 'merchant', 'account', 'category']

/** The file has neither; each user has one. */
const withAccount = (entry: Entry, user: string) => ({ ...entry, account: `of ${user}`, category: 'shops' })

function scored(entry: Entry, history: History, aggregates: VelocityAggregates) {
  const answers = featureVariants(entry, history, aggregates).map(row => ({
    probability: probabilityOf(marginOf(ensemble, row)),
    contributions: groups(ensemble, row),
  }))
  const answer = answers.reduce((a, b) => (b.probability > a.probability ? b : a))
  return evaluate({ entry, history, aggregates, modelScore: answer, entries: [] })
}

function groups(model: Ensemble, row: Float32Array) {
  const added = { amount: 0, velocity: 0, merchant: 0, device: 0, time: 0, profile: 0 }
  const { of } = contributionsOf(model, row)
  for (const [at, name] of FEATURE_NAMES.entries()) added[FEATURES[name]!.group] += of[at]!
  return added
}

/** What nothing is known of through others, as of a field that nobody names. */
function withoutField(aggregates: VelocityAggregates, field: Field): VelocityAggregates {
  const { others } = aggregates
  if (field === 'merchant') return { ...aggregates, merchant: null }
  if (field === 'account') return { ...aggregates, others: { ...others, accountFrauds: { n: 0, last: null } } }
  if (field !== 'device') return aggregates
  const none = { deviceFrauds: { n: 0, last: null }, smallOnDevice: { n: 0, users: 0 } }
  return { ...aggregates, deviceUsers: 0, others: { ...others, ...none } }
}

type Seen = { entry: Entry; history: History; aggregates: VelocityAggregates }

/** The simulator's transactions as each is to be scored; `change` makes others of them. */
async function played(
  take: (seen: Seen) => void,
  change: (entry: Entry, user: string) => Entry = withAccount,
): Promise<void> {
  const aggregates = createAggregates()
  const histories = new Map<string, History>()
  const known: { user: string; entry: Entry; at: number }[] = []
  let count = 0
  await readSimulator([FILE])(({ user, entry: made, receivedAt, fraud }) => {
    for (const one of known.filter(({ at }) => at <= receivedAt)) {
      aggregates.known({ ...one.entry, user: one.user, at: one.at })
      known.splice(known.indexOf(one), 1)
    }
    const history = histories.get(user) ?? NO_HISTORY
    const entry = change({ ...made, isSpike: isSpike(history, made.at, made.base) }, user)
    if (count % SCORED_EVERY === 0) take({ entry, history, aggregates: aggregates.aggregatesFor(entry, user) })
    count += 1
    histories.set(user, withEntry(history, entry))
    aggregates.add(entry, user)
    if (fraud !== null) known.push({ user, entry, at: fraud.knownAt })
  })
}

const isPurchase = ({ operation }: Entry) => operation === 'payment' || operation === 'refund'
/** By its definition: of the user's last five, of a kind where it is a merchant, three named it. */
function isHabit({ entry, history }: Seen, field: Field): boolean {
  const before = history.entries.filter(one => one.at <= entry.at && one.at > entry.at - 30 * DAY_MS)
  const last = before.filter(one => field !== 'merchant' || isPurchase(one) === isPurchase(entry)).slice(-5)
  return last.filter(one => typeof one[field] === 'string').length >= 3
}

/**
 * Below it a score without its merchant is never lower; what others reported of a merchant can't count where it is not
 * named.
 */
const LEVEL_MEDIUM = 0.29

test('omitted by a user who usually names them never lower the score below that of an unreported value', async () => {
  const counts = new Map<Field, { n: number; riskier: number }>(FIELDS.map(field => [field, { n: 0, riskier: 0 }]))
  await played(seen => {
    const { entry, history, aggregates } = seen
    const named = scored(entry, history, aggregates).score
    for (const field of FIELDS) {
      if (entry[field] === null || !isHabit(seen, field)) continue
      const left = scored({ ...entry, [field]: null }, history, withoutField(aggregates, field))
      const unseen = scored({ ...entry, [field]: 'never seen' }, history, withoutField(aggregates, field))
      assert.ok(left.score >= unseen.score, `${field} of ${JSON.stringify(entry)}`)
      const alone = scored(entry, history, withoutField(aggregates, field)).score
      const least = field === 'merchant' ? Math.min(named, LEVEL_MEDIUM) : alone
      assert.ok(left.score >= least, `${field} of ${JSON.stringify(entry)}: ${left.score} < ${least}`)
      const count = counts.get(field)!
      count.n += 1
      if (left.score < named) count.riskier += 1
    }
  })
  for (const field of FIELDS) {
    const { n, riskier } = counts.get(field)!
    assert.ok(n > 1_000 / SCORED_EVERY, `${field}: ${n}`)
    // Where others reported frauds with the merchant, or know the device: one in a hundred.
    assert.ok(riskier <= n * (field === 'merchant' ? 0.02 : 0.001), `${field}: ${riskier} of ${n}`)
  }
})

test('that a user never names say nothing: the score is that of a user with one device and one address', async () => {
  const named: number[] = []
  await played(
    seen => void named.push(scored(seen.entry, seen.history, withoutField(seen.aggregates, 'device')).score),
    entry => ({ ...entry, device: 'own', ip: 'own' }),
  )
  const wrong: unknown[] = []
  let above = 0
  await played(
    ({ entry, history, aggregates }) => {
      const { score, level, risk_factors } = scored(entry, history, aggregates)
      const is = named.shift()
      if (score !== is || risk_factors.includes('device_risk')) wrong.push({ entry, score, is })
      if (level !== 'low') above += 1
    },
    entry => ({ ...entry, device: null, ip: null }),
  )
  assert.equal(wrong.slice(0, 3), [])
  assert.ok(above > 20 / SCORED_EVERY, `${above} are above low`)
})

test('that a user never names give no reason', async () => {
  let above = 0
  await played(
    ({ entry, history, aggregates }) => {
      const { level, risk_factors } = scored(entry, history, aggregates)
      if (level === 'low') return
      above += 1
      assert.ok(risk_factors.length > 0)
      for (const code of ['device_risk', 'merchant_risk', 'merchant_left_out'])
        assert.not(risk_factors.includes(code), code)
    },
    entry => ({ ...entry, device: null, ip: null, merchant: null }),
  )
  assert.ok(above > 20 / SCORED_EVERY, `${above} are above low`)
})

const AT = Date.UTC(2026, 0, 1, 12)
const entryAt = (at: number, more: Partial<Entry> = {}): Entry => ({
  ...{ at, minor: 100_00, base: 100_00, currency: 'EUR', operation: 'payment', merchant: 'm', category: null },
  ...{ device: 'd', ip: 'i', isSpike: false, ...more },
})
const historyOf = (...entries: Entry[]): History => ({ first: entries[0]?.at ?? null, count: entries.length, entries })
const NOTHING = createAggregates().aggregatesFor(entryAt(AT, { merchant: null }), 'u')
const codesOf = (entry: Entry, history: History) => scored(entry, history, NOTHING).codes

test('a takeover with the device left out is one on a new device, and a refund without its merchant is one never paid', () => {
  const habit = historyOf(...[5, 4, 3, 2, 1].map(days => entryAt(AT - days * DAY_MS)))
  const transfer = entryAt(AT, { base: 900_00, operation: 'transfer', merchant: null, device: null })
  assert.equal(codesOf(transfer, habit), ['new_device_large_transfer'])
  assert.ok(scored(transfer, habit, NOTHING).score >= 0.7)
  const refund = entryAt(AT, { operation: 'refund', merchant: null })
  assert.equal(codesOf(refund, habit), ['refund_without_payment', 'merchant_left_out'])
  const never = historyOf(...[5, 4, 3, 2, 1].map(days => entryAt(AT - days * DAY_MS, { device: null, merchant: null })))
  assert.equal([codesOf(transfer, never), codesOf(refund, never)], [[], []])
})

test('three of the last five are a habit; transfers have no merchant, however many payments do', () => {
  const after = (...devices: (string | null)[]) =>
    historyOf(...devices.map((device, n) => entryAt(AT - (devices.length - n) * DAY_MS, { device })))
  const transfer = entryAt(AT, { base: 900_00, operation: 'transfer', merchant: null, device: null })
  const isLeftOut = (...devices: (string | null)[]) => codesOf(transfer, after(...devices)).length > 0
  assert.equal(
    [
      isLeftOut('d', 'd', 'd'),
      isLeftOut('d', 'd'),
      isLeftOut('d', null, 'd', null, 'd'),
      isLeftOut('d', 'd', 'd', null, null, null),
      isLeftOut(null, null, 'd', 'd', 'e'),
    ],
    [true, false, true, false, true],
  )
  const payments = after('d', 'd', 'd', 'd', 'd')
  assert.equal(codesOf(entryAt(AT, { operation: 'withdrawal', merchant: null }), payments), [])
  assert.equal(codesOf(entryAt(AT, { merchant: null }), payments), ['merchant_left_out'])
})

test.run()
