import { setTimeout as delay } from 'node:timers/promises'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { Projection } from '#declarations/read-model.ts'
import { LIVE_SCHEMA, tableNames } from './tables.ts'

const POLL_MS = 50

/** Returns the names of the read models that are not built after `msMax`; their queries answer 503. */
export async function waitUntilBuilt(
  db: CommonQueryMethods,
  projections: readonly Projection[],
  msMax: number,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const deadline = performance.now() + msMax
  for (;;) {
    const missing = await unbuilt(db, projections)
    if (missing.length === 0 || signal?.aborted || performance.now() > deadline) return missing
    await delay(POLL_MS)
  }
}

async function unbuilt(db: CommonQueryMethods, projections: readonly Projection[]): Promise<readonly string[]> {
  const tables = projections.flatMap(projection =>
    tableNames(projection).map(table => [projection.name, projection.version, `${LIVE_SCHEMA}.${table}`]),
  )
  return db.anyFirst(sql.type(z.object({ name: z.string() }))`
    select distinct model.name
    from ${sql.unnest(tables, ['text', 'int4', 'text'])} as model (name, version, table_name)
    left join ops.checkpoints as stored on stored.name = model.name
    where stored.version is null or stored.version < model.version or to_regclass(model.table_name) is null
    order by model.name`)
}
