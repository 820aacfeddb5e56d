import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { connectPostgres } from '#edge/postgres/pool.ts'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'
import type { TransferStatus } from '#services/refunds/payments/payment-network.ts'
import { makeClockMovable, moveClock } from '../delivery/database-clock.ts'
import { logIn, until } from '../harness/client.ts'
import { dataFolder } from '../harness/data-folder.ts'
import { modulesOver } from '../harness/every-module.ts'
import { refundOf, transactionOf } from '../harness/samples.ts'
import { ADMIN, startTestService } from '../harness/service.ts'
import { suite } from '../harness/suite.ts'
import { steeredNetwork } from '../modules/refunds/steered-network.ts'

const test = suite("the database's clock is set forward")
const HOUR_MS = 3_600_000
/**
 * The clock is read every 5 s, and what waits is asked about every second or two. Some of the 20 s of the instruction
 * are left then.
 */
const NOTICED_MS = 10_000
const dataDir = dataFolder('clock-forward-')
const postgres = await startEmbeddedPostgres({ dataDir })
await makeClockMovable(postgres.url)
const db = await connectPostgres(postgres.url)
const { network } = steeredNetwork()
const heard = Promise.withResolvers<number>()
let transfer: TransferStatus = { status: 'unknown' }
/** Held up on its way: nobody answers, and later it arrives after all. */
network.instruct = async ({ not_after }) => {
  heard.resolve(Date.parse(not_after))
  throw new Error('no answer')
}
network.status = async () => transfer
const service = await startTestService({ DATABASE_URL: postgres.url }, { modules: modulesOver(network) })
test.after(async () => {
  await service.end()
  await db.end()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('an instruction that arrives after a void is found, although an hour seems to have passed since', async () => {
  const transaction = transactionOf(100)
  await service.admin.post('/transactions', transaction)
  const { body } = await service.admin.requestRefund(refundOf(transaction, 100))
  const one = `/refund/${body.refund_id}`
  const actedUponUntil = await heard.promise
  assert.is((await service.admin.post(`${one}/void`, { reason: 'customer_request' })).status, 200)
  await moveClock(db, HOUR_MS)
  await delay(NOTICED_MS)
  assert.ok(Date.now() < actedUponUntil, 'the network may still pay')
  transfer = { status: 'succeeded', reference: 'NET-1' }
  const admin = await logIn(service.url, ADMIN.email, ADMIN.password)
  const { body: found } = await until(
    () => admin.get(one),
    ({ body }) => body.funds_transferred === true,
  )
  assert.equal([found.status, found.reversal_status], ['voided', 'pending'], 'the money is asked back')
})

test.run()
