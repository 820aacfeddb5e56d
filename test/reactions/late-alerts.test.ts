import * as assert from 'uvu/assert'
import { alertStreams } from '#domain/fraud/alerts/events.ts'
import { outcomes } from '#domain/fraud/outcomes/decider.ts'
import { velocityAggregates } from '#projections/fraud/velocity-aggregates.ts'
import { startProjector } from '#projector/projector.ts'
import { startReactions } from '#reactions/start.ts'
import { contextOf, fraudParts, recordScore, withScores } from '../harness/scores.ts'
import { suite } from '../harness/suite.ts'
import { CLIENT, eventually, startReactionService } from './reaction-service.ts'

const test = suite('alerts that are opened long after their score')

const AT = Date.UTC(2026, 0, 31)
const DAY_MS = 86_400_000
/** Longer than anybody waits for an alert. */
const LATER_MS = 600_000

const run = await startReactionService()
const { service } = run
const projector = startProjector(await run.another(), [velocityAggregates])
test.after(async () => {
  await projector.stop()
  await run.close()
})

test('what became known before it was opened scores it again', async () => {
  const whose = { client_id: CLIENT, user_id: 'user-late' }
  await recordScore(service, { ...whose, transaction_id: 'before', score: 0.1, at: AT - DAY_MS })
  const alertId = await recordScore(service, { ...whose, transaction_id: 'late', score: 0.7, at: AT })
  const reports = [{ outcome: 'chargeback', reported_at: new Date(AT + DAY_MS).toISOString() }] as const
  await service.execute.run(
    outcomes,
    outcomes.id(CLIENT, 'before'),
    { type: 'report', transaction: { ...whose, transaction_id: 'before', merchant: null }, reports, now: new Date() },
    contextOf(CLIENT),
  )
  let looks = 0
  const waiting = await run.another()
  const late = withScores({ ...waiting, now: () => new Date(Date.now() + LATER_MS) })
  const { queues, ...parts } = fraudParts(late)
  // As while alerts can't be opened, and scoring anew goes on.
  const others = queues
    .filter(({ name }) => name === 'fraud-rescoring')
    .map(queue => ({
      ...queue,
      handler: (...claim: Parameters<typeof queue.handler>) => queue.handler(...claim).finally(() => looks++),
    }))
  const first = startReactions(late, [{ ...parts, queues: others, overdueRules: [] }])
  await eventually(
    async () => looks,
    count => count > 0,
  )
  await first.stop()

  const reactor = withScores(await run.another())
  const reactions = startReactions(reactor, [fraudParts(reactor)])
  try {
    await eventually(
      async () => (await service.store.read(alertStreams.stream(alertId))).map(({ type }) => type).join(' '),
      types => types === 'AlertOpened AlertRescored',
    )
  } finally {
    await reactions.stop()
  }
  assert.ok(looks > 0)
})

test.run()
