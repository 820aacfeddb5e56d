import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { Projection } from '#declarations/read-model.ts'
import { withoutTimeLimit } from '#edge/postgres/connection-watchdog.ts'
import type { Transaction } from '#edge/postgres/pool.ts'
import { LIVE_SCHEMA } from './tables.ts'

/** More differences of a table are counted only. */
const SAMPLES_MAX = 20

/** null = the row does not exist. */
const AnyRow = z.record(z.string(), z.unknown()).nullable()
const DifferenceRow = z.object({ differing: z.number(), live: AnyRow, rebuilt: AnyRow })
export type RowDifference = Pick<z.infer<typeof DifferenceRow>, 'live' | 'rebuilt'>

/** `differing` counts all different rows; `samples` has the first of them by key. */
export type TableComparison = Awaited<ReturnType<typeof compareTable>>

/** Compares each table with that in `schema`, row by row and byte by byte, in the snapshot of `tx`. */
export async function compareTables(
  tx: Transaction,
  projection: Projection,
  schema: string,
): Promise<TableComparison[]> {
  await tx.query(withoutTimeLimit)
  const { name, key, counters, rollups, isExpired = sql.fragment`false` } = projection
  const all = [await compareTable(tx, name, key, schema, isExpired)]
  const others = [...counters.map(({ table, columns }) => ({ table, key: columns })), ...rollups]
  for (const { table, key } of others) all.push(await compareTable(tx, table, key, schema, sql.fragment`false`))
  return all
}

async function compareTable(
  tx: Transaction,
  table: string,
  key: readonly string[],
  schema: string,
  isExpired: FragmentSqlToken,
) {
  const [live, rebuilt] = [LIVE_SCHEMA, schema].map(
    of => sql.fragment`(select * from ${sql.identifier([of, table])} where not (${isExpired}))`,
  ) as [FragmentSqlToken, FragmentSqlToken]
  const columns = key.map(column => sql.identifier([column]))
  const same = columns.map(column => sql.fragment`l.${column} = r.${column}`)
  const either = columns.map(column => sql.fragment`coalesce(l.${column}, r.${column})`)
  const [first] = columns
  const rows = await tx.oneFirst(sql.type(z.object({ count: z.number() }))`select count(*) as count from ${live} as l`)
  // `*<>` compares record images: equal values in different notations differ.
  const found = await tx.any(sql.type(DifferenceRow)`
    select count(*) over () as differing,
      case when l.${first!} is not null then to_jsonb(l) end as live,
      case when r.${first!} is not null then to_jsonb(r) end as rebuilt
    from ${live} as l full join ${rebuilt} as r on ${sql.join(same, sql.fragment` and `)}
    where l.${first!} is null or r.${first!} is null or l *<> r
    order by ${sql.join(either, sql.fragment`, `)} limit ${SAMPLES_MAX}`)
  const samples: readonly RowDifference[] = found
  return { table, key, rows, differing: found[0]?.differing ?? 0, samples }
}
