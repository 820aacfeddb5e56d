import { sql } from 'slonik'
import { z } from 'zod'
import { type Change, idOf, type Projection, type Row, type RowChange } from '#declarations/read-model.ts'
import type { Transaction } from '#edge/postgres/pool.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import { PoisonEvent } from '#subscription/poison-event.ts'
import { storableJson } from './storable-json.ts'

/** One event's change of one row; `name` identifies the row. */
type RowStep = { event: Recorded<DomainEvent>; name: string; key: Row; besides: Named[]; next: RowChange<Row>['next'] }
type Named = { name: string; key: Row }
type Delta = Map<string, Row & { count: number }>
/** Unchecked columns, because z.record would copy each row. */
const AnyRow = z.custom<Row>(value => typeof value === 'object')
type After = Map<string, { key: Row; row: Row | null }>

/** Rows by name as the table has them, for a process that is the table's only writer; null = no row. */
export type KnownRows = ReadonlyMap<string, Row | null>

/**
 * Applies a batch in log order to the tables in `schema`. Reads each affected row once unless it is known, changes it
 * in memory, writes it once, and moves the counters by the difference. Returns the changed rows, which are valid after
 * the commit. Throws PoisonEvent.
 */
export async function applyEvents(
  tx: Transaction,
  schema: string,
  projection: Projection,
  events: readonly Recorded<DomainEvent>[],
  known: KnownRows = new Map(),
): Promise<KnownRows> {
  const appended: Row[] = []
  const steps: RowStep[] = []
  for (const event of events)
    withPoisonEvent(projection, event, () => {
      const change = projection.change(event)
      if (change === null) return
      if ('append' in change) appended.push(change.append)
      else for (const row of rowChanges(projection, event, change)) steps.push(step(projection, event, row))
    })
  if (appended.length > 0) await appendRows(tx, schema, projection, appended)
  if (steps.length === 0) return new Map()
  const before = await rowsBefore(tx, schema, projection, steps, known)
  const after = applySteps(projection, before, steps)
  const written: Row[] = []
  const deleted: Row[] = []
  for (const [name, { key, row }] of after)
    if (row !== null) written.push(row)
    else if (before.has(name)) deleted.push(key)
  if (written.length > 0) await writeRows(tx, schema, projection, written)
  if (deleted.length > 0) await deleteRows(tx, schema, projection, deleted)
  for (const counter of projection.counters) {
    const moved = counterDeltas(counter, before, after)
    if (moved.length > 0) await moveCounters(tx, schema, counter, moved)
  }
  return new Map([...after].map(([name, { row }]) => [name, row]))
}

function withPoisonEvent<T>(projection: Projection, event: Recorded<DomainEvent>, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    throw new PoisonEvent(projection.name, event, cause)
  }
}

type OfRows = Exclude<Change<Row>, { append: Row } | null>

/** An event at or below the row's revision was applied before. */
function rowChanges({ key: [column = ''] }: Projection, event: Recorded<DomainEvent>, change: OfRows) {
  if ('rows' in change) return change.rows
  const next = (row: Row | undefined): Row => {
    if (row !== undefined && Number(row.revision) >= event.revision) return row
    if ('insert' in change) return change.insert
    if (row === undefined) throw new Error('there is no row to change')
    return { ...row, ...change.update }
  }
  return [{ key: { [column]: idOf(event) }, next }]
}

function step(
  projection: Projection,
  event: Recorded<DomainEvent>,
  { key, otherKeys = [], next }: RowChange<Row>,
): RowStep {
  const named = (key: Row) => ({ key, name: nameOf(projection.key, key) })
  return { event, ...named(key), besides: otherKeys.map(named), next }
}

/** NUL is a safe separator: PostgreSQL has no text with it. */
function nameOf(columns: readonly string[], row: Row): string {
  return columns
    .map(column => {
      if (row[column] === undefined) throw new Error(`a row without ${column}`)
      return String(row[column])
    })
    .join('\0')
}

