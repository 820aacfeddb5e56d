import { audited } from '#declarations/history-view.ts'
import { reads } from '#domain/audit/reads/decider.ts'
import { readFacts } from '#projections/audit/facts.ts'

/** What the audit tells of itself: who read what. */
export const auditedReads = audited(readFacts, {
  family: reads,
  state: (read_id, { read }) =>
    read && { read_id, type: read.type, ...read.data, read_at: read.read_at, read_by: read.read_by },
})
