import fc from 'fast-check'
import * as assert from 'uvu/assert'
import { latestReport, type OutcomeCommand, outcomes } from '#domain/fraud/outcomes/decider.ts'
import { type OutcomeEvent, outcomeStreams, REPORTED_OUTCOMES } from '#domain/fraud/outcomes/events.ts'
import { fold } from '#event-sourcing/decider.ts'
import { recordedOf, scenario } from '../../harness/scenario.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('outcome decider')
const { given } = scenario(outcomes.decider)

const whose = { client_id: 'clt_1', user_id: 'user_1', transaction_id: 'tx_1', merchant: 'm_1' }
const NOW = '2026-01-31T12:00:00.000Z'
const at = (day: number) => `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`
type Said = OutcomeCommand['reports'][number]
const say = (outcome: Said['outcome'], reported_at: string | null = null): Said => ({ outcome, reported_at })
const report = (...reports: Said[]): OutcomeCommand => ({
  type: 'report',
  transaction: whose,
  reports,
  now: new Date(NOW),
})
const reported = (outcome: Said['outcome'], reported_at: string): OutcomeEvent => ({
  type: 'OutcomeReported',
  data: { ...whose, outcome, reported_at },
})
const standing = (events: OutcomeEvent[]) => latestReport(fold(outcomes.decider, recordedOf(events)).reports)?.outcome

test('a report is recorded with its own time, or with the present one', () => {
  given()
    .when(report(say('chargeback', at(3))))
    .records(reported('chargeback', at(3)))
  given()
    .when(report(say('chargeback')))
    .records(reported('chargeback', NOW))
  outcomeStreams.assertValid(reported('chargeback', NOW))
})

test('the same again changes nothing, also after another one', () => {
  const before = [reported('confirmed_fraud', at(3)), reported('legitimate', at(5))]
  for (const again of [say('confirmed_fraud', at(3)), say('legitimate', at(5)), say('legitimate')])
    given(...before)
      .when(report(again))
      .changesNothing()
  given(...before)
    .when(report(say('legitimate'), say('confirmed_fraud', at(3)), say('chargeback', at(6))))
    .records(reported('chargeback', at(6)))
  given()
    .when(report(say('legitimate'), say('legitimate')))
    .records(reported('legitimate', NOW))
})

test('another outcome without a time is the newest, also after one by a clock that is ahead', () => {
  const ahead = '2026-01-31T12:04:00.000Z'
  given(reported('legitimate', at(3)))
    .when(report(say('chargeback')))
    .records(reported('chargeback', NOW))
  given(reported('legitimate', ahead))
    .when(report(say('chargeback')))
    .records(reported('chargeback', ahead))
  assert.is(standing([reported('legitimate', ahead), reported('chargeback', ahead)]), 'chargeback')
})

test('the report with the newest time is valid, of equal times the last', () => {
  const said = fc.record({ outcome: fc.constantFrom(...REPORTED_OUTCOMES), day: fc.integer({ min: 1, max: 4 }) })
  fc.assert(
    fc.property(fc.array(said, { maxLength: 8 }), reports => {
      const newest = Math.max(...reports.map(({ day }) => day))
      const expected = reports.findLast(({ day }) => day === newest)?.outcome
      assert.is(standing(reports.map(({ outcome, day }) => reported(outcome, at(day)))), expected)
    }),
  )
})

test('a request in pieces, in turn and twice, comes to the same', () => {
  const said = fc.record({ outcome: fc.constantFrom(...REPORTED_OUTCOMES), day: fc.integer({ min: 1, max: 4 }) })
  fc.assert(
    fc.property(fc.array(said, { maxLength: 8 }), fc.nat(8), (all, cut) => {
      const reports = all.map(({ outcome, day }) => say(outcome, at(day)))
      const decided = (parts: Said[][]) => {
        const events: OutcomeEvent[] = []
        for (const part of parts)
          events.push(...outcomes.decider.decide(report(...part), fold(outcomes.decider, recordedOf(events))))
        return events
      }
      const whole = decided([reports])
      assert.equal(decided([reports.slice(0, cut), reports.slice(cut), reports]), whole)
    }),
  )
})

test.run()
