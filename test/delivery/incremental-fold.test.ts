import * as assert from 'uvu/assert'
import { z } from 'zod'
import { createIncrementalFold } from '#delivery/enqueue/incremental-fold.ts'
import { category, UnreadableEvent } from '#event-sourcing/category.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import { plain } from '#event-sourcing/field-classes.ts'
import { memoryStore } from '../harness/memory-store.ts'
import { recordedOf } from '../harness/scenario.ts'
import { suite } from '../harness/suite.ts'

const test = suite('delivery: objects folded along with the log')
const STREAM = 'sum-1'
const sums = category({ prefix: 'sum-', events: { Added: z.strictObject(plain({ amount: z.int() })) } })
const decider = {
  initial: 0,
  decide: () => [],
  evolve: (sum: number, event: DomainEvent) => sum + (event.data as { amount: number }).amount,
}
const events = recordedOf(
  [1, 10, 100, 1_000].map(amount => ({ type: 'Added', data: { amount } })),
  STREAM,
)

/** Folds on a store whose stream has these events; counts how often it is read. */
function folding(stored: readonly Recorded<DomainEvent>[]) {
  let reads = 0
  const read = async () => {
    reads += 1
    return [...stored]
  }
  const fold = createIncrementalFold({ store: { ...memoryStore(), read } }, { decider, parse: sums.parse }, 10)
  const sumsAfter = async (...taken: Recorded<DomainEvent>[]) => {
    const after = await fold(taken)
    return taken.map(({ id }) => after.get(id))
  }
  return { sumsAfter, reads: () => reads }
}

test('what is not in memory is read from its stream, up to the event and no further', async () => {
  const { sumsAfter, reads } = folding(events)
  assert.equal(await sumsAfter(events[2]!), [111])
  assert.equal(await sumsAfter(events[3]!), [1_111])
  assert.is(reads(), 1, 'what comes next follows from memory')
})

test('what was taken before is taken again as it was', async () => {
  const { sumsAfter } = folding(events)
  assert.equal(await sumsAfter(events[0]!, events[1]!), [1, 11])
  assert.equal(await sumsAfter(events[0]!, events[1]!, events[2]!), [1, 11, 111])
})

test('an event whose stream lacks the one before it rejects', async () => {
  const { sumsAfter } = folding(events.slice(0, 1))
  const error = await sumsAfter(events[2]!).catch(error => error)
  assert.instance(error, UnreadableEvent)
  const behind = await sumsAfter(events[0]!, events[2]!).catch(error => error)
  assert.instance(behind, UnreadableEvent)
})

test.run()
