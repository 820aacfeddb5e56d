import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import type { TransferStatus } from '#services/refunds/payments/payment-network.ts'
import { makeClockMovable, moveClock } from '../delivery/database-clock.ts'
import { suite } from '../harness/suite.ts'
import {
  connectService,
  eventually,
  reaches,
  requested,
  startReactionService,
  startRefundReactions,
} from './reaction-service.ts'

/** The clock jumps ahead by an hour and is set right again: what was to be done soon is done soon, not in an hour. */
const test = suite("the database's clock is set back")
const HOUR_MS = 3_600_000
const WATCH = { everyMs: 200, outstandingMs: 60_000 }
const SOON_MS = 60_000

let isHolding = true
const instructed: string[] = []
const answer = async (): Promise<TransferStatus> =>
  isHolding ? { status: 'settling', reference: 'NET' } : { status: 'succeeded', reference: 'NET' }
const run = await startReactionService()
await makeClockMovable(run.urls.postgres)
/** Its sessions began after that, and its network has no clock. */
const { service, close } = await connectService(run.urls, {
  env: { REFUND_CANCEL_WINDOW_MS: '1000' },
  network: sandbox => ({
    ...sandbox,
    async instruct({ key }) {
      instructed.push(key)
      return answer()
    },
    status: answer,
  }),
})
const reactions = startRefundReactions(service, { watch: WATCH })

test('a refund that was requested, and one that was queried, in that hour are paid soon, once', async () => {
  await eventually(
    async () => Object.values(reactions.health().subscriptions),
    states => states.every(state => state === 'live'),
  )
  const askedAbout = await requested(service, '0001')
  await reaches(service, askedAbout, 'processing')
  await moveClock(service.db, HOUR_MS)
  const askedFor = await requested(service, '0001')
  await eventually(
    () => service.db.exists(sql.unsafe`select 1 from ops.due_work where id = ${askedFor}`),
    isArmed => isArmed,
  )
  // The other is asked about again meanwhile, which takes at most a second or two.
  await delay(3_000)
  await moveClock(service.db, 0)
  isHolding = false
  for (const id of [askedAbout, askedFor]) await reaches(service, id, 'completed', SOON_MS)
  assert.equal(instructed, [`${askedAbout}:0`, `${askedFor}:0`])
})

test.after(async () => {
  await reactions.stop()
  await close()
  await run.close()
})
test.run()
