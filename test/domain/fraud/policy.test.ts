import * as assert from 'uvu/assert'
import { assess } from '#domain/fraud/assess.ts'
import { NO_AGGREGATES } from '#domain/fraud/features.ts'
import { NO_HISTORY } from '#domain/fraud/history.ts'
import { levelOf } from '#domain/fraud/levels.ts'
import { type ListEntry, type ListState, lists } from '#domain/fraud/lists/decider.ts'
import type { ListEvent } from '#domain/fraud/lists/events.ts'
import { matchEntries, rangeOf } from '#domain/fraud/lists/match.ts'
import { NO_POLICY, type PolicyState, thresholdOf } from '#domain/fraud/policy/decider.ts'
import { entryOf } from '#domain/fraud/profile/decider.ts'
import { RISK_FACTORS } from '#domain/fraud/risk-factors.ts'
import { evaluateRules } from '#domain/fraud/rules.ts'
import { fold, type Recorded } from '#event-sourcing/decider.ts'
import { suite } from '../../harness/suite.ts'
import { NOW, RULES_ALONE, saidOf, transactionAt } from './samples.ts'

/** What a score becomes by rules, lists and policy, once the model has spoken. */
const test = suite('the terms of a score')

const NONE: PolicyState = { version: 0, policy: NO_POLICY, set_at: null, set_by: null }
const aggregates = NO_AGGREGATES

function assessed(probability: number | null, more: Partial<Parameters<typeof assess>[0]> = {}) {
  return assess({
    ...{ entry: entryOf(transactionAt(NOW)), history: NO_HISTORY, aggregates, asOf: null },
    ...{ entries: [], policy: NONE },
    scores: probability === null ? RULES_ALONE : saidOf(probability, { merchant: 2, amount: 0.1 }),
    ...more,
  })
}

test('a bound belongs to the higher level, and level, alert and recommendation go by the score that is shown', () => {
  const bounds = [0, 0.29999, 0.3, 0.59999, 0.6, 0.84999, 0.85, 1]
  assert.equal(bounds.map(levelOf), ['low', 'low', 'medium', 'medium', 'high', 'high', 'critical', 'critical'])
  const shown = assessed(0.59996)
  assert.equal([shown.score, shown.level, shown.is_alert, shown.recommendation], [0.6, 'high', true, 'challenge'])
  const below = assessed(0.59994)
  assert.equal([below.score, below.level, below.is_alert, below.recommendation], [0.5999, 'medium', false, 'review'])
})

test('a floor raises a score, never lowers one, and is a risk factor', () => {
  const large = { entry: entryOf(transactionAt(NOW, { base_minor: 1_000_00 })) }
  const lifted = assessed(0.1, large)
  assert.equal([lifted.score, lifted.risk_factors], [0.45, ['cold_start_large_amount', 'merchant_risk']])
  assert.is(assessed(0.99, large).score, 0.99)
  assert.equal(assessed(0.1, { entry: entryOf(transactionAt(NOW, { base_minor: 999_99 })) }).risk_factors, [])
})

test('without a model the rules score alone, which is a risk factor', () => {
  const alone = assessed(null)
  assert.equal([alone.score, alone.risk_factors, alone.model], [0, ['model_unavailable'], null])
  assert.ok(alone.confidence < 0.5)
})

test('the score of a shadow model follows the same rules and decides nothing', () => {
  const shadow = (probability: number) => ({ version: 'v1.1.0', probability })
  const one = assessed(0, { scores: { ...saidOf(0.2), shadow: shadow(0.7) } })
  const recorded = { model_version: 'v1.1.0', probability: 0.7, score: 0.7, is_alert: true }
  assert.equal([one.score, one.is_alert, one.shadow], [0.2, false, recorded])
  const large = { entry: entryOf(transactionAt(NOW, { base_minor: 1_000_00 })) }
  assert.is(assessed(0, { ...large, scores: { ...saidOf(0.9), shadow: shadow(0.1) } }).shadow?.score, 0.45)
  assert.is('shadow' in assessed(0.2), false)
})

test('confidence goes down by the part of the features that the model has not seen the like of', () => {
  const seen = assessed(0.9).confidence
  assert.ok(seen > 0)
  assert.is(assessed(0, { scores: { ...saidOf(0.9), unseen: 0.5 } }).confidence, seen / 2)
})

