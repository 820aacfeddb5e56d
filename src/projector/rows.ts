import { sql } from 'slonik'
import { z } from 'zod'
import type { DomainEvent, Recorded } from '#decider.ts'
import type { Transaction } from '#edge/postgres/pool.ts'
import { type Change, idOf, type Projection, type Row } from '#projection.ts'
import { EventRefused } from '#subscription/event-refused.ts'

type Step = { event: Recorded<DomainEvent>; id: string; change: Change<Row> }
type Delta = Map<string, Row & { count: number }>

/**
 * Applies a batch, in log order, to the tables in `schema`, set by set and not event by event: rows that the batch touches
 * are read once, changed in memory and written once, and the counters move by the difference. An event at or below its
 * row's revision was applied before and changes nothing. Throws EventRefused.
 */
export async function applyEvents(
  tx: Transaction,
  schema: string,
  projection: Projection,
  events: readonly Recorded<DomainEvent>[],
): Promise<void> {
  const steps = events.map(event => step(projection, event))
  const appended = steps.flatMap(({ change }) => (change !== null && 'append' in change ? [change.append] : []))
  if (appended.length > 0) await appendRows(tx, schema, projection, appended)

  const changing = steps.filter(({ change }) => change !== null && !('append' in change))
  if (changing.length === 0) return
  const before = await readRows(tx, schema, projection, [...new Set(changing.map(({ id }) => id))])
  const after = changed(projection, before, changing)
  if (after.size > 0) await writeRows(tx, schema, projection, [...after.values()])
  for (const counter of projection.counters) {
    const delta: Delta = new Map()
    for (const [id, row] of after) {
      const old = before.get(id)
      if (old !== undefined) for (const key of counter.of(old)) add(delta, counter.columns, key, -1)
      for (const key of counter.of(row)) add(delta, counter.columns, key, 1)
    }
    const moved = [...delta.values()].filter(({ count }) => count !== 0)
    if (moved.length > 0) await moveCounters(tx, schema, counter, moved)
  }
}

function step(projection: Projection, event: Recorded<DomainEvent>): Step {
  try {
    return { event, id: idOf(event), change: projection.change(event) }
  } catch (cause) {
    throw new EventRefused(projection.name, event, cause)
  }
}

/** The rows as they are after the batch; only those that the batch changed. */
function changed(projection: Projection, before: Map<string, Row>, steps: Step[]): Map<string, Row> {
  const after = new Map<string, Row>()
  for (const { event, id, change } of steps) {
    const row = after.get(id) ?? before.get(id)
    if (row !== undefined && Number(row.revision) >= event.revision) continue
    if (change === null || 'append' in change) continue
    if ('insert' in change) after.set(id, change.insert)
    else if (row !== undefined) after.set(id, { ...row, ...change.update })
    else throw new EventRefused(projection.name, event, new Error('there is no row to change'))
  }
  return after
}

function add(delta: Delta, columns: readonly string[], key: Record<string, string>, by: 1 | -1): void {
  // No value can contain the separator: PostgreSQL has no text with a NUL in it.
  const name = columns.map(column => key[column]).join('\0')
  const known = delta.get(name)
  if (known === undefined) delta.set(name, { ...key, count: by })
  else known.count += by
}

async function readRows(tx: Transaction, schema: string, { name, key }: Projection, ids: string[]) {
  const rows = await tx.any(sql.type(z.record(z.string(), z.unknown()))`
    select * from ${sql.identifier([schema, name])} where ${sql.identifier([key])} = any(${sql.array(ids, 'text')})`)
  return new Map(rows.map(row => [String(row[key]), row]))
}

async function writeRows(tx: Transaction, schema: string, { name, key }: Projection, rows: Row[]): Promise<void> {
  const table = sql.identifier([schema, name])
  const columns = Object.keys(rows[0] ?? {}).map(column => sql.identifier([column]))
  const values = columns.map(column => sql.fragment`${column} = excluded.${column}`)
  await tx.query(sql.unsafe`
    insert into ${table} select * from json_populate_recordset(null::${table}, ${JSON.stringify(rows)}::json)
    on conflict (${sql.identifier([key])}) do update set ${sql.join(values, sql.fragment`, `)}`)
}

async function appendRows(tx: Transaction, schema: string, { name }: Projection, rows: Row[]): Promise<void> {
  const table = sql.identifier([schema, name])
  await tx.query(sql.unsafe`
    insert into ${table} select * from json_populate_recordset(null::${table}, ${JSON.stringify(rows)}::json)
    on conflict do nothing`)
}

/** A counter that comes to nothing is removed, so that a rebuild and the live tables are equal. */
async function moveCounters(
  tx: Transaction,
  schema: string,
  counter: { table: string; columns: readonly string[] },
  deltas: Row[],
): Promise<void> {
  const table = sql.identifier([schema, counter.table])
  const columns = counter.columns.map(column => sql.identifier([column]))
  const same = columns.map(column => sql.fragment`t.${column} = d.${column}`)
  const own = columns.map(column => sql.fragment`d.${column}`)
  await tx.query(sql.unsafe`
    merge into ${table} as t
    using json_populate_recordset(null::${table}, ${JSON.stringify(deltas)}::json) as d
    on ${sql.join(same, sql.fragment` and `)}
    when matched and t.count + d.count = 0 then delete
    when matched then update set count = t.count + d.count
    when not matched then insert (${sql.join(columns, sql.fragment`, `)}, count)
      values (${sql.join(own, sql.fragment`, `)}, d.count)`)
}
