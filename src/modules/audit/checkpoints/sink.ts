import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'
import { parseCheckpoint, type StoredCheckpoint } from './checkpoint.ts'

/** An append-only copy of the checkpoints outside of PostgreSQL. */
export type Sink = {
  name: string
  last(): Promise<StoredCheckpoint | null>
  /** Durable when it resolves. Rejects when another process has appended since `last`. */
  append(lines: readonly string[]): Promise<void>
}

const LINES = 500

/** Throws when the sink's last checkpoint is not PostgreSQL's: only an operator can tell which of them was changed. */
export async function catchUp(db: Database, sink: Sink): Promise<void> {
  const last = await sink.last()
  let number = last?.checkpoint.number ?? 0
  if (last !== null && (await linesFrom(db, number, 1))[0] !== last.line)
    throw new Error(
      `checkpoint ${number} differs from the one in PostgreSQL: one of them was restored from a backup or changed; \`npm run audit -- watch --once\` compares them`,
    )
  for (;;) {
    const lines = await linesFrom(db, number + 1, LINES)
    if (lines.length === 0) return
    await sink.append(lines)
    number += lines.length
  }
}

export async function linesFrom(db: Database, number: number, max: number): Promise<readonly string[]> {
  return db.anyFirst(sql.type(z.object({ line: z.string() }))`
    select line from ops.audit_checkpoints where number >= ${number} order by number limit ${max}`)
}

export function lastCheckpointIn(lines: readonly string[]): StoredCheckpoint | null {
  const last = lines.findLast(line => parseCheckpoint(line) !== null)
  return last === undefined ? null : parseCheckpoint(last)
}
