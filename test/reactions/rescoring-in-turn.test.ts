import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { recomputeScore } from '#commands/fraud/recompute-score.ts'
import { alertStreams } from '#domain/fraud/alerts/events.ts'
import type { RowScores } from '#domain/fraud/assess.ts'
import { outcomes } from '#domain/fraud/outcomes/decider.ts'
import { profileStreams } from '#domain/fraud/profile/events.ts'
import { velocityAggregates } from '#projections/fraud/velocity-aggregates.ts'
import { startProjector } from '#projector/projector.ts'
import { startReactions } from '#reactions/start.ts'
import { contextOf, fraudParts, recordScore, withScores } from '../harness/scores.ts'
import { suite } from '../harness/suite.ts'
import { CLIENT, eventually, startReactionService } from './reaction-service.ts'

const test = suite('alerts that several causes score again')

const AT = Date.UTC(2026, 0, 31)
const DAY_MS = 86_400_000
/** How long the slower one takes at most. */
const SLOW_MS = 3_000
const NOTHING = { amount: 0, velocity: 0, merchant: 0, device: 0, time: 0, profile: 0 }

const run = await startReactionService()
const { service } = run
const projector = startProjector(await run.another(), [velocityAggregates])
test.after(async () => {
  await projector.stop()
  await run.close()
})

test('the result of a slower, earlier process never replaces that of a later one', async () => {
  const whose = { client_id: CLIENT, user_id: 'user-1' }
  await recordScore(service, { ...whose, transaction_id: 'before', score: 0.1, at: AT - DAY_MS })
  const alertId = await recordScore(service, { ...whose, transaction_id: 'alert', score: 0.7, at: AT })
  const eventsOf = async () =>
    (await service.store.read(alertStreams.stream(alertId))).map(event => alertStreams.parse(event))

  let answers = 0
  const scored = withScores(await run.another())
  const answer = async ([features]: readonly Float32Array[]): Promise<RowScores> => {
    answers += 1
    const isFirst = answers === 1
    for (let waited = 0; isFirst && answers === 1 && waited < SLOW_MS; waited += 50) await delay(50)
    // The later one is done by then, if it did not wait for its turn.
    if (isFirst) await delay(500)
    const model = { probability: isFirst ? 0.8 : 0.95, margin: 0, bias: 0, contributions: NOTHING }
    return { features: features!, model, version: 'v1.0.0', unseen: 0, shadow: null }
  }
  const reactor = { ...scored, scoring: { ...scored.scoring, predict: answer } }
  const reactions = startReactions(reactor, [fraudParts(reactor)])
  try {
    await eventually(eventsOf, events => events.length > 0)
    const reports = [{ outcome: 'chargeback', reported_at: new Date(AT + DAY_MS).toISOString() }] as const
    await service.execute.run(
      outcomes,
      outcomes.id(CLIENT, 'before'),
      { type: 'report', transaction: { ...whose, transaction_id: 'before', merchant: null }, reports, now: new Date() },
      contextOf(CLIENT),
    )
    await eventually(
      async () => answers,
      count => count > 0,
    )
    await recordScore(service, { ...whose, transaction_id: 'late', score: 0.1, at: AT - 1 })
    await eventually(
      async () => answers,
      count => count > 1,
    )
    await eventually(
      () =>
        service.db.any(sql.type(z.object({ id: z.string() }))`select id from ops.due_work where due_at < 'infinity'`),
      rows => rows.length === 0,
    )
    const told = (await eventsOf()).flatMap(({ type, data }) =>
      type === 'AlertRescored' ? [[data.cause, data.score]] : [],
    )
    assert.equal(told, [
      ['outcomes', 0.8],
      ['transactions', 0.95],
    ])
  } finally {
    await reactions.stop()
  }
})

test('a score of a model is not computed again by rules alone, which would lower it without a reason', async () => {
  const whose = { client_id: CLIENT, user_id: 'user-2' }
  await recordScore(service, { ...whose, transaction_id: 'scored', score: 0.7, at: AT })
  const profile = (await service.store.read(profileStreams.stream(profileStreams.id(CLIENT, 'user-2')))).map(
    profileStreams.parse,
  )
  const [byRules] = profile
  if (byRules?.type !== 'TransactionScored') throw new Error('it was not scored')
  const model = { probability: 0.7, margin: 0, bias: 0, contributions: NOTHING }
  const byModel = { ...byRules, data: { ...byRules.data, model } }
  assert.is(await recomputeScore(withScores(service), byModel, profile), null)
  assert.is((await recomputeScore(withScores(service), byRules, profile))?.model_version, 'v0.1.0')
})

test.run()
