import { setTimeout as delay } from 'node:timers/promises'
import { EventStoreDBClient } from '@eventstore/db-client'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { startReactions } from '#reactions/start.ts'
import { suite } from '../harness/suite.ts'
import { knownTransaction, paidFor, reaches, refundOf, requested, startReactionService } from './reaction-service.ts'

/** What the README says of a PostgreSQL that was restored from a backup older than the event store. */
const test = suite('an older ops')
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
const { service, urls } = run
const reactions = await startReactions(service)
const client = EventStoreDBClient.connectionString(urls.eventStore)

test('what was due is found again in the log once the groups are deleted, and is paid once', async () => {
  const closed = await requested(service, '0001')
  await reaches(service, closed, 'completed')
  isHolding = true
  await knownTransaction(service, 'tx-older-ops')
  const id = await requested(service, '0001', 'tx-older-ops')
  await reaches(service, id, 'processing')
  // Its last event has been taken up by then, and the question that is under way ends before the answer is another one.
  await delay(500)
  await service.db.query(sql.unsafe`delete from ops.due_work`)
  await delay(500)
  isHolding = false
  await delay(500)
  assert.is((await refundOf(service, id)).status, 'processing', 'nothing is due any more')
  for (const group of ['refund-payments', 'refund-budget']) await client.deletePersistentSubscriptionToAll(group)
  await reaches(service, id, 'completed')
  for (const each of [closed, id])
    assert.equal(
      (await paidFor(service, each)).map(({ key, payments }) => ({ key, payments })),
      [{ key: `${each}:0`, payments: 1 }],
    )
})

test.after(async () => {
  await reactions.stop()
  await client.dispose()
  await run.close()
})
test.run()
