import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'

const Row = z.object({
  line: z.string(),
  leaf: z.int(),
  revision: z.number(),
  hash: z.string().nullable(),
  level: z.int(),
  nodes: z.string().transform(hex => Buffer.from(hex, 'hex')),
})

/** Enough for leaves numbered by an `integer`. */
const LEVEL_MAX = 8

/**
 * The stream's leaf in the tree of the last checkpoint, with its tiles (16 nodes wide) from below; null when that does
 * not cover the stream. One statement, so that all of it is of the same checkpoint.
 */
export async function findStreamLeaf(db: Database, stream: string) {
  const rows = await db.any(sql.type(Row)`
    select last.line, h.leaf, h.revision, encode(h.hash, 'hex') as hash, t.level, encode(t.nodes, 'hex') as nodes
    from (select line from ops.audit_checkpoints order by number desc limit 1) as last
    join ops.audit_heads as h on h.stream = ${stream}
    cross join generate_series(0, ${LEVEL_MAX}) as l(level)
    join ops.audit_tiles as t on t.level = l.level and t.tile = h.leaf::bigint >> (4 * (l.level + 1))
    order by t.level`)
  const [first] = rows
  if (first === undefined) return null
  const { line, leaf, revision, hash } = first
  return { line, leaf, revision, hash, tiles: rows.map(({ nodes }) => nodes) }
}
