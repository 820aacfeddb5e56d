import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'
import * as assert from 'uvu/assert'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import { createExecute } from '#event-sourcing/execute.ts'
import { type ChainHead, chainProblem, firstBrokenLink, toChainedEvent } from '#event-sourcing/hash-chain.ts'
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

const CONTENT = 'its hash does not match its contents'
const tamperings: [string, (events: Recorded<DomainEvent>[]) => void, number, string][] = [
  ['one changed value', events => Object.assign(events[2]!.data, { by: 2 }), 2, CONTENT],
  ['another actor', events => Object.assign(events[1]!.metadata.actor, { sub: 'somebody else' }), 1, CONTENT],
  ['another time', events => Object.assign(events[1]!.metadata, { at: '2020-01-01T00:00:00.000Z' }), 1, CONTENT],
  ['another type', events => Object.assign(events[3]!, { type: 'Reset' }), 3, CONTENT],
  ['another request', events => Object.assign(events[1]!.metadata, { request_id: 'req_other' }), 1, CONTENT],
  ['another first request', events => Object.assign(events[1]!.metadata, { correlation_id: 'req_other' }), 1, CONTENT],
  ['another cause', events => Object.assign(events[1]!.metadata, { causation_id: events[0]!.id }), 1, CONTENT],
  ['another id', events => Object.assign(events[1]!, { id: events[0]!.id }), 1, CONTENT],
  ['an event left out', events => events.splice(1, 1), 2, 'revision 1 is missing before it'],
  ['two events swapped', events => events.splice(1, 2, events[2]!, events[1]!), 2, 'revision 1 is missing before it'],
  ['an event twice', events => events.splice(2, 0, events[1]!), 1, 'it comes after revision 1'],
  [
    'another event before it',
    events => Object.assign(events[1]!.metadata, { prev_hash: '0'.repeat(64) }),
    1,
    'its prev_hash is not the hash of the event before it',
  ],
  ['the first event left out', events => events.shift(), 1, 'revision 0 is missing before it'],
]
/** The first problem of events that are looked at one by one. */
function firstProblem(events: Recorded<DomainEvent>[]): string | null {
  let head: ChainHead | null = null
  for (const event of events) {
    const problem = chainProblem(head, toChainedEvent(event))
    if (problem !== null) return problem
    head = { revision: event.revision, hash: event.metadata.hash }
  }
  return null
}

for (const [what, tamper, revision, problem] of tamperings)
  test(`names the first event that does not follow, and why: ${what}`, async () => {
    const events = await chain()
    tamper(events)
    assert.is(firstBrokenLink(events), revision)
    assert.is(firstProblem(events), problem)
  })

/** As an older version wrote them. */
function older(): Recorded<DomainEvent>[] {
  const hashes = [
    'f3e2a7f785bacdd075f6921819975c87419ad05b9598f6c4ccb4b799bbfcda31',
    '121a479b1e4de78e637d647e8609c1ae75ad6621dd533f742a7b6d8ee333753e',
  ] as const
  const ids = ['1a349f2b-ff33-508b-9586-c9e7c9edf1d3', 'beea75a8-923c-54a0-a697-30c1c897c1e1'] as const
  const at = '2026-01-01T00:00:00.000Z'
  return hashes.map((hash, revision) => ({
    ...{ id: ids[revision]!, stream: 'counter-1', revision, type: 'Added', data: { by: 1 }, at },
    metadata: {
      ...{ v: 1, at, actor: { sub: 'usr_1', client_id: 'clt_1', role: 'admin' } },
      ...{ request_id: 'req_1', correlation_id: 'req_1', causation_id: null },
      ...{ prev_hash: hashes[revision - 1] ?? null, hash },
    },
  }))
}

test('holds for events of before their ids and those of requests and causes were part of it, as far as it went', () => {
  const events = older()
  assert.is(firstBrokenLink(events), null)
  events[1]!.metadata.request_id = 'req_other'
  assert.is(firstBrokenLink(events), null)
  Object.assign(events[1]!.metadata.actor, { sub: 'somebody else' })
  assert.is(firstBrokenLink(events), 1)
})

test('a hash is over the hash before it and the canonical JSON of all the rest', async () => {
  for (const { metadata, id, stream, revision, type, data } of await chain()) {
    const { prev_hash, hash: recorded, ...rest } = metadata
    const whole = { ...rest, event_id: id, stream, revision, type, data }
    assert.is(recorded, hash('sha256', (prev_hash ?? '') + canonicalize(whole)))
  }
})

test('the order of keys does not matter', async () => {
  const events = await chain()
  events[0]!.metadata.actor = Object.fromEntries(Object.entries(events[0]!.metadata.actor).reverse()) as never
  assert.is(firstBrokenLink(events), null)
})

test.run()
