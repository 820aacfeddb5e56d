import fc from 'fast-check'
import * as assert from 'uvu/assert'
import { FEATURE_GROUPS } from '#domain/fraud/feature-groups.ts'
import { FEATURE_NAMES, FEATURES, featuresOf, isSpike, NO_AGGREGATES } from '#domain/fraud/features.ts'
import {
  DAY_MS,
  type Entry,
  type History,
  HOUR_MS,
  NO_HISTORY,
  WINDOW_MS_MAX,
  withEntry,
} from '#domain/fraud/history.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('features of a transaction')
/** A Tuesday, 15:30. */
const NOW = Date.parse('2026-03-03T15:30:00Z')
const NOTHING = NO_AGGREGATES

function entry(at: number, base: number, more: Partial<Entry> = {}): Entry {
  const none = { merchant: null, category: null, device: null, ip: null, isSpike: false }
  return { at, minor: base, currency: 'EUR', base, operation: 'payment', ...none, ...more }
}

function historyOf(...entries: Entry[]): History {
  return entries.reduce(withEntry, NO_HISTORY)
}

function of(scored: Entry, history: History, aggregates = NOTHING): Record<string, number> {
  const row = featuresOf(scored, history, aggregates)
  return Object.fromEntries(FEATURE_NAMES.map((name, at) => [name, row[at]!]))
}

function has(row: Record<string, number>, expected: Record<string, number>): void {
  for (const [name, value] of Object.entries(expected)) assert.is(row[name], Math.fround(value), name)
}

test('a user without a history is compared with the transaction itself', () => {
  const row = of(entry(NOW, 2_050, { device: 'd', ip: 'i', merchant: 'm' }), NO_HISTORY)
  has(row, {
    ...{ amount: 20.5, amount_to_mean_30d: 1, amount_z_30d: 0, amount_to_max_30d: 1, mean_24h: 20.5, mean_7d: 20.5 },
    ...{ mean_30d: 0, deviation_30d: 0, mean_24h_to_30d: 1, mean_7d_to_30d: 1, mean_last_5_to_30d: 1 },
    ...{ spikes_14d: 0, days_since_spike: 999, count_1h: 1, count_24h: 1, count_7d: 1, count_30d: 1 },
    ...{ sum_1h: 20.5, sum_24h: 20.5, sum_7d: 20.5, sum_30d: 20.5, seconds_since_last: 999 * 86_400 },
    ...{ merchant_seen_30d: 0, hour: 15, day_of_week: 2, age_days: 0, known_frauds: 0, days_since_known_fraud: 999 },
    ...{ is_payment: 1, is_transfer: 0, is_withdrawal: 0, is_deposit: 0, is_refund: 0 },
    ...{ is_new_device: 0, device_age_days: 0, device_users: 0, is_new_ip: 0, devices_24h: 1, merchants_24h: 1 },
    ...{ small_count_1h: 0, same_operation_24h: 1, deposits_24h: 0, refunds_7d: 0 },
  })
})

test('amounts are compared with those of the 30 days before', () => {
  const history = historyOf(entry(NOW - 20 * DAY_MS, 100), entry(NOW - 2 * DAY_MS, 300), entry(NOW - HOUR_MS / 2, 800))
  // Mean 400; deviation √((300² + 100² + 400²) / 3) = 294.392….
  has(of(entry(NOW, 1_600), history), {
    ...{ amount_to_mean_30d: 4, amount_z_30d: 1_200 / Math.sqrt(260_000 / 3), amount_to_max_30d: 2, mean_30d: 4 },
    ...{
      deviation_30d: Math.sqrt(260_000 / 3) / 100,
      mean_24h: 12,
      mean_7d: 9,
      mean_24h_to_30d: 3,
      mean_7d_to_30d: 2.25,
    },
    ...{ mean_last_5_to_30d: 1, count_1h: 2, count_24h: 2, count_7d: 3, count_30d: 4 },
    ...{ sum_1h: 24, sum_24h: 24, sum_7d: 27, sum_30d: 28, seconds_since_last: 1_800, age_days: 20 },
  })
  const seven = historyOf(
    ...[700, 100, 200, 300, 400, 500, 600].map((base, at) => entry(NOW - (7 - at) * DAY_MS, base)),
  )
  has(of(entry(NOW, 1), seven), { mean_last_5_to_30d: 1, mean_30d: 4 })
})

