import fc from 'fast-check'
import * as assert from 'uvu/assert'
import { type AlertCommand, alertDecider, alertTable } from '#domain/fraud/alerts/decider.ts'
import { type AlertEvent, alertStreams } from '#domain/fraud/alerts/events.ts'
import { isPattern } from '#domain/fraud/alerts/pattern.ts'
import { type AlertState, isAlert } from '#domain/fraud/alerts/state.ts'
import { DAY_MS } from '#domain/fraud/history.ts'
import { fold, type Recorded } from '#event-sourcing/decider.ts'
import { recordedOf, scenario } from '../../harness/scenario.ts'
import { suite } from '../../harness/suite.ts'
import {
  assigned,
  commands,
  escalated,
  histories,
  note,
  opened,
  openedData,
  reopened,
  rescore,
  resolved,
  resolvedByRule,
} from './alert-samples.ts'

const test = suite('alert decider')
const { given } = scenario(alertDecider)

for (const [command, cells] of Object.entries(alertTable))
  for (const [status, cell] of Object.entries(cells))
    test(`table: ${command} × ${status}`, () => {
      // No rule overrules an analyst; what a rule resolved another one may.
      const byRule = command === 'resolve_by_rule' && status === 'resolved'
      const history = byRule ? [opened, resolvedByRule] : histories[status as AlertState['status']]
      const met = given(...history).when(commands[command as AlertCommand['type']])
      assert.is(met.type(), cell)
      if (cell === 'CONFLICT') met.refuses('CONFLICT', { field: 'status', status, action: command })
      if (cell === 'NOT_FOUND') met.refuses('NOT_FOUND', { field: 'alert_id' })
    })

/** By hand, from the issue and not from the code. */
const byHand: [AlertCommand['type'], AlertState['status'], string][] = [
  ['open', 'absent', 'AlertOpened'],
  ['open', 'resolved', 'replay'],
  ['escalate', 'open', 'AlertEscalated'],
  ['escalate', 'resolved', 'CONFLICT'],
  ['resolve', 'open', 'AlertResolved'],
  ['resolve', 'escalated', 'AlertResolved'],
  ['resolve', 'reopened', 'AlertResolved'],
  ['reopen', 'resolved', 'AlertReopened'],
  ['reopen', 'open', 'CONFLICT'],
  ['reopen', 'escalated', 'CONFLICT'],
  ['assign', 'resolved', 'CONFLICT'],
  ['rescore', 'resolved', 'replay'],
  ['resolve_by_rule', 'resolved', 'replay'],
]
for (const [command, status, outcome] of byHand)
  test(`by hand: ${command} of an alert that is ${status} comes to ${outcome}`, () => {
    assert.is(
      given(...histories[status])
        .when(commands[command])
        .type(),
      outcome,
    )
  })

for (const [status, history] of Object.entries(histories))
  test(`the sample history of ${status} folds to it, and its events fit their schemas`, () => {
    assert.is(fold(alertDecider, recordedOf(history)).status, status)
    for (const event of history) alertStreams.assertValid(event)
  })

test('it is escalated in the same append by its score, exactly from the threshold on, else by the pattern', () => {
  const open = (score: number, is_pattern: boolean, escalation_threshold = 0.85): AlertCommand => ({
    ...{ type: 'open', data: { ...openedData, score }, is_pattern, escalation_threshold },
  })
  const openedAt = (score: number) => ({ ...opened, data: { ...openedData, score } }) as typeof opened
  given().when(open(0.8499, false)).records(openedAt(0.8499))
  given().when(open(0.85, false)).records(openedAt(0.85), escalated('score'))
  given().when(open(0.85, true)).records(openedAt(0.85), escalated('score'))
  given().when(open(0.6, true)).records(openedAt(0.6), escalated('pattern'))
  given()
    .when(open(0.85, false, 0.9))
    .records(openedAt(0.85))
})

