import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { ServiceError } from '#client/errors.ts'
import {
  draftOf,
  forgetDrafts,
  forgetKeptElsewhere,
  hasUnsavedDrafts,
  hideField,
  keptOf,
  showField,
} from '#console/drafts.ts'
import { isAbout, isOfFamily, type LiveEvent } from '#console/live/concerns.ts'
import { createPacedReload } from '#console/live/paced-reload.ts'
import { startPoll } from '#console/live/poll.ts'
import { pollGapMs } from '#console/live/poll-gap-ms.ts'
import { scarceForMs } from '#console/live/scarcity.ts'
import { createTurns } from '#console/live/turns.ts'
import { isPrivateText } from '#console/routing/route.ts'
import { problemOf } from '#console/ui/problem.ts'
import { reloadGapMs } from '#console/ui/reload-gap-ms.ts'
import { isChosen } from '#console/webhooks/event-types.ts'
import { until } from '../harness/client.ts'
import { suite } from '../harness/suite.ts'

/** When pages read again by themselves, and what is kept of what was typed. */
const test = suite('console: pacing of live pages')

test('turns: some at once, then one every so often, and none while few requests are left', async () => {
  const turns = createTurns({ atOnce: 2, refillMs: 200 })
  const taken: number[] = []
  const startedMs = performance.now()
  const take = async () => {
    await turns.take(1)
    taken.push(performance.now() - startedMs)
  }
  await Promise.all([take(), take(), take(), take()])
  assert.ok(taken[1]! < 150, `two at once: ${taken}`)
  assert.ok(taken[2]! >= 190 && taken[3]! >= 390, `then one in 200 ms: ${taken}`)
  turns.block(500)
  await take()
  assert.ok(taken[4]! - taken[3]! >= 490, `none while it is blocked: ${taken}`)
})

test('a turn that costs more than there can ever be is granted when all is there', async () => {
  const turns = createTurns({ atOnce: 2, refillMs: 20 })
  await turns.take(5)
  await turns.take(5)
})

test('one reading shows all that happened while it waited, and none comes while it would disturb', async () => {
  let readings = 0
  let mayReload = false
  const paced = createPacedReload({
    takeTurn: async () => undefined,
    mayReload: () => mayReload,
    reload: () => {
      readings += 1
    },
    gapMs: 100,
  })
  paced.want()
  await delay(20)
  assert.is(readings, 0)
  mayReload = true
  paced.retry()
  await until(
    async () => readings,
    count => count === 1,
  )
  for (let event = 0; event < 20; event += 1) paced.want()
  await delay(20)
  assert.is(readings, 1, 'the gap')
  await until(
    async () => readings,
    count => count === 2,
  )
  await delay(250)
  assert.is(readings, 2)
  mayReload = false
  paced.want()
  paced.settle()
  mayReload = true
  paced.retry()
  await delay(20)
  assert.is(readings, 2, 'a person had it read')
  paced.end()
  paced.want()
  await delay(20)
  assert.is(readings, 2, 'the view is gone')
})

test('rows that are read again and again stay while the person is in them, and cost no turn', async () => {
  let [turns, readings, rounds] = [0, 0, 0]
  let isBusy = true
  const stop = startPoll({
    takeTurn: async () => {
      turns += 1
    },
    mayReload: () => !isBusy,
    reload: () => {
      readings += 1
    },
    gapMs: round => {
      rounds = round
      return 5
    },
  })
  await until(
    async () => rounds,
    count => count >= 3,
  )
  assert.equal([turns, readings], [0, 0])
  isBusy = false
  await until(
    async () => readings,
    count => count >= 2,
  )
  stop()
  const after = readings
  await delay(30)
  assert.is(readings, after, 'the view is gone')
})

