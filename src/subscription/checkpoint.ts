import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { Transaction } from '#edge/postgres/pool.ts'
import { prepared } from '#edge/postgres/prepared.ts'
import type { LogEvent, Position } from '#event-sourcing/event-store.ts'
import { type Lease, LeaseLost, selectHeldLease } from './lease.ts'

export type Checkpoint = {
  /** Version of the stored state: another version is rebuilt. */
  version: number
  position: Position | null
  /** Position of the last taken event; null = none. `position` can be later, after other streams' events. */
  lastEvent: bigint | null
  /** Its id, which identifies the log; null = unknown. */
  lastId: string | null
}

/** A rebuild replaced the tables, or another process took over. Read it again. */
export class CheckpointMoved extends Error {
  constructor(name: string) {
    super(`the checkpoint of ${name} was moved by another process`)
    this.name = 'CheckpointMoved'
  }
}

// As texts, because positions have 64 bits.
const CheckpointRow = z.object({
  version: z.int(),
  commit_position: z.string().nullable(),
  prepare_position: z.string().nullable(),
  last_event: z.string().nullable(),
  last_id: z.string().nullable(),
})

/** Null when the subscription has never run. `lock` locks the row until the transaction ends. */
export async function readCheckpoint(
  db: CommonQueryMethods,
  name: string,
  lock: 'lock' | 'look' = 'look',
): Promise<Checkpoint | null> {
  const row = await db.maybeOne(
    prepared(sql.type(CheckpointRow)`
    select version, commit_position::text, prepare_position::text, last_event::text,
      (select id from ops.last_events l where l.name = checkpoints.name and l.commit_position = last_event) as last_id
    from ops.checkpoints where name = ${name} ${lock === 'lock' ? sql.fragment`for update` : sql.fragment``}`),
  )
  if (row === null) return null
  const { version, commit_position, prepare_position, last_event, last_id } = row
  const position =
    commit_position === null || prepare_position === null
      ? null
      : { commit: BigInt(commit_position), prepare: BigInt(prepare_position) }
  return { version, position, lastEvent: last_event === null ? null : BigInt(last_event), lastId: last_id }
}

/** `events` are those since the last position. */
export function checkpointAfter<P extends Omit<Checkpoint, 'version'>>(
  at: P,
  events: readonly LogEvent[],
  position: Position,
): P {
  const last = events.at(-1)
  if (last === undefined) return { ...at, position }
  const { commit, prepare } = last.position
  return { ...at, position, lastEvent: commit, lastId: commit === prepare ? last.id : null }
}

/**
 * Moves the checkpoint in the transaction of what was written. Throws CheckpointMoved when it is not where this process
 * left it, LeaseLost when another process leads: both roll the transaction back.
 */
export async function moveCheckpoint(tx: Transaction, lease: Lease, from: Checkpoint, to: Checkpoint): Promise<void> {
  const moved = await tx.maybeOne(
    prepared(sql.type(z.object({ leads: z.boolean() }))`
    with leader as (${selectHeldLease(lease)}),
    moved as (
      update ops.checkpoints
      set commit_position = ${text(to.position?.commit)}::bigint, prepare_position = ${text(to.position?.prepare)}::bigint,
        last_event = ${text(to.lastEvent)}::bigint, updated_at = now()
      where name = ${lease.name} and version = ${from.version} and exists (select 1 from leader)
        and commit_position is not distinct from ${text(from.position?.commit)}::bigint
        and prepare_position is not distinct from ${text(from.position?.prepare)}::bigint
      returning 1),
    noted as (${upsertLastEvent(lease.name, to, sql.fragment`exists (select 1 from moved)`)})
    select exists (select 1 from leader) as leads where not exists (select 1 from moved)`),
  )
  if (moved === null) return
  throw moved.leads ? new CheckpointMoved(lease.name) : new LeaseLost(lease.name)
}

export type CheckpointMove = { lease: Lease; from: Checkpoint; to: Checkpoint }

/**
 * Moves several checkpoints, locking them in the order of names, in a transaction that is marked for their leases.
 * Returns the names of those that moved. The others are locked, are not where this process left them, or another
 * process leads.
 */
