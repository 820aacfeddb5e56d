import type { Database } from '#edge/postgres/pool.ts'
import { migrate } from '#edge/postgres/schema.ts'
import { liveTarget } from '#projector/build-target.ts'
import { createTables, finishTables, swapTables } from '#projector/tables.ts'
import { subscriptionMigrations } from '#subscription/migrations.ts'
import { readModels } from '../harness/every-module.ts'

/** The live tables of every read model, empty, as a build of an empty log leaves them. */
const hold = async () => {}

export async function putEmptyTables(db: Database): Promise<void> {
  await migrate(db, subscriptionMigrations)
  for (const projection of readModels) {
    const target = liveTarget(projection)
    await createTables(db, target.schema, projection, hold)
    await finishTables(db, target.schema, projection, hold)
    const { version } = projection
    await swapTables(db, { projection, target, hold }, { version, position: null, lastEvent: null, lastId: null })
  }
}
