import { auditDeclaration } from '#declarations/history-view.ts'
import { reads } from '#domain/audit/reads/decider.ts'
import { readHistoryView } from '#projections/audit/history-view.ts'

export const readsAuditDeclaration = auditDeclaration(readHistoryView, {
  family: reads,
  state: (read_id, { read }) =>
    read && { read_id, type: read.type, ...read.data, read_at: read.read_at, read_by: read.read_by },
})
