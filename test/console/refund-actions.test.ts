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
  const operator = () => true
  const auditor = () => false
  assert.is(objectionTo('void', { status: 'completed' }, operator), null)
  assert.is(objectionTo('void', { status: 'voided' }, operator), "A refund that is voided can't be voided.")
  assert.is(objectionTo('void', { status: 'completed' }, auditor), 'Operators and administrators may void a refund.')
  assert.is(objectionTo('retry', { status: 'failed', retry_count: RETRIES_MAX - 1 }, operator), null)
  assert.is(
    objectionTo('retry', { status: 'failed', retry_count: RETRIES_MAX }, operator),
    'It was retried 5 times. Request a new refund.',
  )
})

test.run()
