import { sql } from 'slonik'
import type { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'
import { LinkRow } from './projection.ts'

export const Link = LinkRow.pick({ link_id: true, url: true, is_malicious: true })

/** The links that a client reported. */
export async function listLinks(db: Database, clientId: string): Promise<z.infer<typeof Link>[]> {
  const rows = await db.any(sql.type(Link)`
    select link_id, url, is_malicious from read.links where client_id = ${clientId} order by link_id`)
  return [...rows]
}
