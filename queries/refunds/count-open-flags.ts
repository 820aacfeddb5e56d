import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'

const OpenFlags = z.object({ count: z.int() })

/** From the read model `reconciliation_flags`: open flags of all clients. */
export async function countOpenFlags(db: Database): Promise<number> {
  const { count } = await rejectIfUnbuilt(
    db.one(sql.type(OpenFlags)`select count(*) as count from read.reconciliation_flags where status = 'open'`),
  )
  return count
}
