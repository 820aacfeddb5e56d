import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { alertStreams } from '#domain/fraud/alerts/events.ts'
import { outcomes } from '#domain/fraud/outcomes/decider.ts'
import type { ReportedOutcome } from '#domain/fraud/outcomes/events.ts'
import { velocityAggregates } from '#projections/fraud/velocity-aggregates.ts'
import { startProjector } from '#projector/projector.ts'
import { type Reactions, startReactions } from '#reactions/start.ts'
import { contextOf, fraudParts, recordScore, withScores } from '../harness/scores.ts'
import { suite } from '../harness/suite.ts'
import { CLIENT, eventually, startReactionService } from './reaction-service.ts'

const test = suite('outcomes under killed reactors')

const script = fileURLToPath(new URL('dying-fraud-reactor-process.ts', import.meta.url))
const KILLS = 5
const USERS = 24
const AT = Date.UTC(2026, 0, 31)
const DAY_MS = 86_400_000

const run = await startReactionService()
const { service } = run
const projector = startProjector(service, [velocityAggregates])
let reactions: Reactions | undefined
test.after(async () => {
  await reactions?.stop()
  await projector.stop()
  await run.close()
})

const alertOf = (user: number) => alertStreams.id(CLIENT, `tx-${user}`)
const eventsOf = (user: number) => service.store.read(alertStreams.stream(alertOf(user)))
const typesOf = async (user: number) => (await eventsOf(user)).map(({ type }) => type).join(' ')

function report(user_id: string, transaction_id: string, outcome: ReportedOutcome, days: number) {
  const transaction = { client_id: CLIENT, user_id, transaction_id, merchant: null }
  const reports = [{ outcome, reported_at: new Date(AT + days * DAY_MS).toISOString() }]
  const command = { type: 'report', transaction, reports, now: new Date() } as const
  return service.execute.run(outcomes, outcomes.id(CLIENT, transaction_id), command, contextOf(CLIENT))
}

/**
 * In turn: its own outcome resolves an alert, what became known of another transaction scores it anew, and nothing
 * happens. An alert that is yet to be resolved, because whoever was about to was killed, may be scored anew before.
 */
const EXPECTED = [/^AlertOpened (AlertRescored )?AlertResolved$/, /^AlertOpened AlertRescored$/, /^AlertOpened$/]

test('five killed processes under load: each cause resolves or rescores an alert once', async () => {
  let killed = 0
  const killing = (async () => {
    for (; killed < KILLS; killed += 1) {
      const child = spawn(process.execPath, [script, JSON.stringify(run.urls)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      await once(child.stdout, 'data')
      await delay(300 + Math.random() * 700)
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  })()
  const causes: { user: number; cause: string }[] = []
  for (let user = 0; user < USERS; user += 1) {
    const user_id = `user-${user}`
    const whose = { client_id: CLIENT, user_id }
    await recordScore(service, { ...whose, transaction_id: `before-${user}`, score: 0.1, at: AT - DAY_MS })
    await recordScore(service, { ...whose, transaction_id: `tx-${user}`, score: 0.7, at: AT })
    const subject = [`tx-${user}`, `before-${user}`][user % 3]
    if (subject !== undefined) {
      const { events } = await report(user_id, subject, 'chargeback', 1)
      causes.push({ user, cause: events[0]!.id })
    }
    await delay(150)
  }
  await killing
  assert.is(killed, KILLS)
  reactions = startReactions(service, [fraudParts(withScores(service))])
  for (let user = 0; user < USERS; user += 1)
    await eventually(
      () => typesOf(user),
      types => EXPECTED[user % 3]!.test(types),
    )
  await eventually(
    () => service.db.any(sql.type(z.object({ id: z.string() }))`select id from ops.due_work where due_at < 'infinity'`),
    rows => rows.length === 0,
  )
  for (let user = 0; user < USERS; user += 1) assert.match(await typesOf(user), EXPECTED[user % 3]!)
  for (const { user, cause } of causes) assert.is((await eventsOf(user)).at(-1)!.metadata.causation_id, cause)

  // A newer outcome corrects what the rule said, and the same one does nothing more.
  await report('user-0', 'tx-0', 'legitimate', 2)
  await eventually(
    () => typesOf(0),
    types => types.endsWith(' AlertResolved AlertResolved'),
  )
})

test.run()
