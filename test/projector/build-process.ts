import { connectEventStore } from '#edge/eventstore/client.ts'
import { connectPostgres } from '#edge/postgres/pool.ts'
import type { EventStore } from '#event-sourcing/event-store.ts'
import { type BuildOptions, buildReadModel } from '#projector/build.ts'
import { createLeaderElection } from '#subscription/leader-election.ts'
import { readModels } from '../harness/every-module.ts'
import { testLog } from '../harness/log.ts'

/**
 * A process that builds read models at once, in many small steps, and tells how far each is, a line of JSON each. It
 * is killed by itself once it has read so many events: whoever else reads what it tells may be behind, on a busy
 * machine as far as its end.
 */
const { EVENTSTORE_URL = '', DATABASE_URL = '' } = process.env
const [names = '', batch, killAt] = process.argv.slice(2)
const batchMax = Number(batch)
const connected = connectEventStore(EVENTSTORE_URL)
const store: EventStore = { ...connected, subscribe: options => connected.subscribe({ ...options, batchMax }) }
const db = await connectPostgres(DATABASE_URL)
const leaders = createLeaderElection(db, testLog())
function tell(line: object) {
  console.log(JSON.stringify(line, (_, value) => (typeof value === 'bigint' ? String(value) : value)))
  if ('events' in line && Number(line.events) >= Number(killAt)) process.kill(process.pid, 'SIGKILL')
}
await Promise.all(
  names.split(',').map(async name => {
    const projection = readModels.find(known => known.name === name)!
    const onProgress: BuildOptions['onProgress'] = progress => tell({ name, ...progress })
    const options = { batchMax, onProgress }
    const built = await buildReadModel({ store, db, leaders }, projection, new AbortController().signal, options)
    tell({ name, built })
  }),
)
process.exit(0)
