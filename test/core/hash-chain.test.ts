import * as assert from 'uvu/assert'
import type { DomainEvent, Recorded } from '#decider.ts'
import { createExecute } from '#execute.ts'
import { firstBrokenLink } from '#hash-chain.ts'
import { context, counter } from '../harness/counter.ts'
import { memoryStore } from '../harness/memory-store.ts'
import { suite } from '../harness/suite.ts'

const test = suite('hash chain')

async function chain(): Promise<Recorded<DomainEvent>[]> {
  const store = memoryStore()
  const { run } = createExecute(store)
  for (let n = 0; n < 4; n += 1) await run(counter, '1', { add: 1 }, context(`c${n}`))
  // As it comes back from a store: through JSON.
  return JSON.parse(JSON.stringify(await store.read('counter-1')))
}

test('holds for what was recorded', async () => assert.is(firstBrokenLink(await chain()), null))

const tamperings: [string, (events: Recorded<DomainEvent>[]) => void, number][] = [
  ['one changed value', events => Object.assign(events[2]!.data, { by: 2 }), 2],
  ['another actor', events => Object.assign(events[1]!.metadata.actor, { sub: 'somebody else' }), 1],
  ['another time', events => Object.assign(events[1]!.metadata, { at: '2020-01-01T00:00:00.000Z' }), 1],
  ['another type', events => Object.assign(events[3]!, { type: 'Reset' }), 3],
  ['an event left out', events => events.splice(1, 1), 2],
  ['two events swapped', events => events.splice(1, 2, events[2]!, events[1]!), 2],
  ['the first event left out', events => events.shift(), 1],
]
for (const [what, tamper, revision] of tamperings)
  test(`names the first event that does not follow: ${what}`, async () => {
    const events = await chain()
    tamper(events)
    assert.is(firstBrokenLink(events), revision)
  })

test('the order of keys does not matter', async () => {
  const events = await chain()
  events[0]!.metadata.actor = Object.fromEntries(Object.entries(events[0]!.metadata.actor).reverse()) as never
  assert.is(firstBrokenLink(events), null)
})

test.run()