test('the same amount again and again has no deviation, however large it is', () => {
  const history = historyOf(...[3, 2, 1].map(days => entry(NOW - days * DAY_MS, 900_719_925_474_099)))
  has(of(entry(NOW, 5), history), { deviation_30d: 0, amount_z_30d: 0 })
})

test('amounts are what they are in the base currency', () => {
  const peso = { minor: 100_000, currency: 'MXN' }
  has(of(entry(NOW, 4_570, peso), historyOf(entry(NOW - 1, 4_570, peso))), { amount: 45.7, sum_1h: 91.4 })
})

test('a transaction exactly as old as a window is outside, and one a millisecond younger inside', () => {
  for (const [name, ms] of Object.entries({ count_1h: 3_600_000, count_24h: 86_400_000, count_7d: 604_800_000 })) {
    const at = (age: number) => of(entry(NOW, 100), historyOf(entry(NOW - age, 100)))[name]
    assert.equal([at(ms), at(ms - 1), at(0)], [1, 2, 2], name)
  }
  // The older of two, so that the history itself still holds it.
  const month = (age: number) => of(entry(NOW, 100), { first: 0, count: 1, entries: [entry(NOW - age, 100)] })
  has(month(WINDOW_MS_MAX), { count_30d: 1, seconds_since_last: 999 * 86_400 })
  has(month(WINDOW_MS_MAX - 1), { count_30d: 2, seconds_since_last: 2_592_000 })
})

test('what comes late is scored on what was before its own time', () => {
  const later = [1, 2, 3].map(minutes => entry(NOW + minutes * 60_000, 100, { device: 'd' }))
  const row = of(entry(NOW, 500, { device: 'd' }), historyOf(entry(NOW - HOUR_MS / 2, 300, { device: 'e' }), ...later))
  has(row, {
    count_1h: 2,
    sum_1h: 8,
    is_new_device: 1,
    device_age_days: 0,
    seconds_since_last: 1_800,
    age_days: 1 / 48,
  })
  // Its user was first seen later than it happened.
  has(of(entry(NOW, 500), historyOf(...later)), { count_30d: 1, age_days: 0 })
})

test('devices, addresses, merchants and operations are distinguished', () => {
  const history = historyOf(
    entry(NOW - 25 * DAY_MS, 100, { device: 'd', ip: 'i', merchant: 'm', operation: 'refund' }),
    entry(NOW - 3 * DAY_MS, 100, { device: 'd', merchant: 'm', operation: 'refund' }),
    entry(NOW - 3 * HOUR_MS, 100, { device: 'e', merchant: 'n', operation: 'deposit' }),
    entry(NOW - 2 * HOUR_MS, 450, { device: 'e', merchant: 'm', operation: 'deposit' }),
    entry(NOW - 60_000, 499, { operation: 'transfer' }),
    entry(NOW - 30_000, 500, { operation: 'transfer' }),
  )
  has(of(entry(NOW, 10, { device: 'd', ip: 'i', merchant: 'm', operation: 'deposit' }), history), {
    ...{ is_new_device: 0, device_age_days: 25, is_new_ip: 0, devices_24h: 2, merchants_24h: 2, merchant_seen_30d: 3 },
    ...{ small_count_1h: 1, same_operation_24h: 3, deposits_24h: 5.6, refunds_7d: 1, is_deposit: 1 },
  })
  has(of(entry(NOW, 10, { device: 'f', ip: 'j' }), history), { is_new_device: 1, device_age_days: 0, is_new_ip: 1 })
  has(of(entry(NOW, 10), history), { is_new_device: 1, is_new_ip: 0, devices_24h: 2, merchant_seen_30d: 0 })
})

test('a spike is more than three times the mean of at least four', () => {
  const history = (n: number) => historyOf(...Array.from({ length: n }, (_, at) => entry(NOW - at * DAY_MS, 100)))
  assert.equal(
    [isSpike(history(3), NOW, 1_000), isSpike(history(4), NOW, 300), isSpike(history(4), NOW, 301)],
    [false, false, true],
  )
  // Windows end with the transaction.
  assert.not(isSpike(history(4), NOW - 2 * DAY_MS, 301))
  const spike = (days: number) => entry(NOW - days * DAY_MS, 900, { isSpike: true })
  has(of(entry(NOW, 100), historyOf(spike(20), spike(14), spike(13), entry(NOW - DAY_MS, 1))), {
    ...{ spikes_14d: 1, days_since_spike: 13 },
  })
})

