import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { Position } from '#edge/eventstore/event-store.ts'
import type { Transaction } from './pool.ts'
import type { Migration } from './schema.ts'

/** How far the live tables of a read model are. */
export type Checkpoint = {
  /** Version of the projection that built the tables. */
  version: number
  /** Where to read on; null = from the beginning. */
  position: Position | null
  /** Place of the last event that was applied; null when there was none. `position` can be behind it in name only: past events that do not belong here. */
  lastEvent: bigint | null
}

/** Someone else moved the checkpoint: a rebuild put other tables in place, or another process took over. Read it again. */
export class CheckpointMoved extends Error {
  constructor(name: string) {
    super(`the checkpoint of ${name} was moved by someone else`)
    this.name = 'CheckpointMoved'
  }
}

export const projectorMigrations: Migration[] = [
  {
    name: 'projector-001-checkpoints',
    statements: [
      sql.unsafe`create table ops.checkpoints (
        name text primary key,
        version integer not null,
        commit_position bigint,
        prepare_position bigint,
        last_event bigint,
        updated_at timestamptz not null default now())`,
    ],
  },
]

// Positions are 64 bits wide and numbers are not: they travel as texts.
const CheckpointRow = z.object({
  version: z.int(),
  commit_position: z.string().nullable(),
  prepare_position: z.string().nullable(),
  last_event: z.string().nullable(),
})

/** The checkpoint of a read model's live tables, or null when they were never built. `lock` holds it until the transaction ends. */
export async function readCheckpoint(
  db: CommonQueryMethods,
  name: string,
  lock: 'lock' | 'look' = 'look',
): Promise<Checkpoint | null> {
  const row = await db.maybeOne(sql.type(CheckpointRow)`
    select version, commit_position::text, prepare_position::text, last_event::text
    from ops.checkpoints where name = ${name} ${lock === 'lock' ? sql.fragment`for update` : sql.fragment``}`)
  if (row === null) return null
  const { version, commit_position, prepare_position, last_event } = row
  const position =
    commit_position === null || prepare_position === null
      ? null
      : { commit: BigInt(commit_position), prepare: BigInt(prepare_position) }
  return { version, position, lastEvent: last_event === null ? null : BigInt(last_event) }
}

/**
 * Moves the checkpoint from where this process left it, in the transaction of the rows. Throws CheckpointMoved when it is
 * elsewhere, and with it the transaction: a projector that lost its place writes nothing, whatever it believes.
 */
export async function moveCheckpoint(tx: Transaction, name: string, from: Checkpoint, to: Checkpoint): Promise<void> {
  const { rowCount } = await tx.query(sql.unsafe`
    update ops.checkpoints
    set commit_position = ${text(to.position?.commit)}::bigint, prepare_position = ${text(to.position?.prepare)}::bigint,
      last_event = ${text(to.lastEvent)}::bigint, updated_at = now()
    where name = ${name} and version = ${from.version}
      and commit_position is not distinct from ${text(from.position?.commit)}::bigint
      and prepare_position is not distinct from ${text(from.position?.prepare)}::bigint`)
  if (rowCount !== 1) throw new CheckpointMoved(name)
}

/** Sets the checkpoint of tables that were just put in place. */
export async function putCheckpoint(tx: Transaction, name: string, checkpoint: Checkpoint): Promise<void> {
  await tx.query(sql.unsafe`
    insert into ops.checkpoints (name, version, commit_position, prepare_position, last_event)
    values (${name}, ${checkpoint.version}, ${text(checkpoint.position?.commit)}::bigint,
      ${text(checkpoint.position?.prepare)}::bigint, ${text(checkpoint.lastEvent)}::bigint)
    on conflict (name) do update set version = excluded.version, commit_position = excluded.commit_position,
      prepare_position = excluded.prepare_position, last_event = excluded.last_event, updated_at = now()`)
}

/** Whether `a` comes later in the log than `b` (null = before everything). */
export function isAfter(a: Position | null, b: Position | null): boolean {
  if (a === null) return false
  if (b === null) return true
  return a.commit > b.commit || (a.commit === b.commit && a.prepare > b.prepare)
}

function text(number: bigint | null | undefined): string | null {
  return number === null || number === undefined ? null : String(number)
}
