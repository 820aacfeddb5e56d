import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { cancelRefund } from '#commands/refunds/cancel-refund.ts'
import { Rejection } from '#values/errors.ts'
import { suite } from '../harness/suite.ts'
import {
  context,
  eventually,
  historyOf,
  knownTransaction,
  refundOf,
  requested,
  reservedOf,
  startReactionService,
  startRefundReactions,
} from './reaction-service.ts'

const test = suite('cancel racing processing')

const WINDOW_MS = 20
const RACES = 200
const PARALLEL = 8
/** So many moments to cancel at, so far apart; where much is going on, further. */
const SPREAD = 40
const STEPS_MS = [10, 40, 160]
/** So many have to win, and to lose. */
const WON_MIN = 10

const run = await startReactionService({ env: { REFUND_CANCEL_WINDOW_MS: String(WINDOW_MS) } })
const { service } = run
const reactions = startRefundReactions(service)
/** The canceller is another process: nothing but the store decides. */
const api = await run.another()

const PAID = 'RefundRequested RefundProcessingStarted RefundCompleted'
const CANCELLED = 'RefundRequested RefundCancelled'

type Race = { id: string; transaction: string; cancel: 'cancelled' | 'REFUND_006' }

async function race(n: number, stepMs: number): Promise<Race> {
  const transaction = `tx-race-${n}`
  await knownTransaction(api, transaction)
  const id = await requested(api, '0001', transaction)
  // Spread around the end of the window, which begins when the refund has been taken up: later where much is going on.
  await delay((n % SPREAD) * stepMs)
  try {
    await cancelRefund(api, context(), { refund_id: id, reason: null, cancelled_by: null })
    return { id, transaction, cancel: 'cancelled' }
  } catch (error) {
    assert.instance(error, Rejection)
    assert.is((error as Rejection).code, 'REFUND_006')
    return { id, transaction, cancel: 'REFUND_006' }
  }
}

test('each of 200 refunds ends in exactly one of the two histories, and the loser was refused', async () => {
  const races: Race[] = []
  const won = () => races.filter(({ cancel }) => cancel === 'cancelled')
  let n = 0
  for (const [round, stepMs] of STEPS_MS.entries()) {
    await Promise.all(
      Array.from({ length: PARALLEL }, async () => {
        while (n < RACES * (round + 1)) {
          n += 1
          races.push(await race(n, stepMs))
        }
      }),
    )
    if (won().length > WON_MIN && won().length < races.length - WON_MIN) break
  }
  for (const { id, transaction, cancel } of races) {
    const { status } = await eventually(
      () => refundOf(api, id),
      refund => refund.status === 'completed' || refund.status === 'cancelled',
    )
    const history = (await historyOf(api, id)).join(' ')
    assert.is(history, cancel === 'cancelled' ? CANCELLED : PAID)
    assert.is(status, cancel === 'cancelled' ? 'cancelled' : 'completed')
    assert.is(await reservedOf(api, transaction), cancel === 'cancelled' ? 0 : 1_000)
  }
  const wins = won().length
  assert.ok(wins > WON_MIN && wins < races.length - WON_MIN, `${wins} cancels won: this was no race`)

  const Key = z.object({ key: z.string() })
  const paid = new Set(await service.db.anyFirst(sql.type(Key)`select key from ops.sandbox_payments`))
  assert.is(paid.size, races.length - wins)
  for (const { id } of won()) assert.not(paid.has(`${id}:0`))
})

test.after(async () => {
  await reactions.stop()
  await run.close()
})
test.run()
