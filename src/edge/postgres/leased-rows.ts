import { randomInt, randomUUID } from 'node:crypto'
import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { customPlan, prepared } from './prepared.ts'

/**
 * Rows with a due time, each worked on by one process at a time. Processes claim due rows under a lease, renew it while
 * they work, and settle the result.
 *
 * - The database's clock alone decides what is due and which lease has expired.
 * - A claim skips rows locked by another claim. Of each queue it takes the longest due rows, up to the queue's slots.
 * - Every claim has a lease id; a process that lost a row to a later claim writes nothing to it.
 * - A renewal skips locked rows, so that one of them does not cost the other leases, nor deadlock.
 *
 * A table declares its columns; the functions here are parts of statements, with the row as `d`. The table needs an
 * index for queue and due time, and one for the id.
 */
export type LeasedTable = {
  name: FragmentSqlToken
  id: Column
  /** An id is unique within its queue only. */
  isIdPerQueue?: true
  /** What has its own slots: a job queue, an endpoint. */
  queue: Column
  dueAt: string
  lease: Column
  /** A column that is null while the row is free; or `dueAt`, with a `lease` that is null while the row is free. */
  leasedUntil: string
  /** The condition of rows that can be due, as in the index. */
  waiting?: FragmentSqlToken
}
type Column = { name: string; type: 'text' | 'uuid' | 'int8' }

/** `within`: the partitions or the queue, as constants for the planner. */
type Claim = { queues: readonly { queue: string; slots: number }[]; within: FragmentSqlToken; leaseMs: number }
type HeldLease = { id: string; lease: string | number; queue?: string }
type Renewal = { leases: readonly HeldLease[]; within: FragmentSqlToken; leaseMs: number }

const LEASE_NUMBER_MAX = 2 ** 48 - 1
/** A later end is from before the clock was set back. */
const LEASES_AHEAD_MAX = 2

/** One value per statement, so that an index can be used; unlike `now()` it moves within a transaction. */
const now = sql.fragment`statement_timestamp()`

const inMs = (ms: number) => sql.fragment`${now} + ${ms}::float8 * interval '1 millisecond'`
const columnOf = (row: 'd' | 'k' | 'o', name: string) => sql.identifier([row, name])
const listOf = (columns: FragmentSqlToken[]) => sql.join(columns, sql.fragment`, `)

function keysOf({ id, queue, isIdPerQueue }: LeasedTable): Column[] {
  return isIdPerQueue ? [queue, id] : [id]
}

/** The keys of a table expression. The planner takes ten rows for such arrays, whatever they have: it uses indexes. */
function keysIn(table: LeasedTable, expression: 'picked' | 'free'): FragmentSqlToken {
  const names = keysOf(table).map(({ name }) => sql.fragment`${sql.identifier([name])}`)
  const arrays = names.map(name => sql.fragment`array(select ${name} from ${sql.identifier([expression])})`)
  return sql.fragment`unnest(${listOf(arrays)}) as k(${listOf(names)})`
}

function isSameRow(table: LeasedTable, other: 'k' | 'o'): FragmentSqlToken {
  const same = keysOf(table).map(({ name }) => sql.fragment`${columnOf('d', name)} = ${columnOf(other, name)}`)
  return sql.fragment`${sql.join(same, sql.fragment` and `)}`
}

