import * as assert from 'uvu/assert'
import { DAY_MS, HOUR_MS, NO_HISTORY, withEntry } from '#domain/fraud/history.ts'
import { entryOf } from '#domain/fraud/profile/decider.ts'
import { velocityOf } from '#domain/fraud/velocity.ts'
import { suite } from '../../harness/suite.ts'
import { NOW, transactionAt } from './samples.ts'

const test = suite('the velocity of a user')

const entryAt = (at: number, more: Parameters<typeof transactionAt>[1] = {}) => entryOf(transactionAt(at, more))
/** Of a transaction now, after others so long ago. */
function velocity(...ages: number[]) {
  const history = ages.map(age => entryAt(NOW - age)).reduce(withEntry, NO_HISTORY)
  const { transactions_1h, transactions_24h } = velocityOf(history, entryAt(NOW))
  return [transactions_1h, transactions_24h]
}

test('windows are exact to the millisecond and include transactions of the same time', () => {
  assert.equal(velocity(), [1, 1])
  assert.equal(velocity(0, HOUR_MS - 1), [3, 3])
  assert.equal(velocity(HOUR_MS), [1, 2])
  assert.equal(velocity(DAY_MS - 1), [1, 2])
  assert.equal(velocity(DAY_MS), [1, 1])
  assert.equal(velocity(-1), [1, 1])
})

test('what leaves the user is added up in the currency of the transaction', () => {
  const amount = (...before: Parameters<typeof transactionAt>[1][]) =>
    velocityOf(
      before.map(more => entryAt(NOW, more)).reduce(withEntry, NO_HISTORY),
      entryAt(NOW, { amount_minor: 100, base_minor: 86, currency: 'USD', operation_type: 'payment' }),
    ).amount_24h_minor
  // No rate would make this of the base amount.
  const usd = { amount_minor: 7, base_minor: 60, currency: 'USD' }
  assert.is(amount({ ...usd, operation_type: 'transfer' }, { ...usd, operation_type: 'withdrawal' }), 114)
  assert.is(amount({ ...usd, operation_type: 'deposit' }, { ...usd, operation_type: 'refund' }), 100)
  assert.is(amount({ amount_minor: 86, base_minor: 86, currency: 'EUR', operation_type: 'payment' }), 200)
})

test.run()
