import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'

export const Link = z.object({ link_id: z.string(), url: z.string(), is_malicious: z.boolean().nullable() })

/** The links that a client reported. */
export async function listLinks(db: Database, clientId: string): Promise<z.infer<typeof Link>[]> {
  const rows = await db.any(sql.type(Link)`
    select link_id, url, is_malicious from read.links where client_id = ${clientId} order by link_id`)
  return [...rows]
}
