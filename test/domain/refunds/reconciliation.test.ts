import * as assert from 'uvu/assert'
import type { RefundEvent } from '#domain/refunds/events.ts'
import {
  bookingWindow,
  classifyUnlisted,
  compareListed,
  type MatchVerdict,
  type ReportedMovement,
} from '#domain/refunds/reconciliation/compare.ts'
import { FLAGS_MAX, reconciliationDecider } from '#domain/refunds/reconciliation/decider.ts'
import type { FlaggedDiscrepancy, ReconciliationEvent } from '#domain/refunds/reconciliation/events.ts'
import { type Movement, movementsOf } from '#domain/refunds/reconciliation/movements.ts'
import { recordedOf, scenario } from '../../harness/scenario.ts'
import { suite } from '../../harness/suite.ts'
import { completed, failed, histories, processing, requested, retried, reversalStarted, voided } from './samples.ts'

/** A statement of the payment network against the movements of one refund. */
const test = suite('discrepancies with a statement')

const amount = { amount_minor: 12_550, currency: 'EUR' }
const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()
const line = (outcome: ReportedMovement['outcome'], more: Partial<ReportedMovement> = {}): ReportedMovement => ({
  ...{ outcome, ...amount, reference: 'NET-1', at: at(2) },
  ...more,
})
const movements = (...events: RefundEvent[]) => movementsOf(recordedOf(events))
const movement = (events: RefundEvent[], about: Movement['about'] = 'transfer', attempt = 0): Movement =>
  movements(...events).find(one => one.about === about && one.attempt === attempt)!
const verdicts = (lines: ReportedMovement[], of: Movement, now = at(100), leewayMs = 60_000): MatchVerdict[] =>
  compareListed(lines, of, amount, { now: new Date(now), leewayMs })

const settledAfterVoid: RefundEvent = { type: 'TransferSettledAfterVoid', data: { attempt: 0, reference: 'NET-1' } }
const failedAfterVoid: RefundEvent = {
  type: 'TransferFailedAfterVoid',
  data: { attempt: 0, failure_reason: 'PROVIDER_ERROR' },
}
const returned: RefundEvent = { type: 'ReversalCompleted', data: { reversal_reference: 'REV-1' } }
const kept: RefundEvent = { type: 'ReversalFailed', data: { reversal_reference: 'REV-1' } }

const told = ({ about, attempt, outcome, reference, sent_at, ended_at, revision }: Movement) =>
  [`${about}:${attempt} ${outcome}`, reference, sent_at, ended_at, revision] as const

test('each attempt is a movement of its own, and so is its reversal', () => {
  const history = [
    ...[requested, processing(), failed(), retried(1), processing(1), completed(1)],
    ...[voided('settled'), reversalStarted, returned],
  ]
  assert.equal(movements(...history).map(told), [
    ['transfer:0 rejected', null, at(1), at(2), 2],
    ['transfer:1 succeeded', 'NET-1', at(4), at(5), 5],
    ['reversal:1 completed', 'REV-1', at(7), at(8), 8],
  ])
})

test('what was not asked for is no movement of money, and a void does not end a transfer', () => {
  assert.equal(movements(requested).map(told), [['transfer:0 none', null, null, null, null]])
  assert.equal(movements(...histories.cancelled).map(told), [['transfer:0 none', null, null, null, null]])
  const onTheWay = [requested, processing(), voided('in_flight')]
  assert.is(movement(onTheWay).outcome, 'in_flight')
  assert.is(movement([...onTheWay, failedAfterVoid]).outcome, 'rejected')
  assert.equal(movements(...onTheWay, settledAfterVoid, reversalStarted, kept).map(told), [
    ['transfer:0 succeeded', 'NET-1', at(1), at(3), 3],
    ['reversal:0 failed', null, at(4), at(5), 5],
  ])
})

test('a contradiction is of the attempt that it is about', () => {
  const said = { outcome: 'succeeded', reference: 'NET-0' } as const
  const late: RefundEvent = {
    type: 'NetworkContradicted',
    data: {
      ...{ about: 'transfer', attempt: 0, said },
      recorded: { status: 'completed', outcome: 'rejected', reference: null },
    },
  }
  const history = movements(requested, processing(), failed(), retried(1), processing(1), completed(1), late)
  assert.equal(
    history.map(({ attempt, contradictions }) => [attempt, contradictions]),
    [
      [0, [said]],
      [1, []],
    ],
  )
})

