import * as assert from 'uvu/assert'
import { NoAnswerError, ServiceError } from '#client/errors.ts'
import { formatAge } from '#console/format/age.ts'
import { noticeOf } from '#console/fraud/action-outcome.ts'
import {
  ACTION_STATUSES,
  FRAUD_ALERT_STATUSES,
  type FraudAlertAction,
  type FraudAlertAnswer,
  objectionToAction,
} from '#console/fraud/alert-statuses.ts'
import { barsOf } from '#console/fraud/bars.ts'
import { alertTable } from '#domain/fraud/alerts/decider.ts'
import { ALERT_STATUSES } from '#domain/fraud/alerts/state.ts'
import { suite } from '../harness/suite.ts'

/** What the console offers to do about an alert is what the service's own table allows. */
const test = suite('console: actions of a fraud alert')

for (const [action, command] of [
  ['assign', 'assign'],
  ['unassign', 'assign'],
  ['escalate', 'escalate'],
  ['resolve', 'resolve'],
  ['reopen', 'reopen'],
] as const)
  test(`${action} is offered in the states that allow it`, () => {
    const allowed = FRAUD_ALERT_STATUSES.filter(status => alertTable[command][status] !== 'CONFLICT')
    assert.equal([...ACTION_STATUSES[action]].sort(), allowed.sort())
  })

test('the statuses are those of the service', () => {
  assert.equal([...FRAUD_ALERT_STATUSES], [...ALERT_STATUSES])
})

const open = { status: 'open', assigned_to: null, transaction_id: 'tx_1' } as const
const everything = () => true

test('an action that is not possible is refused with its reason', () => {
  assert.is(objectionToAction('resolve', open, everything), null)
  assert.is(
    objectionToAction('resolve', { ...open, status: 'resolved' }, everything),
    "An alert that is resolved can't be resolved.",
  )
  assert.match(objectionToAction('unassign', open, everything) ?? '', 'no assignee')
  assert.is(objectionToAction('unassign', { ...open, assigned_to: 'usr_1' }, everything), null)
  assert.is(objectionToAction('report', open, everything), null)
  assert.match(objectionToAction('report', { ...open, transaction_id: '[erased]' }, everything) ?? '', 'was erased')
  assert.match(objectionToAction('report', open, scope => scope !== 'fraud:score') ?? '', 'may report an outcome')
})

const errorOf = (status: number, code: string, details = {}) =>
  new ServiceError({ status, code, message: code, details, requestId: null, retryAfterMs: null })
const failed = (error: unknown, action: FraudAlertAction = 'resolve') => ({
  ...{ action, error, userId: 'usr_1', given: { outcome: 'legitimate', note: 'known' } },
})
const resolvedBy = (resolved_by: string) =>
  ({ status: 'resolved', resolution: { outcome: 'legitimate', resolved_by } }) as FraudAlertAnswer

test('a conflict is shown with the status that another user gave the alert', () => {
  const conflict = failed(errorOf(409, 'CONFLICT', { status: 'resolved' }))
  for (const alert of [null, resolvedBy('usr_2')]) assert.match(noticeOf(conflict, alert) ?? '', /it is resolved now/)
})

test('an action whose answer was lost is looked for in the record', () => {
  for (const error of [new NoAnswerError('lost'), errorOf(503, 'SERVICE_UNAVAILABLE')]) {
    assert.match(noticeOf(failed(error), null) ?? '', /^It is not known/)
    assert.match(noticeOf(failed(error), resolvedBy('usr_1')) ?? '', /it was done/)
    assert.match(noticeOf(failed(error), resolvedBy('usr_2')) ?? '', /does not show it/)
    assert.match(noticeOf(failed(error, 'report'), resolvedBy('usr_1')) ?? '', /counts once/)
  }
  assert.is(noticeOf(failed(errorOf(400, 'INVALID_REQUEST')), resolvedBy('usr_2')), null)
})

test('bars have one scale and one zero', () => {
  assert.equal(barsOf([3, -1]), {
    zero: 25,
    bars: [
      { x: 25, width: 75 },
      { x: 0, width: 25 },
    ],
  })
  assert.equal(barsOf([0, 0]).bars[0], { x: 0, width: 0 })
})

test('an age has its two largest units', () => {
  const ages = [0, 59, 60, 3_661, 86_400, 190_000].map(seconds => formatAge(seconds))
  assert.equal(ages, ['0 s', '59 s', '1 min', '1 h 1 min', '1 d', '2 d 4 h'])
})

test.run()
