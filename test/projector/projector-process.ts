import { Registry } from 'prom-client'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { connectPostgres } from '#edge/postgres/pool.ts'
import { startProjector } from '#projector/projector.ts'
import { createLeaderElection } from '#subscription/leader-election.ts'
import { readModels } from '../harness/every-module.ts'
import { testLog } from '../harness/log.ts'

/** A process that does nothing but keep the read models up to date; tests kill it. */
const { EVENTSTORE_URL = '', DATABASE_URL = '' } = process.env
const store = connectEventStore(EVENTSTORE_URL)
const db = await connectPostgres(DATABASE_URL)
const log = testLog()
startProjector(
  { store, db, leaders: createLeaderElection(db, log), log, now: () => new Date(), metrics: new Registry() },
  readModels,
)
console.log('started')
// It ends with its parent.
process.stdin.on('close', () => process.exit(0)).resume()