test('a score above low always has a risk factor, and every risk factor is in the catalogue', () => {
  const silent = assessed(0.4, { scores: saidOf(0.4, { time: 0.2 }) })
  assert.equal(silent.risk_factors, ['time_unusual'])
  for (const code of [...silent.risk_factors, 'list_block', 'list_allow', 'model_unavailable'])
    assert.type(RISK_FACTORS[code], 'string')
})

test('a block overrides everything; an allow keeps the score without an alert', () => {
  const entry = (list: 'allow' | 'block') => ({ entry_id: list, list })
  const blocked = assessed(0.1, { entries: [entry('allow'), entry('block')] })
  assert.equal(
    [blocked.score, blocked.level, blocked.is_alert, blocked.recommendation, blocked.risk_factors[0]],
    [1, 'critical', true, 'deny', 'list_block'],
  )
  const allowed = assessed(0.9, { entries: [entry('allow')] })
  assert.equal(
    [allowed.score, allowed.level, allowed.is_alert, allowed.recommendation, allowed.risk_factors[0]],
    [0.9, 'critical', false, 'approve', 'list_allow'],
  )
  assert.equal(allowed.lists, [entry('allow')])
})

test('the most specific threshold of a policy applies, and its recommendations override those of the level', () => {
  const policy = {
    alert_thresholds: { default: 0.7, by_operation: { payment: 0.5 }, by_category: { crypto: 0, toString: 0.2 } },
    recommendations: { medium: 'deny' as const },
    escalation_threshold: null,
  }
  const of = (operation: 'payment' | 'transfer', category: string | null) =>
    thresholdOf(policy, { operation, category })
  assert.equal(
    [
      of('transfer', null),
      of('payment', null),
      of('payment', 'grocery'),
      of('payment', 'crypto'),
      of('payment', 'toString'),
    ],
    [0.7, 0.5, 0.5, 0, 0.2],
  )
  assert.is(thresholdOf(NO_POLICY, { operation: 'payment', category: 'constructor' }), 0.6)
  const scored = assessed(0.5, { policy: { ...NONE, version: 3, policy } })
  assert.equal(
    [scored.is_alert, scored.threshold, scored.recommendation, scored.policy_version],
    [true, 0.5, 'deny', 3],
  )
})

test('entries are found by value and by address, exactly, until they expire', () => {
  const added = { client_id: 'clt_1', list: 'block' as const, reason: 'r', added_at: '', added_by: '' }
  const entries: ListEntry[] = [
    { ...added, entry_id: 'user', kind: 'user', value: 'u', expires_at: null },
    { ...added, entry_id: 'account', kind: 'account', value: 'u', expires_at: null },
    { ...added, entry_id: 'over', kind: 'user', value: 'u', expires_at: new Date(NOW).toISOString() },
    { ...added, entry_id: 'v4', kind: 'ip_range', value: '10.1.0.0/16', expires_at: null },
    { ...added, entry_id: 'v6', kind: 'ip_range', value: '2001:db8::/32', expires_at: null },
  ]
  const state: ListState = new Map(entries.map(entry => [entry.entry_id, entry]))
  const nothing = { user: null, account: null, merchant: null, device: null, ip: null }
  const found = (listed: Partial<typeof nothing> | Record<string, string>, at = NOW) =>
    matchEntries(state, { ...nothing, ...listed }, new Date(at)).map(({ entry_id }) => entry_id)
  assert.equal(found({ user: 'u' }), ['user'])
  assert.equal(found({ user: 'u' }, NOW - 1), ['user', 'over'])
  assert.equal(found({ user: 'U' }), [])
  assert.equal(found({ merchant: 'u', device: 'u' }), [])
  assert.equal(found({ ip: '10.1.255.255' }), ['v4'])
  assert.equal(found({ ip: '10.2.0.0' }), [])
  assert.equal(found({ ip: '::ffff:10.1.0.1' }), ['v4'])
  assert.equal(found({ ip: '2001:db8:1::1' }), ['v6'])
  for (const ip of ['garbage', '', '10.1', '999.1.1.1']) assert.equal(found({ ip }), [], ip)
})

