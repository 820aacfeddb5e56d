import * as assert from 'uvu/assert'
import {
  MODEL_ACTIONS,
  MODEL_STATES,
  MODEL_STATUSES,
  type ModelStatus,
  type ModelsState,
  models,
  statusOf,
} from '#domain/fraud/models/decider.ts'
import { fold } from '#event-sourcing/decider.ts'
import type { Rejection } from '#values/errors.ts'
import { suite } from '../../harness/suite.ts'

/** What becomes of a model by what is done with it: all of the table. */
const test = suite('states of models')

const named = (version: string) => ({ version, sha256: `digest of ${version}` })
const shipped = named('v1.0.0')
const OTHER = 'v2.0.0'

type Deed = (typeof MODEL_ACTIONS)[number]

function after(state: ModelsState, ...deeds: [Deed, string][]): ModelsState {
  return deeds.reduce((state, [type, version]) => {
    const command = { type, client_id: 'clt_1', shipped, ...named(version) }
    const events = models.decider.decide(command, state).map(event => ({ ...event, at: '', metadata: {} }))
    return fold(models.decider, events as never, state)
  }, state)
}

const WAY: Record<ModelStatus, [Deed, string][]> = {
  available: [],
  shadow: [['shadow', OTHER]],
  live: [['promote', OTHER]],
  retired: [['retire', OTHER]],
}

for (const status of MODEL_STATUSES)
  for (const deed of MODEL_ACTIONS)
    test(`${deed} of one that is ${status}: ${MODEL_STATES[status][deed] ?? 'refused'}`, () => {
      const before = after(models.decider.initial, ...WAY[status])
      assert.is(statusOf(before, OTHER, shipped), status)
      const next = MODEL_STATES[status][deed]
      if (next === undefined) {
        assert.throws(
          () => after(before, [deed, OTHER]),
          (error: Rejection) => error.code === 'CONFLICT',
        )
        return
      }
      const then = after(before, [deed, OTHER])
      assert.is(statusOf(then, OTHER, shipped), next)
      if (next === status) assert.is(then, before, 'nothing is recorded')
    })

test('the one that the release brings is live until another one is promoted, and can be again', () => {
  const { initial } = models.decider
  assert.is(statusOf(initial, shipped.version, shipped), 'live')
  const promoted = after(initial, ['promote', OTHER])
  assert.is(statusOf(promoted, shipped.version, shipped), 'available')
  const back = after(promoted, ['promote', shipped.version])
  assert.is(statusOf(back, OTHER, shipped), 'available')
  assert.is(statusOf(back, 'v1.1.0', named('v1.1.0')), 'live', 'the next release brings the next one')
})

test('one model at a time is in the shadow, and a promoted model leaves it', () => {
  const { initial } = models.decider
  const two = after(initial, ['shadow', OTHER], ['shadow', 'v3.0.0'])
  assert.equal([statusOf(two, OTHER, shipped), two.shadow], ['available', named('v3.0.0')])
  const promoted = after(two, ['promote', 'v3.0.0'])
  assert.equal([promoted.live, promoted.shadow], [named('v3.0.0'), null])
  assert.equal(after(two, ['promote', OTHER]).shadow, named('v3.0.0'))
})

test.run()
