import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'
import { whenBuilt } from '#edge/postgres/when-built.ts'

const Open = z.object({ count: z.int() })

/** How many discrepancies with statements of the payment network nobody has resolved yet, of all clients. */
export async function openFlags(db: Database): Promise<number> {
  const { count } = await whenBuilt(
    db.one(sql.type(Open)`select count(*) as count from read.reconciliation_flags where status = 'open'`),
  )
  return count
}