test('the same again changes nothing, other words are refused', () => {
  const escalate = commands.escalate
  const handedOn = [opened, escalated('analyst', 'no answer')]
  given(...handedOn)
    .when(escalate)
    .changesNothing()
  given(...handedOn)
    .when({ ...escalate, note: null })
    .refuses('CONFLICT', { status: 'escalated', action: 'escalate' })
  given(opened, escalated('score'))
    .when({ ...escalate, note: null })
    .refuses('CONFLICT')
  const resolve = { ...commands.resolve, outcome: 'legitimate' as const, note: note('known') }
  given(...histories.resolved)
    .when(resolve)
    .changesNothing()
  given(...histories.resolved)
    .when({ ...resolve, note: note('other') })
    .refuses('CONFLICT', { status: 'resolved' })
  given(...histories.resolved)
    .when({ ...resolve, outcome: 'confirmed_fraud' })
    .refuses('CONFLICT')
  given(...histories.reopened)
    .when({ ...commands.reopen, note: note('called') })
    .changesNothing()
  // What was said the time before counts no more.
  given(...histories.reopened, resolved)
    .when({ ...commands.reopen, note: note('called') })
    .records(reopened)
  given(...histories.reopened)
    .when(resolve)
    .records(resolved)
})

test('a repeated assignment changes nothing, and removing the assignee is an assignment', () => {
  given(opened, assigned('usr_2')).when(commands.assign).changesNothing()
  given(opened)
    .when({ ...commands.assign, assigned_to: null })
    .changesNothing()
  given(opened, assigned('usr_2'))
    .when({ ...commands.assign, assigned_to: null })
    .records(assigned(null))
})

test('an assignment that expects another assignee is refused, unless it repeats the last one', () => {
  const assign = commands.assign
  given(opened)
    .when({ ...assign, expected: null })
    .records(assigned('usr_2'))
  given(opened, assigned('usr_2'))
    .when({ ...assign, expected: null })
    .changesNothing()
  given(opened, assigned('usr_3'))
    .when({ ...assign, expected: 'usr_3' })
    .records(assigned('usr_2'))
  for (const expected of [null, 'usr_4'])
    given(opened, assigned('usr_3'))
      .when({ ...assign, expected })
      .refuses('CONFLICT')
})

test('a new score is recorded from a change of 0.05 on, or of the level', () => {
  const before = given(opened)
  before.when(rescore(0.7499, 'high')).changesNothing()
  before.when(rescore(0.6501, 'high')).changesNothing()
  assert.is(before.when(rescore(0.75, 'high')).type(), 'AlertRescored')
  assert.is(before.when(rescore(0.65, 'high')).type(), 'AlertRescored')
  assert.is(before.when(rescore(0.69, 'medium')).type(), 'AlertRescored')
  // 0.65 − 0.6 is less than 0.05 in doubles.
  const low = { ...opened, data: { ...openedData, score: 0.6 } } as typeof opened
  assert.is(given(low).when(rescore(0.65, 'high')).type(), 'AlertRescored')
})

test('a score that rises over the threshold escalates, once', () => {
  const up = rescore(0.9, 'critical')
  assert.is(given(opened).when(up).type(), 'AlertRescored+AlertEscalated')
  assert.is(
    given(...histories.escalated)
      .when(up)
      .type(),
    'AlertRescored',
  )
  assert.is(
    given(...histories.reopened)
      .when(up)
      .type(),
    'AlertRescored+AlertEscalated',
  )
  const critical = { ...opened, data: { ...openedData, score: 0.9, level: 'critical' } } as typeof opened
  const again = [critical, escalated('score'), resolved, reopened]
  assert.is(
    given(...again)
      .when(rescore(0.97, 'critical'))
      .type(),
    'AlertRescored',
    'whoever reopened it knew',
  )
})