test('entries that expired are forgotten with the next change, so that they do not add up', () => {
  const told = (type: ListEvent['type'], data: object, at: number) =>
    ({ type, data, at: new Date(at).toISOString(), metadata: { actor: { sub: 'usr_1' } } }) as Recorded<ListEvent>
  const added = (entry_id: string, at: number, expires: number | null) =>
    told('ListEntryAdded', { entry_id, expires_at: expires === null ? null : new Date(expires).toISOString() }, at)
  const first = [added('for good', NOW, null), added('soon over', NOW, NOW + 1), added('later over', NOW, NOW + 2)]
  const kept = (events: Recorded<ListEvent>[]) => [...fold(lists.decider, events).keys()]
  assert.equal(kept(first), ['for good', 'soon over', 'later over'])
  assert.equal(kept([...first, added('new', NOW + 1, null)]), ['for good', 'later over', 'new'])
  assert.equal(kept([...first, told('ListEntryRemoved', { entry_id: 'for good' }, NOW + 2)]), [])
})

test('ranges have one spelling, and a text that is not a range is refused', () => {
  assert.is(rangeOf('10.1.2.3/16'), '10.1.0.0/16')
  assert.is(rangeOf('203.0.113.7'), '203.0.113.7/32')
  assert.is(rangeOf('2001:DB8::1'), '2001:db8::1/128')
  assert.is(rangeOf('2001:db8:0:0::/32'), '2001:db8::/32')
  assert.is(rangeOf('::ffff:203.0.113.7'), '203.0.113.7/32')
  assert.is(rangeOf('::ffff:10.1.2.3/112'), '10.1.0.0/16')
  assert.is(rangeOf('::ffff:0:0/95'), '::fffe:0:0/95')
  for (const text of ['10.1/16', '10.0.0.0/33', '::/129', 'x', '/', '10.0.0.1/', '010.0.0.1', '0x7f.0.0.1'])
    assert.is(rangeOf(text), null, text)
})

test('each rule fires at its bound', () => {
  const entry = (more: Parameters<typeof transactionAt>[1], at = NOW) => entryOf(transactionAt(at, more))
  const codes = (scored: ReturnType<typeof entry>, before: ReturnType<typeof entry>[] = [], deviceUsers = 0) =>
    evaluateRules(
      scored,
      { first: null, count: before.length, entries: before },
      { ...NO_AGGREGATES, deviceUsers },
    ).map(({ code, floor }) => `${code} ${floor}`)
  const many = (count: number) => Array.from({ length: count }, () => entry({}, NOW - 599_999))
  assert.equal(codes(entry({}), many(3)), [])
  assert.equal(codes(entry({}), many(4)), ['burst_10m 0.65'])
  assert.equal(codes(entry({}), many(9)), ['burst_10m 0.9'])
  assert.equal(
    codes(
      entry({}),
      Array.from({ length: 9 }, () => entry({}, NOW - 600_000)),
    ),
    [],
  )
  const transfer = { operation_type: 'transfer', device: 'd_2' } as const
  assert.equal(codes(entry({ ...transfer, base_minor: 500_00 }), many(1)), ['new_device_large_transfer 0.7'])
  assert.equal(codes(entry({ ...transfer, base_minor: 499_99 }), many(1)), [])
  assert.equal(codes(entry({ ...transfer, base_minor: 500_00, device: 'd_1' }), many(1)), [])
  assert.equal(codes(entry({}), [], 1), [])
  assert.equal(codes(entry({}), [], 2), ['shared_device 0.5'])
  const under = (at: number) => entry({ base_minor: 9_500_00 }, at)
  const two = [under(NOW - 86_399_999), under(NOW - 5_000_000)]
  assert.equal(codes(entry({ base_minor: 9_000_00 }), two), ['structuring 0.7'])
  assert.equal(codes(entry({ base_minor: 12_000_00 }), two), ['structuring 0.7'])
  assert.equal(codes(entry({ base_minor: 8_999_99 }), two), [])
  assert.equal(codes(under(NOW), [under(NOW - 86_400_000), under(NOW - 5_000_000)]), [])
  const refund = { operation_type: 'refund' } as const
  assert.equal(codes(entry(refund)), ['refund_without_payment 0.4'])
  assert.equal(codes(entry(refund), many(1)), [])
  assert.equal(codes(entry({ ...refund, merchant: null })), [])
})

test.run()
