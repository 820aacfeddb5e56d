import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'
import { parseCheckpoint, type StoredCheckpoint } from './checkpoint.ts'

/** Where checkpoints are kept beside PostgreSQL: in order, and never changed. */
export type Sink = {
  /** As operators know it. */
  name: string
  /** The last one that is there whole; null when there is none. */
  last(): Promise<StoredCheckpoint | null>
  /** Puts lines behind the last one, as `last` told it; they are safe when it resolves. Rejects where another process has put something there since. */
  append(lines: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** So many lines at a time. */
const LINES = 500

/**
 * Puts into a sink what PostgreSQL has and the sink has not. Throws when the sink ends with something else than PostgreSQL has: either of the
 * two was restored from a backup or changed, and nobody but an operator can know which.
 */
export async function catchUp(db: Database, sink: Sink): Promise<void> {
  const last = await sink.last()
  let number = last?.checkpoint.number ?? 0
  if (last !== null && (await linesFrom(db, number, 1))[0] !== last.line)
    throw new Error(
      `checkpoint ${number} is another one there than in PostgreSQL: one of them was restored from a backup or changed; \`npm run audit -- watch --once\` compares them`,
    )
  for (;;) {
    const lines = await linesFrom(db, number + 1, LINES)
    if (lines.length === 0) return
    await sink.append(lines)
    number += lines.length
  }
}

/** The lines of checkpoints as PostgreSQL has them, from a number on. */
export async function linesFrom(db: Database, number: number, max: number): Promise<readonly string[]> {
  return db.anyFirst(sql.type(z.object({ line: z.string() }))`
    select line from ops.audit_checkpoints where number >= ${number} order by number limit ${max}`)
}

/** The last of these lines that is a checkpoint. */
export function lastCheckpointIn(lines: readonly string[]): StoredCheckpoint | null {
  for (const line of lines.toReversed()) {
    const kept = parseCheckpoint(line)
    if (kept !== null) return kept
  }
  return null
}
