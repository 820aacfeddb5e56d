import { flagDiscrepancy, type RaisedFlag } from '#commands/refunds/flag-discrepancy.ts'
import { discrepancyRecord } from '#domain/refunds/reconciliation/record.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Service } from '#service.ts'
import type { Statement } from './load-statement.ts'
import {
  type Discrepancy,
  type ReconcileDeps,
  type ReconcileResult,
  reconcile,
  type VerdictCounts,
} from './reconcile.ts'

/** How much later one side may book or record an outcome. A refund that is outstanding for longer raises an alert. */
export const LEEWAY_S = 900
export const LEEWAY_S_MAX = 604_800

export type ReportOptions = {
  client_id: string | null
  leewayS: number
  /** Of the command that flags discrepancies; null = flag none. */
  flagContext: (() => Context) | null
  signal: AbortSignal
  onDiscrepancy?(discrepancy: ReportedDiscrepancy): void
  onProgress?(compared: number): void
}

export type ReportedDiscrepancy = ReturnType<typeof toReport>
export type ReconciliationReport = {
  statement: Statement['period'] & { sha256: string; lines: number }
  leeway_s: number
  counts: VerdictCounts & { repeated_lines: number }
  decided_by: ReconcileResult['decidedBy']
  /** Flags raised by this run, and discrepancies flagged before. */
  flags: { raised: number; known: number }
}

/** Flags each discrepancy between a statement and what is recorded. A repeat after a crash gives the same result. */
export async function reconcileStatement(
  service: ReconcileDeps & Pick<Service, 'execute'>,
  statement: Statement,
  { client_id, leewayS, flagContext, signal, onDiscrepancy = () => {}, onProgress }: ReportOptions,
): Promise<ReconciliationReport> {
  const { period, sha256, lines, repeatedLines } = statement
  const flags = { raised: 0, known: 0 }
  const { counts, decidedBy } = await reconcile(service, statement, {
    ...{ client_id, signal, leewayMs: leewayS * 1_000, onProgress },
    async found(discrepancy) {
      const { line: _, ...data } = discrepancy
      const raised =
        flagContext === null
          ? null
          : await flagDiscrepancy(service, flagContext(), { ...data, statement: { ...period, sha256 } })
      if (raised !== null) flags[raised.isNew ? 'raised' : 'known'] += 1
      onDiscrepancy(toReport(discrepancy, raised))
    },
  })
  return {
    statement: { ...period, sha256, lines },
    leeway_s: leewayS,
    counts: { ...counts, repeated_lines: repeatedLines },
    decided_by: decidedBy,
    flags,
  }
}

function toReport(discrepancy: Discrepancy, raised: RaisedFlag | null) {
  const flag = raised && { flag_id: raised.flag_id, status: raised.status }
  return { ...discrepancyRecord(discrepancy), line: discrepancy.line, flag }
}

export function countDiscrepancies({ counts }: Pick<ReconciliationReport, 'counts'>): number {
  const { missing_there, missing_here, amount_differs, status_differs, contradicted } = counts
  return missing_there + missing_here + amount_differs + status_differs + contradicted
}
