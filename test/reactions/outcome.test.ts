import * as assert from 'uvu/assert'
import type { LoggedEvent } from '#event-sourcing/event-store.ts'
import { outcomeOf } from '#reactions/outcome.ts'
import type { Reaction } from '#reactions/reaction.ts'
import { newEvent } from '../edge/eventstore/harness.ts'
import { suite } from '../harness/suite.ts'

const test = suite('the outcome of a batch')

const event = (type: string): LoggedEvent => ({
  ...newEvent(),
  ...{ type, stream: 'a-1', revision: 0, at: '2026-01-01T00:00:00.000Z', position: { commit: 1n, prepare: 1n } },
})
const arming = (queue: string) => ({ queue, id: '1', stream: 'a-1', correlation_id: '', causation_id: '', dueInMs: 0 })
const reaction = (strike: object) =>
  ({
    schedule: ({ type }: LoggedEvent) => (type === 'Begun' ? [arming('one'), arming('other')] : []),
    cancel: ({ type }: LoggedEvent) => (type === 'Ended' ? [strike] : []),
  }) as unknown as Reaction

for (const strike of [
  { queue: 'one', id: '1' },
  { queue: 'one', idsFrom: '' },
])
  test(`what ends in one queue stays due in another under the same id: ${Object.keys(strike)}`, () => {
    const { jobs } = outcomeOf(reaction(strike), [event('Begun'), event('Ended')])
    assert.equal(jobs, [arming('other')])
  })

test.run()
