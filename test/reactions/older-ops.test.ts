import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { suite } from '../harness/suite.ts'
import {
  knownTransaction,
  paidFor,
  reaches,
  requested,
  startReactionService,
  startRefundReactions,
} from './reaction-service.ts'

/** What src/operations/README.md says of a PostgreSQL that was restored from a backup older than the event store. */
const test = suite('an older schema ops')
/** While true, what the network accepted is not settled. */
let isHolding = false
const run = await startReactionService({
  network: sandbox => {
    const held = { status: 'settling', reference: 'HELD' } as const
    return {
      ...sandbox,
      instruct: instruction => sandbox.instruct(instruction).then(status => (isHolding ? held : status)),
      status: key => sandbox.status(key).then(status => (isHolding && status.status !== 'unknown' ? held : status)),
    }
  },
})
const { service } = run
const TABLES = ['checkpoints', 'due_work', 'due_work_history', 'due_work_before']

/** Keeps a copy of what `ops` says of reactions, or puts it back. */
const backUp = () =>
  Promise.all(
    TABLES.map(table =>
      service.db.query(
        sql.unsafe`create table ${sql.identifier([`backup_${table}`])} as table ${sql.identifier(['ops', table])}`,
      ),
    ),
  )
async function restore() {
  for (const table of TABLES) {
    const live = sql.identifier(['ops', table])
    await service.db.query(sql.unsafe`truncate ${live}`)
    await service.db.query(sql.unsafe`insert into ${live} table ${sql.identifier([`backup_${table}`])}`)
  }
}

async function mustBePaidOnceAfter(lose: () => Promise<void>, before: () => Promise<void>, name: string) {
  const reactions = startRefundReactions(await run.another())
  const closed = await requested(service, '0001')
  await reaches(service, closed, 'completed')
  await before()
  isHolding = true
  await knownTransaction(service, name)
  const id = await requested(service, '0001', name)
  await reaches(service, id, 'processing')
  await reactions.stop()
  await lose()
  isHolding = false
  const again = startRefundReactions(await run.another())
  await reaches(service, id, 'completed')
  for (const each of [closed, id])
    assert.equal(
      (await paidFor(service, each)).map(({ key, payments }) => ({ key, payments })),
      [{ key: `${each}:0`, payments: 1 }],
    )
  await again.stop()
}

test('due jobs are found again in the log after the position of the backup, and are paid once', () =>
  mustBePaidOnceAfter(restore, async () => void (await backUp()), 'tx-older-ops'))

test('without an earlier schema ops, due jobs are found in the history, and are paid once', () =>
  mustBePaidOnceAfter(
    async () => {
      for (const table of TABLES) await service.db.query(sql.unsafe`truncate ${sql.identifier(['ops', table])}`)
    },
    async () => {},
    'tx-no-ops',
  ))

test('a checkpoint that is deleted while processes run begins again, and open jobs are found again', async () => {
  const reactions = startRefundReactions(await run.another())
  isHolding = true
  const id = await requested(service, '0001')
  await reaches(service, id, 'processing')
  // The step under way ends before its row goes.
  await delay(500)
  await service.db.query(sql.unsafe`delete from ops.due_work where id = ${id}`)
  await service.db.query(sql.unsafe`delete from ops.checkpoints where name = 'refund-payments'`)
  isHolding = false
  await reaches(service, await requested(service, '0001'), 'completed')
  await reaches(service, id, 'completed')
  assert.equal(
    (await paidFor(service, id)).map(({ key, payments }) => ({ key, payments })),
    [{ key: `${id}:0`, payments: 1 }],
  )
  await reactions.stop()
})

test.after(() => run.close())
test.run()
