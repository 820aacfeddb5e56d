import { rmSync } from 'node:fs'
import { connectPostgres, type Database } from '#edge/postgres/pool.ts'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'
import { dataFolder } from './data-folder.ts'
import type { suite } from './suite.ts'

/** A PostgreSQL of its own for a test file, which ends with it. */
export async function startTestPostgres(test: ReturnType<typeof suite>, prefix: string): Promise<Database> {
  const folder = dataFolder(prefix)
  const postgres = await startEmbeddedPostgres({ dataDir: folder })
  const db = await connectPostgres(postgres.url)
  test.after(async () => {
    await db.end()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return db
}
