import * as assert from 'uvu/assert'
import { openAlert } from '#commands/fraud/open-alert.ts'
import { resolveAlertByRule } from '#commands/fraud/resolve-alert-by-rule.ts'
import { alerts } from '#domain/fraud/alerts/decider.ts'
import { alertStreams } from '#domain/fraud/alerts/events.ts'
import { isAlert } from '#domain/fraud/alerts/state.ts'
import { outcomes } from '#domain/fraud/outcomes/decider.ts'
import type { ReportedOutcome } from '#domain/fraud/outcomes/events.ts'
import { profiles } from '#domain/fraud/profile/decider.ts'
import { startReactions } from '#reactions/start.ts'
import { contextOf, fraudParts, recordScore, withScores } from '../harness/scores.ts'
import { suite } from '../harness/suite.ts'
import { CLIENT, eventually, startReactionService } from './reaction-service.ts'

const test = suite('outcomes that arrive while the previous one resolves their alert')

const AT = Date.UTC(2026, 0, 31)
const DAY_MS = 86_400_000

const run = await startReactionService()
const { service } = run
test.after(() => run.close())

/** An alert that a process resolves by an outcome which stands no more by the time it writes. */
async function raced(n: number) {
  const whose = { client_id: CLIENT, user_id: `user-${n}`, transaction_id: `tx-${n}` }
  const report = (outcome: ReportedOutcome, days: number) => {
    const reports = [{ outcome, reported_at: new Date(AT + days * DAY_MS).toISOString() }]
    const command = { type: 'report', transaction: { ...whose, merchant: null }, reports, now: new Date() } as const
    return service.execute.run(outcomes, outcomes.id(CLIENT, whose.transaction_id), command, contextOf(CLIENT))
  }
  await recordScore(service, { ...whose, score: 0.7, at: AT })
  await openAlert(service, () => contextOf(CLIENT), profiles.id(CLIENT, whose.user_id), 0)
  const { events } = await report('chargeback', 1)
  await report('legitimate', 2)
  const context = { ...contextOf(CLIENT), causation_id: events[0]!.id }
  await resolveAlertByRule(service, context, whose, { rule: 'outcome_reported', outcome: 'confirmed_fraud' })
}

async function outcomeOf(n: number): Promise<string | undefined> {
  const { state } = await service.execute.load(alerts, alertStreams.id(CLIENT, `tx-${n}`))
  return isAlert(state) ? state.resolution?.outcome : undefined
}

// Both are told of in one batch, at the first start as history and at the second as what is new.
for (const [n, start] of ['first', 'second'].entries())
  test(`what stands decides the alert at the ${start} start`, async () => {
    await raced(n)
    assert.is(await outcomeOf(n), 'confirmed_fraud')
    const reactor = withScores(await run.another())
    const reactions = startReactions(reactor, [fraudParts(reactor)])
    try {
      await eventually(
        () => outcomeOf(n),
        outcome => outcome === 'legitimate',
      )
    } finally {
      await reactions.stop()
    }
  })

test.run()
