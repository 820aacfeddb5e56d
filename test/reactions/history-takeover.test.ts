import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { suite } from '../harness/suite.ts'
import { eventually, startReactionService, startRefundReactions } from './reaction-service.ts'
import { histories } from './written-before.ts'

const test = suite('history that another process takes over while its jobs are scheduled')

const run = await startReactionService()
const { service } = run
const reactions: ReturnType<typeof startRefundReactions>[] = []
/** More than are armed in one transaction. */
const OPEN = 700
const HISTORY = 'refund-payments history'

const Leader = z.object({ holder: z.number() })
const leader = () => service.db.maybeOneFirst(sql.type(Leader)`select holder from ops.leaders where name = ${HISTORY}`)

const waitingFor = (what: string) =>
  eventually(
    () =>
      service.db.exists(sql.unsafe`
        select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like ${`%${what}%`}`),
    isWaiting => isWaiting,
  )

test('schedules what the previous process had not reached', async () => {
  // Read to its end, with everything that is open still to be armed.
  await service.db.query(sql.unsafe`
    insert into ops.checkpoints (name, version, commit_position, prepare_position)
    values ('refund-payments', 1, null, null), (${HISTORY}, 1, 1, 1)`)
  await service.db.query(sql.unsafe`
    insert into ops.due_work_history (reaction, until_commit, until_prepare) values ('refund-payments', 1, 1)`)
  await service.db.query(sql.unsafe`
    insert into ops.due_work_before (reaction, queue, id, stream, correlation_id, causation_id, due_in_ms)
    select 'refund-payments', 'refund-payment', 'rf_' || n, 'refund-rf_' || n, 'req_1', 'evt_1', 0
    from generate_series(1, ${OPEN}) n`)

  const first = await run.another()
  const second = await run.another()
  const held = Promise.withResolvers<void>()
  const isHeld = Promise.withResolvers<void>()
  // Keeps the first process in the middle of its transaction.
  const holding = service.db
    .transaction(async tx => {
      await tx.query(sql.unsafe`set local idle_in_transaction_session_timeout = 0`)
      await tx.query(sql.unsafe`
        insert into ops.due_work (queue, id, stream, correlation_id, causation_id, due_at)
        values ('refund-payment', 'rf_1', 'refund-rf_1', 'req_1', 'evt_1', 'infinity')`)
      isHeld.resolve()
      await held.promise
      throw new Error('taken back')
    })
    .catch(() => undefined)
  await isHeld.promise
  reactions.push(startRefundReactions(first))
  await waitingFor('insert into ops.due_work as d')
  const before = await leader()
  await service.db.query(sql.unsafe`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and classid = 7246 and objid = ${before} and granted`)
  reactions.push(startRefundReactions(second))
  await eventually(leader, holder => holder !== null && holder !== before)
  await waitingFor('due_work_')
  held.resolve()
  await holding
  const seen = await eventually(
    () => histories(service),
    all => all['refund-payments']?.is_finished === true,
  )
  assert.is(seen['refund-payments']?.armed, OPEN)
})

test.after(async () => {
  await Promise.all(reactions.map(({ stop }) => stop()))
  await run.close()
})
test.run()