test('an event is about the objects that its data name', () => {
  const event = { type: 'refund.created', data: { object: 'refund', refund_id: 'rf_1', alert_id: 'alr_1' } }
  const isOf = (id: string) => isAbout(event as unknown as LiveEvent, id)
  assert.equal(['rf_1', 'alr_1', 'rf_2'].map(isOf), [true, true, false])
  assert.ok(isOfFamily(event as unknown as LiveEvent, 'refund'))
  assert.not(isOfFamily(event as unknown as LiveEvent, 'refu'))
  assert.equal(
    [['*'], ['refund.*'], ['refund.created'], ['fraud.*'], []].map(chosen => isChosen(chosen, 'refund.created')),
    [true, true, true, false, false],
  )
})

test('less than a tenth of the rate limit is scarce until its window ends; that of messages is another', () => {
  const headers = (limit: number, remaining: number, resetS: number) =>
    new Headers({
      ...{ 'x-ratelimit-limit': String(limit), 'x-ratelimit-remaining': String(remaining) },
      'x-ratelimit-reset': String(resetS),
    })
  const at = (given: Headers, path = '/refund/list') => scarceForMs(`https://api.bank.example${path}`, given, 100_000)
  assert.is(at(headers(1_000, 99, 130)), 30_000)
  assert.is(at(headers(1_000, 100, 130)), null)
  assert.is(at(headers(1_000, 99, 90)), null, 'it is over')
  assert.is(at(headers(1_000, 0, 130), '/v1/sms/analyze'), null)
  assert.is(at(new Headers()), null)
})

test('while readings fail they become rare', () => {
  assert.equal([0, 1, 2, 3, 9].map(pollGapMs), [60_000, 120_000, 240_000, 480_000, 480_000])
  assert.is(reloadGapMs(0), 1_000)
  assert.is(reloadGapMs(0, 1), 120_000)
})

test('what was typed holds up who leaves, unless its form was closed; another user gets nothing of it', () => {
  const draft = draftOf('a form')
  showField('a form')
  showField('a form')
  draft.value = { reason: 'typed' }
  assert.ok(hasUnsavedDrafts())
  hideField('a form', false)
  assert.ok(hasUnsavedDrafts(), 'another field is there')
  hideField('a form', false)
  assert.not(hasUnsavedDrafts())
  assert.equal(draftOf('a form').value, { reason: 'typed' }, 'it is there when the form is opened again')
  showField('a form')
  assert.ok(hasUnsavedDrafts())
  hideField('a form', true)
  assert.ok(hasUnsavedDrafts(), 'the session ended')
  keptOf<string | null>('a secret', null).value = 'whsec_1'
  keptOf<string | null>('a place secret', null).value = 'whsec_2'
  forgetKeptElsewhere('a place ')
  assert.is(keptOf('a secret', null).value, null, 'of another place')
  assert.is(keptOf('a place secret', null).value, 'whsec_2')
  forgetDrafts()
  assert.not(hasUnsavedDrafts())
  assert.is(keptOf('a place secret', null).value, null)
})

test('an e-mail address is known among filters, an id is not one', () => {
  const texts = ['ada@bank.example', 'find a@b', 'usr_1', '@', 'user@', 'a @ b']
  assert.equal(texts.map(isPrivateText), [true, true, false, false, false, false])
})

test('a refusal names why, and who may', () => {
  const refused = (details: Record<string, unknown>) =>
    problemOf(
      new ServiceError({
        ...{ status: 403, code: 'AUTH_003', message: 'Insufficient scope.', details },
        ...{ requestId: 'req_1', retryAfterMs: null },
      }),
    )
  const restricted = refused({ required_scope: 'audit:read', reason: 'the person is restricted' })
  assert.equal(restricted, {
    message: 'The person is restricted. The scope audit:read is needed.',
    fields: [],
    reference: 'AUTH_003, req_1',
  })
  assert.is(refused({ required_roles: ['admin'] }).message, 'Your role does not allow this. These roles may: admin.')
  assert.equal(refused({ field: 'scopes', reason: 'too many' }).fields, [{ field: 'scopes', reason: 'too many' }])
})

test.run()
