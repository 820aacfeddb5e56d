import { randomInt, randomUUID } from 'node:crypto'
import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'

/**
 * Rows that fall due at a time and that one process at a time works on. Processes claim what is due under a lease, renew it while they
 * work, and settle what became of it.
 *
 * - The database's clock alone says what is due and which lease has ended.
 * - A claim passes over rows that another claim has locked. Of each lane it takes what has been due longest, up to the lane's slots.
 * - A row whose process died is claimed by another one when its lease has ended.
 * - Every claim has a lease id of its own. Whoever lost a row to a later claim writes nothing to it, however late it comes.
 * - A renewal waits for nobody: one row that is being written must not cost the others their leases, nor end in a deadlock.
 *
 * A table declares its columns, and the functions here are the parts of statements that say the above; its row is `d` in them. What else a
 * row holds and what becomes of it is the table's own affair. It has an index for lane and due time, and one for the id.
 */
export type LeasedTable = {
  name: FragmentSqlToken
  /** Names a row among those that `within` leaves. */
  id: Column
  /** What is claimed with slots of its own: a queue, an endpoint. */
  queue: Column
  dueAt: string
  /** Id of the claim that has the row. */
  lease: Column
  /**
   * When the lease ends. It is either a column of its own, which is null while nobody holds the row; or `dueAt` itself, because a row that is
   * held is due when its lease ends, and then `lease` is null while nobody holds it.
   */
  leasedUntil: string
  /** Which rows can be due at all, in the words of the index. */
  waiting?: FragmentSqlToken
}
type Column = { name: string; type: 'text' | 'uuid' | 'int8' }

/** `within`: the partitions or the queue that a statement looks at, in constants that the planner knows. */
type Claim = { lanes: readonly { lane: string; slots: number }[]; within: FragmentSqlToken; leaseMs: number }
type Renewal = { leases: readonly { id: string; lease: string | number }[]; within: FragmentSqlToken; leaseMs: number }

/** Lease ids of the type int8 are exact as JavaScript's numbers. */
const LEASE_NUMBER_MAX = 2 ** 48 - 1
/** A lease that ends later than so many leases from now is from before the clock was set back. */
const LEASES_AHEAD_MAX = 2

/**
 * The statement's own time: unlike `clock_timestamp()` it is one value, for which an index is asked, and unlike `now()` it does not stand
 * still in a transaction.
 */
const now = sql.fragment`statement_timestamp()`

const inMs = (ms: number) => sql.fragment`${now} + ${ms}::float8 * interval '1 millisecond'`
const columnOf = (row: 'd' | 'o', name: string) => sql.identifier([row, name])

/**
 * Two common table expressions, `picked` and `leased`: the second has the rows as they are with their lease. Arrays and laterals keep the
 * planner on the indexes when a million rows wait.
 */
export function claimRows(table: LeasedTable, { lanes, within, leaseMs }: Claim): FragmentSqlToken {
  const { name, id, queue, lease, leasedUntil, waiting = sql.fragment`true` } = table
  const queueSlots = sql.unnest(
    lanes.map(({ lane, slots }) => [lane, slots]),
    [queue.type, 'int4'],
  )
  const leaseId = lease.type === 'int8' ? randomInt(LEASE_NUMBER_MAX) : randomUUID()
  return sql.fragment`
    picked as materialized (
      select d.id from ${queueSlots} as r(lane, slots) cross join lateral (
        select ${columnOf('d', id.name)} as id from ${name} d
        where ${columnOf('d', queue.name)} = r.lane and ${waiting} and ${columnOf('d', table.dueAt)} <= ${now}
          and ${isFree(table, leaseMs)} and ${within}
        order by ${columnOf('d', table.dueAt)} limit r.slots for update skip locked) d),
    leased as (
      update ${name} d set ${sql.identifier([leasedUntil])} = ${inMs(leaseMs)}, ${sql.identifier([lease.name])} = ${leaseId}
      where ${columnOf('d', id.name)} = any(array(select id from picked)) and ${within}
      returning d.*)`
}

/** Whether nobody has a row that is due. Where leases end at the due time it says so already. */
function isFree({ dueAt, leasedUntil }: LeasedTable, leaseMs: number): FragmentSqlToken {
  if (leasedUntil === dueAt) return sql.fragment`true`
  const until = columnOf('d', leasedUntil)
  return sql.fragment`(${until} is null or ${until} <= ${now} or ${until} > ${inMs(LEASES_AHEAD_MAX * leaseMs)})`
}

/**
 * Whether `d` still has the lease under which `o` was claimed: the condition of every write. `o` brings the columns of `id` and `lease` by
 * their names, and what became of the row, for all rows of a batch.
 */
export function isHeld({ id, lease, leasedUntil }: LeasedTable): FragmentSqlToken {
  return sql.fragment`${columnOf('d', id.name)} = ${columnOf('o', id.name)}
    and ${columnOf('d', lease.name)} = ${columnOf('o', lease.name)} and ${columnOf('d', leasedUntil)} is not null`
}

/**
 * What of `o` is still held, its rows locked in the order of ids: for the update of a table of which others lock several rows as well. `also` are
 * columns of `d` as they are under the lock, whatever was stored while it was waited for.
 */
export function lockHeldRows(table: LeasedTable, within: FragmentSqlToken, also = sql.fragment``): FragmentSqlToken {
  return sql.fragment`
    select o.*${also} from ${table.name} d join o on ${isHeld(table)} where ${within}
    order by ${columnOf('d', table.id.name)}::text collate "C" for update of d`
}

/**
 * Lengthens leases; answers with the ids of the rows. One that is missing was lost, or is being written at this moment and keeps its lease as
 * it is until the next renewal.
 */
export async function renewLeases(
  db: CommonQueryMethods,
  table: LeasedTable,
  { leases, within, leaseMs }: Renewal,
): Promise<Set<string>> {
  const { name, leasedUntil } = table
  const [id, lease] = [sql.identifier([table.id.name]), sql.identifier([table.lease.name])]
  const own = columnOf('d', table.id.name)
  const rows = sql.unnest(
    leases.map(({ id, lease }) => [id, lease]),
    [table.id.type, table.lease.type],
  )
  const renewed = await db.anyFirst(sql.type(z.object({ id: z.string() }))`
    with o as (select * from ${rows} as o(${id}, ${lease})),
    free as (
      select ${own} as id from ${name} d join o on ${isHeld(table)}
      where ${own} = any(array(select ${id} from o)) and ${within} for update of d skip locked)
    update ${name} d set ${sql.identifier([leasedUntil])} = ${inMs(leaseMs)}
    where ${own} = any(array(select id from free)) and ${within}
    returning ${own} as id`)
  return new Set(renewed)
}
