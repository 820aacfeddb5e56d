import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'

/** From the read model `subjects`: erasures that have been due for `olderThanMs`. */
export async function listOpenErasures(
  db: Database,
  { olderThanMs, after, limit }: { olderThanMs: number; after: string | null; limit: number },
): Promise<readonly string[]> {
  const isAfterCursor = after === null ? sql.fragment`true` : sql.fragment`subject > ${after}`
  return rejectIfUnbuilt(
    db.anyFirst(sql.type(z.object({ subject: z.string() }))`
      select subject from read.subjects
      where status <> 'shredded' and ${isAfterCursor}
        and greatest(changed_at, coalesce(not_before, changed_at)) < now() - ${olderThanMs} * interval '1 millisecond'
      order by subject limit ${limit}`),
  )
}
