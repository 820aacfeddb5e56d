import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { sql } from 'slonik'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { connectPostgres } from '#edge/postgres/pool.ts'
import { createLeaderElection } from '#subscription/leader-election.ts'
import { startLogSubscription } from '#subscription/log-subscription.ts'
import { testLog } from '../harness/log.ts'

/**
 * Runs the subscriptions `NAMES`, which write a row for each event of `PREFIX`, under the name `WHO`. The last of them
 * keeps its transaction open while `held` has a row. Prints its warnings. The line `yield a,b` leaves these two to
 * another process, and runs them as a standby afterwards.
 */
const { EVENTSTORE_URL = '', DATABASE_URL = '', WHO = '', NAMES = '', PREFIX = '' } = process.env
/** More than two polls of a standby. */
const YIELD_MS = 2_500
const WARNING = 40

const names = NAMES.split(',')
const store = connectEventStore(EVENTSTORE_URL)
const db = await connectPostgres(DATABASE_URL)
const log = testLog(line => JSON.parse(line).level >= WARNING && console.log(line.trimEnd()))
const deps = { store, db, leaders: createLeaderElection(db, log), log, metrics: new Registry(), now: () => new Date() }

const start = (name: string) =>
  startLogSubscription(deps, {
    name,
    prefixes: [PREFIX],
    from: 'start',
    restoreAdvice: '',
    handle: ({ events, position }, checkpoint) =>
      checkpoint.commit(events, position, async tx => {
        const rows = events.map(({ stream, revision }) => [name, stream, revision, WHO])
        await tx.query(sql.unsafe`
          insert into taken (subscription, stream, revision, who)
          select * from ${sql.unnest(rows, ['text', 'text', 'int4', 'text'])}`)
        const isHeld = async () => name === names.at(-1) && tx.exists(sql.unsafe`select pg_sleep(0.1) from held`)
        while (await isHeld());
      }),
  })

const running = new Map(names.map(name => [name, start(name)]))
console.log('started')
createInterface({ input: process.stdin })
  .on('line', async line => {
    const yielded = line.replace('yield ', '').split(',')
    await Promise.all(yielded.map(name => running.get(name)?.stop()))
    await delay(YIELD_MS)
    for (const name of yielded) running.set(name, start(name))
  })
  // It ends with its parent.
  .on('close', () => process.exit(0))
