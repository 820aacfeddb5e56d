import type { Logger } from 'pino'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'

const Allowed = z.object({ allowed: z.int() })

/** Of a process: a pool for background work, one for requests, and the session that listens for deliveries. */
export const connectionsMax = (poolMax: number) => 2 * poolMax + 1

/** What this user may open in this database, in all processes together. Superusers have no limit but the server's. */
export function readAllowedConnections(db: CommonQueryMethods): Promise<number> {
  return db.oneFirst(sql.type(Allowed)`
    select case when rolsuper then current_setting('max_connections')::int
      else least(
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
          - current_setting('reserved_connections')::int,
        nullif(rolconnlimit, -1),
        (select nullif(datconnlimit, -1) from pg_database where datname = current_database())
      ) end as allowed
    from pg_roles where rolname = current_user`)
}

/** A process that gets none of its connections waits for others to end theirs, and its requests end with 503. */
export async function warnOfFewConnections(db: CommonQueryMethods, poolMax: number, log: Logger): Promise<void> {
  const allowed = await readAllowedConnections(db)
  const needed = connectionsMax(poolMax)
  if (allowed < needed)
    log.warn(
      { allowed, needed },
      `PostgreSQL allows ${allowed} connections, and this process alone opens up to ${needed}: raise max_connections, or lower DATABASE_POOL_MAX`,
    )
}
