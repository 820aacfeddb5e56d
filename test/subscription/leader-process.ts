import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import { connectPostgres } from '#edge/postgres/pool.ts'
import { createLeaderElection } from '#subscription/leader-election.ts'
import { assertLease } from '#subscription/lease.ts'
import { testLog } from '../harness/log.ts'

/**
 * A process that leads `test` whenever it can, and writes a row under its own name every 50 ms while it does, in a
 * transaction that also holds a row which all of them write. `HOLD_MS` is the pause in the middle of each
 * transaction, `BYTES` the length of what is sent after it.
 */
const { DATABASE_URL = '', WHO = '', HOLD_MS = '0', BYTES = '0' } = process.env
const AGAIN_MS = 50

const db = await connectPostgres(DATABASE_URL)
const leaders = createLeaderElection(db, testLog())
const never = new AbortController().signal
console.log('started')
process.stdin.on('close', () => process.exit(0)).resume()

for (;;) {
  await leaders
    .runAsLeader('test', never, async lease => {
      while (!lease.signal.aborted) {
        await db.transaction(async tx => {
          await assertLease(tx, lease)
          await tx.query(sql.unsafe`update written_last set who = ${WHO}`)
          await delay(Number(HOLD_MS))
          await tx.query(sql.unsafe`select length(${'x'.repeat(Number(BYTES))})`)
          await tx.query(sql.unsafe`insert into written (who) values (${WHO})`)
        })
        await delay(AGAIN_MS)
      }
    })
    .catch(error => console.log(`interrupted ${error}`))
  await delay(AGAIN_MS)
}
