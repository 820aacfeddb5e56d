import * as assert from 'uvu/assert'
import { objectionTo, REFUND_ACTIONS, REFUND_STATUSES } from '#console/refunds/statuses.ts'
import { RETRIES_MAX, refundTable } from '#domain/refunds/decider.ts'
import { suite } from '../harness/suite.ts'

/** What the console offers to do to a refund is what the service's own table allows. */
const test = suite('console: actions of a refund')

for (const action of ['cancel', 'retry', 'void'] as const)
  test(`${action} is offered in the states that allow it`, () => {
    const allowed = REFUND_STATUSES.filter(status => !refundTable[action][status].startsWith('REFUND_'))
    assert.equal([...REFUND_ACTIONS[action].from].sort(), [...allowed].sort())
  })

test('the statuses are those of the service', () => {
  const all = Object.keys(refundTable.void).filter(status => status !== 'absent' && status !== 'abandoned')
  assert.equal([...REFUND_STATUSES].sort(), all.sort())
})

test('an action that is not possible is refused with its reason', () => {
  const operator = { id: 'usr_1', can: () => true, hasFourEyes: false }
  const auditor = { ...operator, can: () => false }
  const refund = { requested_by: 'usr_1', retry_count: 0 }
  assert.is(objectionTo('void', { ...refund, status: 'completed' }, operator), null)
  assert.is(objectionTo('void', { ...refund, status: 'voided' }, operator), "A refund that is voided can't be voided.")
  assert.is(
    objectionTo('void', { ...refund, status: 'completed' }, auditor),
    'Operators and administrators may void a refund.',
  )
  const retried = (retry_count: number) => objectionTo('retry', { ...refund, status: 'failed', retry_count }, operator)
  assert.is(retried(RETRIES_MAX - 1), null)
  assert.is(retried(RETRIES_MAX), 'It was retried 5 times. Request a new refund.')
})

test('with four eyes, who requested a refund does not void it', () => {
  const viewer = { id: 'usr_1', can: () => true, hasFourEyes: true }
  const own = { status: 'completed', requested_by: 'usr_1' } as const
  assert.match(objectionTo('void', own, viewer) ?? '', 'You requested this refund')
  assert.is(objectionTo('void', { ...own, requested_by: 'usr_2' }, viewer), null)
  assert.is(objectionTo('cancel', { ...own, status: 'pending' }, viewer), null)
})

test.run()
