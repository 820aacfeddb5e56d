import { z } from 'zod'
import { integer, path } from '#config/config-values.ts'

export const auditConfig = z.object({
  CHECKPOINT_EVERY_MS: integer(10, 3_600_000)
    .default(60_000)
    .describe('interval of signed checkpoints of the event store, while there are new events'),
  CHECKPOINT_FILE: path
    .optional()
    .describe('file that keeps the signed checkpoints in addition to PostgreSQL, one per line; it is only appended to'),
})
export type AuditConfig = z.infer<typeof auditConfig>
