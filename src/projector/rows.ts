import { type FragmentSqlToken, type IdentifierSqlToken, type QuerySqlToken, sql } from 'slonik'
import { z } from 'zod'
import { type Change, idOf, type Projection, type Row, type RowChange } from '#declarations/read-model.ts'
import type { Transaction } from '#edge/postgres/pool.ts'
import { customPlan, prepared } from '#edge/postgres/prepared.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import { PoisonEvent } from '#subscription/poison-event.ts'
import { storableJson } from './storable-json.ts'

/** `name` identifies the row. */
type RowStep = ReturnType<typeof stepOf>
/** Unchecked columns, because z.record would copy each row. */
const AnyRow = z.custom<Row>(value => typeof value === 'object')
type After = Map<string, { key: Row; row: Row | null }>
/** Sums by name, one map for each rollup. */
type Added = readonly Map<string, Row>[]

type Table = { name: IdentifierSqlToken; key: readonly string[] }

/** Rows by name as the table has them, for a process that is the table's only writer; null = no row. */
export type KnownRows = ReadonlyMap<string, Row | null>

export async function applyEvents(
  tx: Transaction,
  schema: string,
  projection: Projection,
  events: readonly Recorded<DomainEvent>[],
  known: KnownRows = new Map(),
): Promise<KnownRows> {
  const [changed] = await writeChanges(tx, schema, [{ projection, changes: planChanges(projection, events), known }])
  return changed!
}

export type PlannedChanges = { appended: readonly Row[]; steps: readonly RowStep[] }

/** What a batch changes, in log order. Throws PoisonEvent. */
export function planChanges(projection: Projection, events: readonly Recorded<DomainEvent>[]): PlannedChanges {
  const appended: Row[] = []
  const steps: RowStep[] = []
  for (const event of events)
    withPoisonEvent(projection, event, () => {
      const change = projection.change(event)
      if (change === null) return
      if ('append' in change) appended.push(change.append)
      else for (const row of rowChanges(projection, event, change)) steps.push(stepOf(projection, event, row))
    })
  return { appended, steps }
}

export type ModelChanges = { projection: Projection; changes: PlannedChanges; known: KnownRows }

/**
 * Reads each affected row once unless it is known, writes it once, moves the counters by the difference, and adds to
 * the rollups what the events add, with one statement for all models. Returns the changed rows of each model, which
 * are valid after the commit. Throws PoisonEvent.
 */
export async function writeChanges(
  tx: Transaction,
  schema: string,
  models: readonly ModelChanges[],
): Promise<KnownRows[]> {
  const writes: FragmentSqlToken[][] = []
  const changed: KnownRows[] = []
  for (const { projection, changes, known } of models) {
    const { appended, steps } = changes
    const table = { name: sql.identifier([schema, projection.name]), key: projection.key }
    const first = new Set(steps.flatMap(({ isFirst, name }) => (isFirst ? name : [])))
    const before = await rowsBefore(tx, table, first, steps, known)
    const { after, added } = applySteps(projection, before, steps)
    const counters = projection.counters.flatMap(counter => {
      const moved = counterDeltas(counter, before, after)
      const table = { name: sql.identifier([schema, counter.table]), key: counter.columns }
      return moved.length > 0 ? [addToSums(table, ['count'], moved)] : []
    })
    const rollups = projection.rollups.flatMap(({ table, key, sums }, index) => {
      const rows = [...added[index]!.values()]
      return rows.length > 0 ? [addToSums({ name: sql.identifier([schema, table]), key }, sums, rows)] : []
    })
    const appends = appended.length > 0 ? [insertRows(table, appended, sql.fragment`do nothing`)] : []
    const own = [...appends, ...writeRows(table, first, before, after), ...counters, ...rollups]
    if (own.length > 0) writes.push(own)
    changed.push(new Map([...after].map(([name, { row }]) => [name, row])))
  }
  for (const statement of statementsOf(writes)) await tx.query(statement)
  return changed
}

/** Of several models, one for each set of tables. Each connection keeps all of them, about 100 KiB each. */
const SHARED_STATEMENTS_MAX = 20
const sharedStatements = new Set<string>()

function statementsOf(models: readonly FragmentSqlToken[][]): QuerySqlToken[] {
  if (models.length === 0) return []
  const parts = models.flat().map((write, index) => sql.fragment`${sql.identifier([`w${index}`])} as (${write})`)
  const all = prepared(sql.unsafe`with ${listOf(parts)} select`)
  if (models.length === 1 || sharedStatements.has(all.sql)) return [all]
  if (sharedStatements.size >= SHARED_STATEMENTS_MAX) return models.flatMap(model => statementsOf([model]))
  sharedStatements.add(all.sql)
  return [all]
}