/** Two common table expressions; `leased` has the claimed rows. The planner uses the indexes with a million rows. */
export function claimRows(table: LeasedTable, { queues, within, leaseMs }: Claim): FragmentSqlToken {
  const { name, queue, lease, leasedUntil, waiting = sql.fragment`true` } = table
  const keys = listOf(keysOf(table).map(key => sql.fragment`${columnOf('d', key.name)}`))
  const queueSlots = sql.unnest(
    queues.map(slot => [slot.queue, slot.slots]),
    [queue.type, 'int4'],
  )
  const leaseId = lease.type === 'int8' ? randomInt(LEASE_NUMBER_MAX) : randomUUID()
  return sql.fragment`
    picked as materialized (
      select d.* from ${queueSlots} as r(queue, slots) cross join ${customPlan} cross join lateral (
        select ${keys} from ${name} d
        where ${columnOf('d', queue.name)} = r.queue and ${waiting} and ${columnOf('d', table.dueAt)} <= ${now}
          and ${isFree(table, leaseMs)} and ${within}
        order by ${columnOf('d', table.dueAt)} limit r.slots for update skip locked) d),
    leased as (
      update ${name} d set ${sql.identifier([leasedUntil])} = ${inMs(leaseMs)}, ${sql.identifier([lease.name])} = ${leaseId}
      from ${keysIn(table, 'picked')} where ${isSameRow(table, 'k')} and ${within}
      returning d.*)`
}

/** Whether a due row is free. Where leases end at the due time, every due row is. */
function isFree({ dueAt, leasedUntil }: LeasedTable, leaseMs: number): FragmentSqlToken {
  if (leasedUntil === dueAt) return sql.fragment`true`
  const until = columnOf('d', leasedUntil)
  return sql.fragment`(${until} is null or ${until} <= ${now} or ${until} > ${inMs(LEASES_AHEAD_MAX * leaseMs)})`
}

/** The condition of every write: `d` still has the lease of `o`, which has the ids, leases and results. */
export function isHeld(table: LeasedTable): FragmentSqlToken {
  const { lease, leasedUntil } = table
  return sql.fragment`${isSameRow(table, 'o')}
    and ${columnOf('d', lease.name)} = ${columnOf('o', lease.name)} and ${columnOf('d', leasedUntil)} is not null`
}

/**
 * In the order of keys, so that writers of several rows do not deadlock. `also`: columns of `d` under the lock.
 * `ifLocked`: what to do about rows that another transaction has locked.
 */
export function lockHeldRows(
  table: LeasedTable,
  within: FragmentSqlToken,
  { also = sql.fragment``, ifLocked = 'wait' }: { also?: FragmentSqlToken; ifLocked?: 'wait' | 'skip' } = {},
): FragmentSqlToken {
  const order = keysOf(table).map(({ name }) => sql.fragment`${columnOf('d', name)}::text collate "C"`)
  return sql.fragment`
    select o.*${also} from ${table.name} d join o on ${isHeld(table)} where ${within}
    order by ${listOf(order)} for update of d ${ifLocked === 'skip' ? sql.fragment`skip locked` : sql.fragment``}`
}

/** Returns the renewed ids; a missing row was lost, or is locked and keeps its lease for now. */
export async function renewLeases(
  db: CommonQueryMethods,
  table: LeasedTable,
  { leases, within, leaseMs }: Renewal,
): Promise<Set<string>> {
  const { name, id, leasedUntil } = table
  const columns = [...keysOf(table), table.lease]
  const names = columns.map(column => sql.fragment`${sql.identifier([column.name])}`)
  const rows = sql.unnest(
    leases.map(({ queue, id, lease }) => (table.isIdPerQueue ? [queue ?? null, id, lease] : [id, lease])),
    columns.map(({ type }) => type),
  )
  const arrays = names.map(column => sql.fragment`array(select ${column} from held)`)
  const renewed = await db.anyFirst(
    prepared(sql.type(z.object({ id: z.string() }))`
    with held as (select o.* from ${rows} as o(${listOf(names)}), ${customPlan}),
    free as (
      select ${listOf(keysOf(table).map(key => sql.fragment`${columnOf('d', key.name)}`))}
      from unnest(${listOf(arrays)}) as o(${listOf(names)}) join ${name} d on ${isHeld(table)}
      where ${within} for update of d skip locked)
    update ${name} d set ${sql.identifier([leasedUntil])} = ${inMs(leaseMs)}
    from ${keysIn(table, 'free')} where ${isSameRow(table, 'k')} and ${within}
    returning ${columnOf('d', id.name)} as id`),
  )
  return new Set(renewed)
}