function applySteps(projection: Projection, before: Map<string, Row>, steps: RowStep[]): After {
  const after: After = new Map()
  const rowNow = (name: string) => {
    const known = after.get(name)
    return known === undefined ? before.get(name) : (known.row ?? undefined)
  }
  for (const { event, name, key, besides, next } of steps) {
    const row = rowNow(name)
    const then = withPoisonEvent(projection, event, () => {
      const then = next(row, ...besides.map(({ name }) => rowNow(name)))
      if (then !== null && nameOf(projection.key, then) !== name) throw new Error('a row under the key of another')
      return then
    })
    if (then !== row && (then !== null || row !== undefined)) after.set(name, { key, row: then })
  }
  return after
}

function counterDeltas(counter: Projection['counters'][number], before: Map<string, Row>, after: After): Row[] {
  const delta: Delta = new Map()
  for (const [name, { row }] of after) {
    const old = before.get(name)
    if (old !== undefined) for (const key of counter.of(old)) add(delta, counter.columns, key, -1)
    if (row !== null) for (const key of counter.of(row)) add(delta, counter.columns, key, 1)
  }
  return [...delta.values()].filter(({ count }) => count !== 0)
}

function add(delta: Delta, columns: readonly string[], key: Record<string, string>, by: 1 | -1): void {
  const name = nameOf(columns, key)
  const known = delta.get(name)
  if (known === undefined) delta.set(name, { ...key, count: by })
  else known.count += by
}

async function rowsBefore(
  tx: Transaction,
  schema: string,
  projection: Projection,
  steps: RowStep[],
  known: KnownRows,
): Promise<Map<string, Row>> {
  const before = new Map<string, Row>()
  const unknown = new Map<string, Row>()
  for (const { name, key } of steps.flatMap(({ name, key, besides }) => [{ name, key }, ...besides])) {
    const row = known.get(name)
    if (row === undefined) unknown.set(name, key)
    else if (row !== null) before.set(name, row)
  }
  if (unknown.size > 0) await readRows(tx, schema, projection, unknown, before)
  return before
}

async function readRows(
  tx: Transaction,
  schema: string,
  { name, key }: Projection,
  keys: Map<string, Row>,
  into: Map<string, Row>,
): Promise<void> {
  const table = sql.identifier([schema, name])
  const rows = await tx.any(sql.type(AnyRow)`
    select t.* from ${table} as t
    join json_populate_recordset(null::${table}, ${storableJson([...keys.values()])}::json) as k on ${sameKey(key)}`)
  for (const row of rows) into.set(nameOf(key, row), row)
}

function sameKey(key: readonly string[]) {
  const same = key.map(column => sql.fragment`t.${sql.identifier([column])} = k.${sql.identifier([column])}`)
  return sql.join(same, sql.fragment` and `)
}

async function writeRows(tx: Transaction, schema: string, { name, key }: Projection, rows: Row[]): Promise<void> {
  const table = sql.identifier([schema, name])
  const columns = Object.keys(rows[0] ?? {}).map(column => sql.identifier([column]))
  const values = columns.map(column => sql.fragment`${column} = excluded.${column}`)
  const keys = key.map(column => sql.identifier([column]))
  await tx.query(sql.unsafe`
    insert into ${table} select * from json_populate_recordset(null::${table}, ${storableJson(rows)}::json)
    on conflict (${sql.join(keys, sql.fragment`, `)}) do update set ${sql.join(values, sql.fragment`, `)}`)
}

async function deleteRows(tx: Transaction, schema: string, { name, key }: Projection, keys: Row[]): Promise<void> {
  const table = sql.identifier([schema, name])
  await tx.query(sql.unsafe`
    delete from ${table} as t
    using json_populate_recordset(null::${table}, ${storableJson(keys)}::json) as k where ${sameKey(key)}`)
}

async function appendRows(tx: Transaction, schema: string, { name }: Projection, rows: Row[]): Promise<void> {
  const table = sql.identifier([schema, name])
  await tx.query(sql.unsafe`
    insert into ${table} select * from json_populate_recordset(null::${table}, ${storableJson(rows)}::json)
    on conflict do nothing`)
}

/** Counters of 0 are deleted, so that rebuilt and live tables are equal. */
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
    using json_populate_recordset(null::${table}, ${storableJson(deltas)}::json) as d
    on ${sql.join(same, sql.fragment` and `)}
    when matched and t.count + d.count = 0 then delete
    when matched then update set count = t.count + d.count
    when not matched then insert (${sql.join(columns, sql.fragment`, `)}, count)
      values (${sql.join(own, sql.fragment`, `)}, d.count)`)
}
