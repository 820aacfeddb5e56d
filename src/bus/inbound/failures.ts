import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'
import type { QueuedMessage } from './queued-message.ts'

type Place = Pick<QueuedMessage, 'stream' | 'sequence'>

/** Older rows are of messages that another try took, or that are gone. */
const KEPT = sql.fragment`interval '30 days'`

/** Counts a failure that is no outage, since JetStream's own count grows with kills and outages too. */
export function countFailure(db: Database, { stream, sequence }: Place): Promise<number> {
  return db.oneFirst(sql.type(z.object({ failures: z.number() }))`
    with old as (delete from ops.bus_failures where first_failed_at < clock_timestamp() - ${KEPT})
    insert into ops.bus_failures as f (stream, sequence) values (${stream}, ${sequence})
    on conflict (stream, sequence) do update set failures = f.failures + 1
    returning failures`)
}

export async function forgetFailures(db: Database, { stream, sequence }: Place): Promise<void> {
  await db.query(sql.unsafe`delete from ops.bus_failures where stream = ${stream} and sequence = ${sequence}`)
}