function writeRows(table: Table, first: Set<string>, before: Map<string, Row>, after: After): FragmentSqlToken[] {
  const written: Row[] = []
  const deleted: Row[] = []
  for (const [name, { key, row }] of after)
    if (row !== null) written.push(row)
    // One that is not read before its first event is there when that event comes again.
    else if (before.has(name) || first.has(name)) deleted.push(key)
  return [
    ...(written.length > 0 ? [insertRows(table, written, replaceExisting(table, written))] : []),
    ...(deleted.length > 0 ? [deleteRows(table, deleted)] : []),
  ]
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

function stepOf(projection: Projection, event: Recorded<DomainEvent>, change: RowChange<Row>) {
  const { key, isFirst = false, otherKeys = [], next } = change
  const named = (key: Row) => ({ key, name: nameOf(projection.key, key) })
  return { event, ...named(key), isFirst, besides: otherKeys.map(named), next }
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

function applySteps(projection: Projection, before: Map<string, Row>, steps: readonly RowStep[]) {
  const after: After = new Map()
  const added: Added = projection.rollups.map(() => new Map())
  const rowNow = (name: string) => {
    const known = after.get(name)
    return known === undefined ? before.get(name) : (known.row ?? undefined)
  }
  for (const { event, name, key, besides, next } of steps) {
    const row = rowNow(name)
    withPoisonEvent(projection, event, () => {
      const then = next(row, ...besides.map(({ name }) => rowNow(name)))
      if (then !== null && nameOf(projection.key, then) !== name) throw new Error('a row under the key of another')
      if (then === row || (then === null && row === undefined)) return
      after.set(name, { key, row: then })
      // An event that was applied before changes no row, so it is not added again.
      if (then !== null) addEvent(projection, added, event, then)
    })
  }
  return { after, added }
}

function addEvent({ rollups }: Projection, added: Added, event: Recorded<DomainEvent>, row: Row): void {
  for (const [index, { key, sums, of }] of rollups.entries())
    for (const addend of of(event, row)) {
      const name = nameOf(key, addend)
      const total = added[index]!.get(name)
      if (total === undefined) added[index]!.set(name, { ...addend })
      else for (const sum of sums) total[sum] = Number(total[sum]) + Number(addend[sum])
    }
}

function counterDeltas(counter: Projection['counters'][number], before: Map<string, Row>, after: After): Row[] {
  const deltas = new Map<string, Row & { count: number }>()
  const add = (row: Row | null | undefined, by: 1 | -1) => {
    for (const key of row == null ? [] : counter.of(row)) {
      const name = nameOf(counter.columns, key)
      deltas.set(name, { ...key, count: (deltas.get(name)?.count ?? 0) + by })
    }
  }
  for (const [name, { row }] of after) {
    add(before.get(name), -1)
    add(row, 1)
  }
  return [...deltas.values()].filter(({ count }) => count !== 0)
}

async function rowsBefore(
  tx: Transaction,
  { name: table, key }: Table,
  first: Set<string>,
  steps: readonly RowStep[],
  known: KnownRows,
): Promise<Map<string, Row>> {
  const before = new Map<string, Row>()
  const unknown = new Map<string, Row>()
  for (const { name, key } of steps.flatMap(({ name, key, besides }) => [{ name, key }, ...besides])) {
    const row = known.get(name)
    if (row !== undefined && row !== null) before.set(name, row)
    else if (row === undefined && !first.has(name)) unknown.set(name, key)
  }
  if (unknown.size === 0) return before
  const rows = await tx.any(
    prepared(sql.type(AnyRow)`
    select t.* from ${table} as t join ${recordset(table, [...unknown.values()])} as r on ${hasKey(key)}
    cross join ${customPlan}`),
  )
  for (const row of rows) before.set(nameOf(key, row), row)
  return before
}

function insertRows({ name }: Table, rows: readonly Row[], onConflict: FragmentSqlToken): FragmentSqlToken {
  return sql.fragment`insert into ${name} select * from ${recordset(name, rows)} on conflict ${onConflict}`
}

function replaceExisting({ key }: Table, rows: Row[]): FragmentSqlToken {
  // Sorted, because rows that were read have another order, and each text is another statement.
  const values = identifiers(Object.keys(rows[0] ?? {}).sort()).map(
    column => sql.fragment`${column} = excluded.${column}`,
  )
  return sql.fragment`(${listOf(identifiers(key))}) do update set ${listOf(values)}`
}

function deleteRows({ name, key }: Table, keys: Row[]): FragmentSqlToken {
  return sql.fragment`delete from ${name} as t using ${recordset(name, keys)} as r, ${customPlan} where ${hasKey(key)}`
}

/** Counters of 0 are deleted, so that rebuilt and live tables are equal. */
function addToSums({ name, key }: Table, sums: readonly string[], addends: Row[]): FragmentSqlToken {
  const columns = identifiers([...key, ...sums])
  const [summed, isZero] = [
    identifiers(sums).map(sum => sql.fragment`${sum} = t.${sum} + r.${sum}`),
    identifiers(sums).map(sum => sql.fragment`t.${sum} + r.${sum} = 0`),
  ]
  return sql.fragment`
    merge into ${name} as t using (select r.* from ${recordset(name, addends)} as r, ${customPlan}) as r on ${hasKey(key)}
    when matched and ${sql.join(isZero, sql.fragment` and `)} then delete
    when matched then update set ${listOf(summed)}
    when not matched then insert (${listOf(columns)})
      values (${listOf(columns.map(column => sql.fragment`r.${column}`))})`
}

function recordset(table: IdentifierSqlToken, rows: readonly Row[]): FragmentSqlToken {
  return sql.fragment`json_populate_recordset(null::${table}, ${storableJson(rows)}::json)`
}

function hasKey(key: readonly string[]) {
  const same = identifiers(key).map(column => sql.fragment`t.${column} = r.${column}`)
  return sql.join(same, sql.fragment` and `)
}

const identifiers = (columns: readonly string[]) => columns.map(column => sql.identifier([column]))
const listOf = (parts: (IdentifierSqlToken | FragmentSqlToken)[]) => sql.join(parts, sql.fragment`, `)
