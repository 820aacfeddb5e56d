import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'

const CheckpointStatus = z.object({
  line: z.string().nullable(),
  made_at: z.iso.datetime().nullable(),
  uncovered: z.number(),
  begun_at: z.iso.datetime().nullable(),
  ended_at: z.iso.datetime().nullable(),
  verified: z.number().nullable(),
  verified_checkpoint: z.int().nullable(),
  whole_at: z.iso.datetime().nullable(),
  problem: z.string().nullable(),
})
export type CheckpointStatus = z.infer<typeof CheckpointStatus>

/** The last checkpoint, and the last verification of the whole store: of the installation, not of a client. */
export function getCheckpointStatus(db: Database): Promise<CheckpointStatus> {
  return db.one(sql.type(CheckpointStatus)`
    select last.line, last.at as made_at,
      coalesce((select max(n) from ops.audit_events), 0) - coalesce(last.events, 0) as uncovered,
      p.begun_at, p.ended_at, p.events as verified, p.checkpoint as verified_checkpoint, p.whole_at, p.problem
    from (select 1) as one
    left join (select * from ops.audit_checkpoints order by number desc limit 1) as last on true
    left join ops.audit_proof as p on true`)
}