const paid = movement(histories.completed)
const refused = movement(histories.failed)
const open = movement(histories.processing)
const never = movement(histories.pending)
const doubtful: Movement = { ...paid, contradictions: [{ outcome: 'rejected', reference: 'NET-1' }] }
const cases: [string, ReportedMovement[], Movement, MatchVerdict[]][] = [
  ['the same', [line('succeeded')], paid, ['matched']],
  ['the same refusal under another reference', [line('rejected', { reference: 'NET-9' })], refused, ['matched']],
  ['one minor unit more', [line('succeeded', { amount_minor: 12_551 })], paid, ['amount_differs']],
  ['the same number in another currency', [line('succeeded', { currency: 'USD' })], paid, ['amount_differs']],
  ['a refusal of what was paid', [line('rejected')], paid, ['status_differs']],
  ['a payment of what was refused', [line('succeeded')], refused, ['status_differs']],
  ['a payment of what was never asked for', [line('succeeded')], never, ['status_differs']],
  ['another reference', [line('succeeded', { reference: 'NET-9' })], paid, ['contradicted']],
  ['two payments', [line('succeeded'), line('succeeded', { reference: 'NET-9' })], paid, ['matched', 'contradicted']],
  [
    'one payment at two times',
    [line('succeeded'), line('succeeded', { at: at(3) })],
    paid,
    ['matched', 'contradicted'],
  ],
  ['one refusal at two times', [line('rejected'), line('rejected', { at: at(3) })], refused, ['matched', 'matched']],
  ['a fresh outcome of another amount', [line('succeeded', { at: at(60), amount_minor: 1 })], open, ['amount_differs']],
  ['two outcomes', [line('rejected'), line('succeeded')], paid, ['contradicted', 'matched']],
  ['two outcomes of what is open', [line('rejected'), line('succeeded')], open, ['contradicted', 'contradicted']],
  ['what the network contradicted before', [line('succeeded')], doubtful, ['contradicted']],
  ['an outcome that is fresh', [line('succeeded', { at: at(60) })], open, ['in_flight']],
  ['an outcome at the edge of the leeway', [line('succeeded', { at: at(40) })], open, ['in_flight']],
  ['an outcome that is old', [line('succeeded', { at: at(30) })], open, ['status_differs']],
  ['another amount and another outcome', [line('rejected', { amount_minor: 1 })], paid, ['status_differs']],
]
for (const [what, lines, of, expected] of cases) test(what, () => assert.equal(verdicts(lines, of), expected))

// Sent at 1, recorded at 2.
const judged: [string, number, number, number, ReturnType<typeof classifyUnlisted>][] = [
  ['within the period', 1, 3, 0, 'missing_there'],
  ['sent before it began', 2, 60, 0, 'undecided'],
  ['recorded when it ended', 0, 2, 0, 'undecided'],
  ['within the leeway of its beginning', 0, 60, 2_000, 'undecided'],
  ['within the leeway of its end', -60, 3, 2_000, 'undecided'],
  ['before it', 10, 20, 0, 'elsewhere'],
  ['recorded when it began', 2, 20, 0, 'undecided'],
  ['after it', -20, -10, 0, 'elsewhere'],
  ['sent when it ended', -20, 1, 0, 'elsewhere'],
]
for (const [what, from, to, leewayMs, expected] of judged)
  test(`not listed, ${what}: ${expected}`, () =>
    assert.is(classifyUnlisted(paid, { from: at(from), to: at(to) }, leewayMs), expected))

test('a statement that covers when a payment was booked decides it, and a shorter one does not', () => {
  const leewayMs = 2_000
  const { first, end } = bookingWindow(paid, leewayMs)!
  const verdict = (from: number, to: number) =>
    classifyUnlisted(paid, { from: new Date(from).toISOString(), to: new Date(to).toISOString() }, leewayMs)
  assert.equal(
    [verdict(first, end), verdict(first + 1, end), verdict(first, end - 1), verdict(end, end + 1)],
    ['missing_there', 'undecided', 'undecided', 'elsewhere'],
  )
})