export async function moveCheckpoints(tx: Transaction, moves: readonly CheckpointMove[]): Promise<Set<string>> {
  const rows = moves.map(({ lease: { name, holder }, from, to }) => [
    ...[name, holder, from.version, text(from.position?.commit), text(from.position?.prepare)],
    ...[text(to.position?.commit), text(to.position?.prepare), text(to.lastEvent)],
    ...[to.lastEvent === from.lastEvent ? null : to.lastId, to.lastEvent !== from.lastEvent],
  ])
  const types = ['text', 'int4', 'int4', ...Array(5).fill('int8'), 'text', 'bool']
  const moved = await tx.anyFirst(
    prepared(sql.type(z.object({ name: z.string() }))`
    with moves as materialized (
      select * from ${sql.unnest(rows, types)} as m(name, holder, version, from_commit, from_prepare, to_commit, to_prepare,
        last_event, last_id, is_new)),
    free as materialized (
      select c.name from ops.checkpoints c join moves m on m.name = c.name
      where c.version = m.version and exists (select 1 from ops.leaders l where l.name = m.name and l.holder = m.holder)
        and c.commit_position is not distinct from m.from_commit
        and c.prepare_position is not distinct from m.from_prepare
      order by c.name for update of c skip locked),
    moved as (
      update ops.checkpoints c
      set commit_position = m.to_commit, prepare_position = m.to_prepare, last_event = m.last_event, updated_at = now()
      from moves m join free on free.name = m.name where c.name = m.name returning c.name),
    noted as (
      insert into ops.last_events (name, commit_position, id)
      select m.name, m.last_event, m.last_id from moves m join moved on moved.name = m.name
      where m.is_new and m.last_event is not null and m.last_id is not null
      on conflict (name) do update set commit_position = excluded.commit_position, id = excluded.id),
    forgotten as (
      delete from ops.last_events e using moves m join moved on moved.name = m.name
      where e.name = m.name and m.is_new and (m.last_event is null or m.last_id is null))
    select name from moved`),
  )
  return new Set(moved)
}

/** Throws CheckpointMoved when another process has inserted one. */
export async function putFirstCheckpoint(tx: Transaction, name: string, checkpoint: Checkpoint): Promise<void> {
  const { rowCount } = await tx.query(sql.unsafe`${insertCheckpoint(name, checkpoint)} on conflict (name) do nothing`)
  if (rowCount === 0) throw new CheckpointMoved(name)
}

/** Throws CheckpointMoved when another process has raised it. */
export async function raiseCheckpoint(tx: Transaction, name: string, from: Checkpoint, version: number): Promise<void> {
  const { rowCount } = await tx.query(sql.unsafe`
    update ops.checkpoints set version = ${version}, updated_at = now() where name = ${name} and version = ${from.version}`)
  if (rowCount === 0) throw new CheckpointMoved(name)
}

export async function putCheckpoint(tx: Transaction, name: string, checkpoint: Checkpoint): Promise<void> {
  await tx.query(sql.unsafe`
    ${insertCheckpoint(name, checkpoint)}
    on conflict (name) do update set version = excluded.version, commit_position = excluded.commit_position,
      prepare_position = excluded.prepare_position, last_event = excluded.last_event, updated_at = now()`)
}

function insertCheckpoint(name: string, checkpoint: Checkpoint) {
  const { version, position, lastEvent } = checkpoint
  return sql.fragment`
    with noted as (${upsertLastEvent(name, checkpoint)})
    insert into ops.checkpoints (name, version, commit_position, prepare_position, last_event)
    values (${name}, ${version}, ${text(position?.commit)}::bigint, ${text(position?.prepare)}::bigint,
      ${text(lastEvent)}::bigint)`
}

function upsertLastEvent(name: string, { lastEvent, lastId }: Checkpoint, when = sql.fragment`true`) {
  if (lastEvent === null || lastId === null)
    return sql.fragment`delete from ops.last_events where name = ${name} and ${when}`
  return sql.fragment`
    insert into ops.last_events (name, commit_position, id) select ${name}, ${text(lastEvent)}::bigint, ${lastId} where ${when}
    on conflict (name) do update set commit_position = excluded.commit_position, id = excluded.id`
}

/** Null is before all events. */
export function isAfter(a: Position | null, b: Position | null): boolean {
  if (a === null) return false
  if (b === null) return true
  return a.commit > b.commit || (a.commit === b.commit && a.prepare > b.prepare)
}

function text(number: bigint | null | undefined): string | null {
  return number === null || number === undefined ? null : String(number)
}
