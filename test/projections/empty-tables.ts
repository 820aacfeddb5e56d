import type { Database } from '#edge/postgres/pool.ts'
import { projectorMigrations } from '#edge/postgres/projector-checkpoint.ts'
import { buildingSchema, createTables, finishTables, swapTables } from '#edge/postgres/projector-tables.ts'
import { migrate } from '#edge/postgres/schema.ts'
import { readModels } from '#projections/read-models.ts'

/** The live tables of every read model, empty, as a build of an empty log leaves them. */
export async function putEmptyTables(db: Database): Promise<void> {
  await migrate(db, projectorMigrations)
  for (const projection of readModels)
    await db.connect(async session => {
      const schema = buildingSchema(projection)
      await createTables(session, schema, projection)
      await finishTables(session, schema, projection)
      await swapTables(session, projection, { version: projection.version, position: null, lastEvent: null })
    })
}
