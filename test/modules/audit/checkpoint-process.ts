import { Registry } from 'prom-client'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { connectPostgres } from '#edge/postgres/pool.ts'
import { startCheckpoints } from '#modules/audit/checkpoints/start.ts'
import { createSigner } from '#modules/audit/signing.ts'
import { createLeaderElection } from '#subscription/leader-election.ts'
import { testLog } from '../../harness/log.ts'

/** A process that does nothing but make checkpoints; tests kill it. */
const { EVENTSTORE_URL = '', DATABASE_URL = '', CHECKPOINTS = '' } = process.env
const store = connectEventStore(EVENTSTORE_URL)
const db = await connectPostgres(DATABASE_URL)
const log = testLog()
const leaders = createLeaderElection(db, log)
const now = () => new Date()
const config = JSON.parse(CHECKPOINTS)
startCheckpoints({ store, db, leaders, log, now, metrics: new Registry(), config }, createSigner(config.AUDIT_KEYS))
console.log('started')
// It ends with its parent.
process.stdin.on('close', () => process.exit(0)).resume()