test('aggregates across users become features as they were found', () => {
  const merchant = {
    ...{ n24h: 2, n7d: 10, sum7d: 5_000, delayed: { n1d: 0, n7d: 15, n30d: 95 } },
    known: { n1d: 0, n7d: 1, n30d: 2, last: NOW - 3 * DAY_MS },
  }
  const aggregates = { ...NOTHING, merchant, deviceUsers: 2, known: { n: 3, last: NOW - DAY_MS } }
  has(of(entry(NOW, 2_000, { merchant: 'm', device: 'd' }), NO_HISTORY, aggregates), {
    ...{ merchant_count_24h: 2, merchant_count_7d: 10, merchant_mean_7d: 5, amount_to_merchant_mean_7d: 4 },
    // (frauds + 5 · 0.008) / (transactions + 5)
    ...{
      merchant_known_fraud_rate_1d: 0.008,
      merchant_known_fraud_rate_7d: 0.052,
      merchant_known_fraud_rate_30d: 0.0204,
    },
    ...{ merchant_known_frauds_1d: 0, merchant_known_frauds_7d: 1, merchant_known_frauds_30d: 2 },
    ...{ merchant_days_since_known_fraud: 3, device_users: 2, known_frauds: 3, days_since_known_fraud: 1 },
  })
  const fresh = { ...merchant, n24h: 0, n7d: 0, sum7d: 0 }
  has(of(entry(NOW, 2_000, { merchant: 'm' }), NO_HISTORY, { ...aggregates, merchant: fresh }), {
    amount_to_merchant_mean_7d: 1,
  })
  has(of(entry(NOW, 2_000), NO_HISTORY), { amount_to_merchant_mean_7d: 1, merchant_days_since_known_fraud: 999 })
})

const anEntry = fc.record({
  at: fc.integer({ min: NOW - 29 * DAY_MS, max: NOW }),
  base: fc.integer({ min: 1, max: 9_000_000 }),
  operation: fc.constantFrom('transfer', 'payment', 'withdrawal', 'deposit', 'refund'),
  merchant: fc.constantFrom(null, 'm', 'n', 'o'),
  device: fc.constantFrom(null, 'd', 'e'),
  ip: fc.constantFrom(null, 'i', 'j'),
  isSpike: fc.boolean(),
})
const someEntries = fc.uniqueArray(anEntry, { selector: ({ at }) => at, maxLength: 80 })

test('in whatever order transactions came, they end in the same features to the bit', () => {
  fc.assert(
    fc.property(someEntries, fc.infiniteStream(fc.nat()), anEntry, (some, keys, last) => {
      const entries = some.map(({ at, base, ...more }) => entry(at, base, more))
      const shuffled = entries
        .map(one => ({ one, key: keys.next().value ?? 0 }))
        .sort((a, b) => a.key - b.key)
        .map(({ one }) => one)
      const scored = entry(last.at, last.base, last)
      assert.equal(
        featuresOf(scored, historyOf(...shuffled), NOTHING),
        featuresOf(scored, historyOf(...entries), NOTHING),
      )
    }),
  )
})

test('a larger amount or an unseen device changes only monotone features, and only towards more risk', () => {
  fc.assert(
    fc.property(someEntries, anEntry, fc.nat(), fc.boolean(), (some, { at, base, ...more }, larger, isUnseen) => {
      const history = historyOf(...some.map(({ at, base, ...more }) => entry(at, base, more)))
      const before = featuresOf(entry(at, base, more), history, NOTHING)
      const device = isUnseen && more.device !== null ? 'unseen' : more.device
      const after = featuresOf(entry(at, base + larger, { ...more, device }), history, NOTHING)
      for (const [index, name] of FEATURE_NAMES.entries()) {
        const moved = after[index]! - before[index]!
        assert.ok(moved === 0 || moved * (FEATURES[name]!.monotone ?? 0) > 0, `${name} by ${moved}`)
      }
    }),
  )
})

test('every feature is a finite number, has a group, and is written to the given target', () => {
  fc.assert(
    fc.property(someEntries, anEntry, (some, last) => {
      const history = historyOf(...some.map(({ at, base, ...more }) => entry(at, base, more)))
      const into = new Float32Array(FEATURE_NAMES.length).fill(Number.NaN)
      assert.is(featuresOf(entry(last.at, last.base, last), history, NOTHING, into), into)
      for (const [at, value] of into.entries()) assert.ok(Number.isFinite(value), FEATURE_NAMES[at])
    }),
  )
  assert.equal(new Set(Object.values(FEATURES).map(({ group }) => group)), new Set(FEATURE_GROUPS))
})

test.run()