test('what moved no money need not be listed', () => {
  const always = { from: at(-1_000), to: at(1_000) }
  for (const one of [refused, open, never]) assert.is(classifyUnlisted(one, always, 0), 'elsewhere')
})

const data: Omit<FlaggedDiscrepancy, 'number'> = {
  ...{ client_id: 'clt_1', user_id: 'user_1', refund_id: 'rf_1', kind: 'status_differs' as const },
  ...{ about: 'transfer' as const, attempt: 0, key: 'rf_1:0', said: line('rejected') },
  recorded: { status: 'completed', outcome: 'succeeded', ...amount, reference: 'NET-1', at: at(2) },
  statement: { from: at(0), to: at(60), sha256: 'a' },
}
const flagged = (number = 1, more: Partial<FlaggedDiscrepancy> = {}): ReconciliationEvent => ({
  type: 'ReconciliationFlagged',
  data: { ...data, ...more, number },
})
const resolved: ReconciliationEvent = {
  type: 'ReconciliationResolved',
  data: { refund_id: 'rf_1', number: 1, reason: 'corrected' },
}
const { given } = scenario(reconciliationDecider)
const flag = (more: Partial<FlaggedDiscrepancy> = {}) => ({ type: 'flag' as const, data: { ...data, ...more } })
const resolve = (more: { client_id?: string | null; number?: number; reason?: string } = {}) => ({
  ...{ type: 'resolve' as const, client_id: 'clt_1', number: 1, reason: 'corrected' },
  ...more,
})

test('a discrepancy is flagged once, whichever statement tells it and whatever the refund has come to', () => {
  given().when(flag()).records(flagged())
  const other = { from: at(1), to: at(90), sha256: 'b' }
  given(flagged())
    .when(flag({ statement: other, user_id: null }))
    .changesNothing()
  given(flagged())
    .when(flag({ recorded: { ...data.recorded!, status: 'voided' } }))
    .changesNothing()
  given(flagged())
    .when(flag({ said: line('rejected', { at: at(5) }) }))
    .changesNothing()
  given(flagged(), resolved).when(flag()).changesNothing()
  const others: Partial<FlaggedDiscrepancy>[] = [
    { said: line('rejected', { amount_minor: 1 }) },
    { said: line('rejected', { currency: 'USD' }) },
    { said: line('rejected', { reference: 'NET-9' }) },
    { said: line('failed') },
    { said: null },
    { recorded: { ...data.recorded!, reference: 'NET-9' } },
    { recorded: { ...data.recorded!, outcome: 'in_flight' } },
    { about: 'reversal' },
    { attempt: 1 },
    { kind: 'contradicted' },
  ]
  for (const more of others) given(flagged()).when(flag(more)).records(flagged(2, more))
})

test('a network that says something else each time is flagged so often and no more', () => {
  const many = Array.from({ length: FLAGS_MAX }, (_, index) =>
    flagged(index + 1, { said: line('rejected', { amount_minor: index + 1 }) }),
  )
  given(...many)
    .when(flag())
    .changesNothing()
})

test('a flag is resolved once, by its client or by the service', () => {
  given(flagged()).when(resolve()).records(resolved)
  given(flagged())
    .when(resolve({ client_id: null }))
    .records(resolved)
  given(flagged(), resolved).when(resolve()).changesNothing()
  given(flagged(), resolved)
    .when(resolve({ reason: 'another' }))
    .refuses('CONFLICT')
  given(flagged())
    .when(resolve({ client_id: 'clt_2' }))
    .refuses('NOT_FOUND')
  given(flagged())
    .when(resolve({ number: 2 }))
    .refuses('NOT_FOUND')
  given().when(resolve()).refuses('NOT_FOUND')
  given(flagged(), flagged(2, { attempt: 1 }), resolved)
    .when(resolve({ number: 2, reason: 'the second' }))
    .records({ type: 'ReconciliationResolved', data: { refund_id: 'rf_1', number: 2, reason: 'the second' } })
})

test.run()