test('each cause resolves an alert by rule once, also after a reopening, and a newer outcome corrects a rule', () => {
  const { resolve_by_rule } = commands
  const of = (cause: string, outcome: 'confirmed_fraud' | 'legitimate') => ({ ...resolve_by_rule, cause, outcome })
  const ruled = (cause: string) => {
    const [recorded] = recordedOf([resolvedByRule])
    return { ...recorded!, metadata: { ...recorded!.metadata, causation_id: cause } }
  }
  const state = (...events: Recorded<AlertEvent>[]) => fold(alertDecider, events)
  const [open, again] = recordedOf([opened, reopened])
  const decided = (command: AlertCommand, state: AlertState) =>
    alertDecider.decide(command, state).map(({ type }) => type)
  const resolvedBy = state(open!, ruled('event 1'))
  assert.equal(decided(of('event 1', 'legitimate'), resolvedBy), [])
  assert.equal(decided(of('event 2', 'legitimate'), resolvedBy), [])
  assert.equal(decided(of('event 2', 'confirmed_fraud'), resolvedBy), ['AlertResolved'])
  const inDoubt = state(open!, ruled('event 1'), again!)
  assert.equal(decided(of('event 1', 'legitimate'), inDoubt), [])
  assert.equal(decided(of('event 2', 'legitimate'), inDoubt), ['AlertResolved'])
  assert.equal(decided(of('event 2', 'confirmed_fraud'), state(...recordedOf([opened, resolved]))), [])
})

test('the alert shows the newest score, and the event has the previous one', () => {
  const { cause, ...assessed } = rescore(0.9, 'critical', 1).assessed
  const recorded = { type: 'AlertRescored', data: { cause, previous_score: 0.7, ...assessed } } as const
  given(opened)
    .when(rescore(0.9, 'critical', 1))
    .records(recorded)
  alertStreams.assertValid(recorded)
  const state = fold(alertDecider, recordedOf([opened, recorded]))
  assert.ok(isAlert(state))
  assert.equal([state.score, state.level, state.risk_factors], [0.9, 'critical', ['merchant_risk']])
})

test('an impossible event leaves the state unchanged', () => {
  assert.equal(fold(alertDecider, recordedOf([resolved])), { status: 'absent' })
  const twice = fold(alertDecider, recordedOf([opened, { ...opened, data: { ...openedData, score: 0.99 } }]))
  assert.ok(isAlert(twice))
  assert.is(twice.score, 0.7)
})

const HOUR = DAY_MS / 24

test('a third alert within 24 hours is a pattern, to the millisecond and in any order', () => {
  const at = 100 * DAY_MS
  assert.not(isPattern(at, []))
  assert.not(isPattern(at, [at - 1]))
  assert.ok(isPattern(at, [at, at]))
  assert.ok(isPattern(at, [at - HOUR, at - DAY_MS + 1]))
  assert.not(isPattern(at, [at - HOUR, at - DAY_MS]))
  // Late: both others are of a later time, or one on each side.
  assert.ok(isPattern(at, [at + 1, at + DAY_MS - 1]))
  assert.ok(isPattern(at, [at - 11 * HOUR, at + 11 * HOUR]))
  assert.not(isPattern(at, [at - 12 * HOUR, at + 12 * HOUR]))
  assert.ok(isPattern(at, [at - 5 * DAY_MS, at - 2 * HOUR, at + 3 * HOUR, at + 9 * DAY_MS]))
})

test('whatever the times, it is so when some day holds this one and two others', () => {
  const hours = fc.integer({ min: -60, max: 60 })
  fc.assert(
    fc.property(fc.array(hours, { maxLength: 8 }), others => {
      const naive = others.some((a, i) => others.some((b, j) => i < j && Math.max(a, b, 0) - Math.min(a, b, 0) < 24))
      assert.is(
        isPattern(
          0,
          others.map(hour => hour * HOUR),
        ),
        naive,
      )
    }),
  )
})

test.run()
