import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import type { EventStore, SubscribeOptions } from '#event-sourcing/event-store.ts'
import { StoreUnavailable } from '#event-sourcing/store-errors.ts'
import { subscribeWithLiveness } from '#subscription/subscribe-with-liveness.ts'
import { suite } from '../harness/suite.ts'

/** A store whose every word is said by the test, in orders that a real one seldom meets. */
const test = suite('whose log it is when the store is back')

/** Longer than everything that waits for nothing. */
const SOON_MS = 20

function following() {
  const stopping = new AbortController()
  const questions: PromiseWithResolvers<void>[] = []
  const told: string[] = []
  let subscribed: SubscribeOptions | undefined
  const store = {
    end: async () => null,
    subscribe: (options: SubscribeOptions) =>
      new Promise<void>(resolve => {
        subscribed = options
        options.signal.addEventListener('abort', () => resolve())
      }),
  }
  const outcome = subscribeWithLiveness(store, 60_000, {
    prefixes: [],
    from: null,
    signal: stopping.signal,
    checkLog: () => {
      const question = Promise.withResolvers<void>()
      questions.push(question)
      return question.promise
    },
    onCaughtUp: () => void told.push('caught up'),
    handle: async () => void told.push('taken'),
  }).then(() => 'stopped', String)
  const isBack = () => {
    subscribed!.onState!('reconnecting')
    subscribed!.onState!('live')
  }
  subscribed!.onState!('live')
  const stop = () => {
    stopping.abort()
    return outcome
  }
  return { questions, told, outcome, isBack, stop, subscribed: subscribed! }
}
const batch = { events: [], position: { commit: 1n, prepare: 1n } }

test('is not checked for one that was never away', async () => {
  const { questions, told, subscribed, stop } = following()
  await subscribed.handle(batch)
  subscribed.onCaughtUp!()
  await delay(SOON_MS)
  assert.equal(told, ['taken', 'caught up'])
  assert.is(questions.length, 0)
  assert.is(await stop(), 'stopped')
})

test('is known before any event is taken, and before the end is reported', async () => {
  const { questions, told, subscribed, isBack, stop } = following()
  isBack()
  const taking = subscribed.handle(batch)
  subscribed.onCaughtUp!()
  await delay(SOON_MS)
  assert.equal(told, [])
  questions[0]!.resolve()
  await taking
  await delay(SOON_MS)
  assert.equal(told.sort(), ['caught up', 'taken'])
  assert.is(await stop(), 'stopped')
})

test('is known before any event is taken also where the client began again without being away', async () => {
  const { questions, told, subscribed, stop } = following()
  subscribed.onState!('live')
  const taking = subscribed.handle(batch)
  await delay(SOON_MS)
  assert.equal(told, [])
  questions[0]!.resolve()
  await taking
  assert.equal(told, ['taken'])
  assert.is(await stop(), 'stopped')
})

test('ends it when it is another one, with no event taken and nothing reported', async () => {
  const { questions, told, subscribed, isBack, outcome } = following()
  isBack()
  const taking = subscribed.handle(batch).catch(String)
  subscribed.onCaughtUp!()
  questions[0]!.reject(new Error('another log'))
  assert.is(await taking, 'Error: another log')
  assert.is(await outcome, 'Error: another log')
  assert.equal(told, [])
})

test('is not reported as read to its end by one that is away again', async () => {
  const { questions, told, subscribed, isBack, stop } = following()
  isBack()
  subscribed.onCaughtUp!()
  subscribed.onState!('reconnecting')
  questions[0]!.resolve()
  await delay(SOON_MS)
  assert.equal(told, [])
  assert.is(await stop(), 'stopped')
})

test('is not said to be read to its end when it is over: whoever follows may have lost the lease meanwhile', async () => {
  const { questions, told, subscribed, isBack, stop } = following()
  isBack()
  subscribed.onCaughtUp!()
  assert.is(await stop(), 'stopped')
  questions[0]!.resolve()
  await delay(SOON_MS)
  assert.equal(told, [])
})

test('is what the last question comes to: one of before that fails late ends nothing', async () => {
  const { questions, told, subscribed, isBack, stop } = following()
  isBack()
  isBack()
  questions[1]!.resolve()
  questions[0]!.reject(new StoreUnavailable('reading its end', 'the connection of before'))
  await delay(SOON_MS)
  await subscribed.handle(batch)
  assert.equal(told, ['taken'])
  assert.is(await stop(), 'stopped')
})

test('is not reported as read to its end by an earlier one, whose log may have been another', async () => {
  const { questions, told, subscribed, isBack, stop } = following()
  isBack()
  subscribed.onCaughtUp!()
  isBack()
  questions[1]!.resolve()
  questions[0]!.reject(new Error('another log'))
  await delay(SOON_MS)
  assert.equal(told, [])
  subscribed.onCaughtUp!()
  await delay(SOON_MS)
  assert.equal(told, ['caught up'])
  assert.is(await stop(), 'stopped')
})

/** A store whose subscription stands from the beginning, and says nothing on it. */
const standing = (end: () => Promise<null>) => ({
  end,
  subscribe: ({ signal, onState }: SubscribeOptions) =>
    new Promise<void>(resolve => {
      onState!('live')
      signal.addEventListener('abort', () => resolve())
    }),
})
const follow = (store: Pick<EventStore, 'subscribe' | 'end'>, awayMsMax: number, signal: AbortSignal) =>
  subscribeWithLiveness(store, awayMsMax, {
    prefixes: [],
    from: null,
    signal,
    checkLog: async () => {},
    handle: async () => {},
  }).then(() => 'stopped', String)

test('is left after that time even if the subscription is open, when no event and no response comes', async () => {
  const store = standing(() => Promise.reject(new StoreUnavailable('reading its end', 'no answer')))
  const outcome = await Promise.race([
    follow(store, 200, new AbortController().signal),
    delay(10_000, 'goes on', { ref: false }),
  ])
  assert.match(String(outcome), 'event store unavailable')
})

test('is not left where nothing comes and questions are answered', async () => {
  const stopping = new AbortController()
  // Longer than from one question to the next.
  const awayMsMax = 3_000
  const outcome = follow(
    standing(async () => null),
    awayMsMax,
    stopping.signal,
  )
  assert.is(await Promise.race([outcome, delay(awayMsMax * 1.5, 'goes on')]), 'goes on')
  stopping.abort()
  assert.is(await outcome, 'stopped')
})

test.run()
