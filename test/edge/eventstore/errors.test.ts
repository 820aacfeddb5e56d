import { status } from '@grpc/grpc-js'
import * as assert from 'uvu/assert'
import { ClientTimeout, isNoAnswer, isRefusal } from '#edge/eventstore/errors.ts'
import { StoreUnavailable } from '#event-sourcing/store-errors.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('event store errors')

const as = (fields: object, message = '') => Object.assign(new Error(message), fields)

test('only what a store refuses for certain is a refusal', () => {
  const refusals = [
    as({ type: 'wrong-expected-version', code: status.FAILED_PRECONDITION }),
    as({ type: 'wrong-expected-version' }),
    as({ type: 'stream-deleted' }),
    as({ type: 'access-denied' }),
    as({ type: 'maximum-append-size-exceeded' }),
    as({ type: 'unknown' }, 'Could not recognize BadRequest'),
    as({ type: 'unknown' }, 'Could not recognize Maximum Append Event Size Exceeded'),
    as({ type: 'unknown', code: status.INVALID_ARGUMENT }),
    as({ type: 'unknown', code: status.DATA_LOSS }, 'the event at position 7 is damaged'),
    as({ code: status.UNAUTHENTICATED }),
  ]
  for (const error of refusals) assert.ok(isRefusal(error), JSON.stringify(error))
})

test('whatever else comes leaves the outcome open', () => {
  const open = [
    as({ type: 'unknown' }, 'Could not recognize Server Is Not Ready'),
    as({}, 'Could not recognize Server Is Not Ready'),
    as({ type: 'unknown' }),
    as({ type: 'timeout', code: status.ABORTED }),
    as({ type: 'deadline-exceeded' }),
    as({ type: 'unavailable', code: status.UNAVAILABLE }),
    as({ type: 'cancelled', code: status.CANCELLED }),
    as({ type: 'unknown', code: status.CANCELLED }, 'Cancelled on client'),
    as({ type: 'not-leader', code: status.NOT_FOUND }),
    as({ type: 'not-found', code: status.NOT_FOUND }),
    as({ type: 'a name of tomorrow' }),
    as({ code: status.UNAVAILABLE }),
    as({ code: status.INTERNAL }),
    as({ code: status.UNIMPLEMENTED }),
    new Error('Failed to discover after 10 attempts.'),
    new ClientTimeout('append: no answer'),
    new TypeError("Cannot read properties of undefined (reading 'toString')"),
    'a word',
    null,
    undefined,
  ]
  for (const error of open) assert.not(isRefusal(error), JSON.stringify(error))
})

test('a node that is away, is no longer leader or timed out leaves the outcome unknown', () => {
  const silent = [
    as({ type: 'timeout', code: status.ABORTED }),
    as({ type: 'unavailable', code: status.UNAVAILABLE }),
    as({ type: 'cancelled', code: status.CANCELLED }),
    as({ type: 'deadline-exceeded', code: status.DEADLINE_EXCEEDED }),
    as({ type: 'not-leader', code: status.NOT_FOUND }),
    as({ type: 'unknown' }, 'Could not recognize Server Is Not Ready'),
    new ClientTimeout('read: no answer'),
  ]
  const isSaid = (cause: unknown) => !isNoAnswer(new StoreUnavailable('reading at 7', cause))
  for (const cause of silent) assert.not(isSaid(cause), JSON.stringify(cause))
  assert.ok(isSaid(as({ type: 'unknown', code: status.INTERNAL })))
  assert.ok(isSaid(as({ type: 'unknown', code: status.UNKNOWN })))
})

test.run()
