import * as assert from 'uvu/assert'
import { jobPartsOf, type Process, reactionsOf, type Subscription } from '#reactions/process.ts'
import { requested, retried } from '../domain/refunds/samples.ts'
import { recordedOf } from '../harness/scenario.ts'
import { suite } from '../harness/suite.ts'

const test = suite('processes as values')

type Needs = { name: string }
const done: string[] = []
const [event, other] = recordedOf([requested, retried(1)], 'refund-rf_1')

const first: Process<Needs> = {
  queue: 'first',
  concurrency: 3,
  lagMsMax: 1_000,
  schedule: ({ stream, type }) => (type === 'RefundRequested' ? [{ id: stream, dueInMs: 5 }] : []),
  cancel: ({ stream }) => [{ id: stream }, { idsFrom: `${stream}:` }],
  handler:
    ({ name }) =>
    async claim => {
      done.push(`${name} ${claim.id}`)
      return { done: true }
    },
  overdue: ({ name }) => ({
    readModels: [{ name, prefixes: ['refund-'] }],
    async *candidates() {
      yield [{ id: 'lost', stream: 'refund-rf_1' }]
    },
    outstanding: async ({ id }) => (id === 'lost' ? event! : null),
    dueInMs: 7,
  }),
}
const second: Process<Needs> = {
  queue: 'second',
  lagMsMax: 2_000,
  schedule: () => [
    { id: 'a', dueInMs: 0 },
    { id: 'b', dueInMs: 1 },
  ],
  handler: () => async () => ({ inMs: 1, attempts: 1 }),
}
const subscriptions: Subscription<Needs>[] = [
  { name: 'both', prefixes: ['refund-'], version: 2, batchDelayMs: 15, ageMsMax: 99, processes: [first, second] },
]

test('one reaction reads the log for all processes of a subscription', () => {
  const [reaction, ...others] = reactionsOf(subscriptions)
  const { schedule, cancel, ...rest } = reaction!
  assert.equal(others, [])
  assert.equal(rest, { name: 'both', prefixes: ['refund-'], version: 2, batchDelayMs: 15, ageMsMax: 99 })
  const cause = { stream: 'refund-rf_1', correlation_id: event!.metadata.correlation_id, causation_id: event!.id }
  assert.equal(schedule(event!), [
    { ...cause, queue: 'first', id: 'refund-rf_1', dueInMs: 5 },
    { ...cause, queue: 'second', id: 'a', dueInMs: 0 },
    { ...cause, queue: 'second', id: 'b', dueInMs: 1 },
  ])
  assert.equal(
    schedule(other!).map(({ queue, causation_id }) => [queue, causation_id]),
    ['a', 'b'].map(() => ['second', other!.id]),
  )
  assert.equal(cancel(event!), [
    { queue: 'first', id: 'refund-rf_1' },
    { queue: 'first', idsFrom: 'refund-rf_1:' },
  ])
})

test('each process has its queue, and its overdue check where there is one', async () => {
  const { queues, overdueRules } = jobPartsOf(subscriptions, { name: 'refunds' })
  assert.equal(
    queues.map(({ handler: _, ...queue }) => queue),
    [
      { name: 'first', concurrency: 3, lagMsMax: 1_000 },
      { name: 'second', lagMsMax: 2_000 },
    ],
  )
  await queues[0]!.handler({ id: 'one' } as never)
  assert.equal(done, ['refunds one'])
  const [rule, ...others] = overdueRules
  assert.equal([rule!.queue, rule!.readModels, others], ['first', [{ name: 'refunds', prefixes: ['refund-'] }], []])
  const job = await rule!.outstanding({ id: 'lost', stream: 'refund-rf_1' })
  assert.equal([job?.queue, job?.id, job?.dueInMs, job?.causation_id], ['first', 'lost', 7, event!.id])
  assert.is(await rule!.outstanding({ id: 'there', stream: 'refund-rf_1' }), null)
})

test.run()
