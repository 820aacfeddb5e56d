import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { alertStreams } from '#domain/fraud/alerts/events.ts'
import { alerts } from '#projections/fraud/alerts.ts'
import { fraudTransactions } from '#projections/fraud/transactions.ts'
import { startProjector } from '#projector/projector.ts'
import { startReactions } from '#reactions/start.ts'
import { fraudParts, recordScore, withScores } from '../harness/scores.ts'
import { suite } from '../harness/suite.ts'
import { CLIENT, eventually, knownTransaction, startReactionService } from './reaction-service.ts'

const test = suite('overdue checks of alerts')

/** As in production, but the minutes are parts of a second. */
const WATCH = { everyMs: 200, outstandingMs: 400 }
const QUEUE = 'fraud-alert'

const run = await startReactionService()
const { service } = run
const projector = startProjector(await run.another(), [fraudTransactions, alerts])
test.after(async () => {
  await projector.stop()
  await run.close()
})

const ids = () =>
  service.db.anyFirst(sql.type(z.object({ id: z.string() }))`select id from ops.due_work where queue = ${QUEUE}`)
const eventsOf = async (alertId: string) =>
  (await service.store.read(alertStreams.stream(alertId))).map(({ type }) => type)

async function scored(transaction_id: string, score: number) {
  await knownTransaction(service, transaction_id)
  return recordScore(service, { client_id: CLIENT, user_id: 'user_1', transaction_id, score, at: Date.now() })
}

/** What the read model tells of alerts that nobody opened. */
const candidates = async (now: () => Date) => {
  const [rule] = fraudParts(withScores({ ...service, now })).overdueRules
  const ids: string[] = []
  for await (const page of rule!.candidates(service.db, { olderThanMs: 0, isFull: true }))
    ids.push(...page.map(({ id }) => id))
  return ids
}

test('an alert whose job is lost is opened all the same, and the alarm is raised', async () => {
  // A reactor that arms and works off nothing, so that a row is there to be lost.
  const arming = startReactions(await run.another(), [
    { ...fraudParts(withScores(service)), queues: [], overdueRules: [] },
  ])
  await eventually(
    async () => Object.values(arming.health().subscriptions),
    states => states.every(state => state === 'live'),
  )
  const [lost, low, kept] = [await scored('tx-lost', 0.7), await scored('tx-low', 0.2), await scored('tx-kept', 0.7)]
  await eventually(ids, due => due.length === 2)
  await arming.stop()
  await service.db.query(sql.unsafe`delete from ops.due_work where queue = ${QUEUE} and id like ${`${lost}:%`}`)
  // The first look is a thorough one, and the next comes much later: it is to find them.
  await eventually(
    () => candidates(() => new Date()),
    found => found.length === 2,
  )

  const reactor = withScores(await run.another())
  const reactions = startReactions(reactor, [fraudParts(reactor)], {
    overdueChecks: WATCH,
  })
  try {
    for (const id of [lost, kept])
      await eventually(
        () => eventsOf(id),
        types => types.length === 1,
      )
    assert.equal(await eventsOf(low), [])
    const rearmed = async () => (await reactor.metrics.getSingleMetric('jobs_rescheduled_total')?.get())?.values ?? []
    await eventually(rearmed, values => values.find(({ labels }) => labels.queue === QUEUE)?.value === 1)
    assert.match(reactions.health().note ?? '', `${QUEUE}: 1 jobs were missing and are scheduled again`)
  } finally {
    await reactions.stop()
  }
})

test('what was recorded long ago and scored just now is not outstanding yet', async () => {
  const alertId = await scored('tx-fresh', 0.7)
  await eventually(
    () => candidates(() => new Date()),
    ids => ids.length === 1 && ids[0]?.startsWith(`${alertId}:`) === true,
  )
  assert.equal(await candidates(() => new Date(Date.now() - 60_000)), [])
})

test.run()
