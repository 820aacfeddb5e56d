import { isFraud, type OutcomeEvent, outcomeStreams } from '#domain/fraud/outcomes/events.ts'
import { NO_FRAUD, type RefundEvent, refundStreams } from '#domain/refunds/events.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import { derivedUuid } from '#values/ids.ts'

/** `at`: since when it is known. */
type FraudReport = { key: string; isFraud: boolean; at: string }

/**
 * Labels of transactions, as of the end of the log. Refunds for a confirmed fraud and reported outcomes label a
 * transaction as fraud; a cancelled refund and a later outcome to the contrary withdraw the label.
 */
export function createLabels() {
  const reports = new Map<string, FraudReport>()

  function applyRefund({ type, data, stream, at }: Recorded<RefundEvent>): void {
    if (type === 'RefundRequested' && data.reason === 'confirmed_fraud')
      reports.set(stream, { key: labelKey(data.client_id, data.transaction_id), isFraud: true, at })
    if (type === 'RefundCancelled' || (type === 'RefundVoided' && NO_FRAUD.has(data.void_reason)))
      reports.delete(stream)
  }

  /** Of outcomes with one time, the last one counts. */
  function applyOutcome({ stream, data }: Recorded<OutcomeEvent>): void {
    const { client_id, transaction_id, outcome, reported_at: at } = data
    reports.set(`${stream} ${at}`, { key: labelKey(client_id, transaction_id), isFraud: isFraud(outcome), at })
  }

  return {
    take(event: Recorded<DomainEvent>): void {
      if (refundStreams.has(event)) applyRefund(refundStreams.parse(event))
      if (outcomeStreams.has(event)) applyOutcome(outcomeStreams.parse(event))
    },
    frauds(): ReadonlySet<string> {
      const frauds = [...Map.groupBy(reports.values(), ({ key }) => key)].filter(([, all]) => isLatestFraud(all))
      return new Set(frauds.map(([key]) => key))
    },
  }
}

function isLatestFraud(all: readonly FraudReport[]): boolean {
  const cleared = all.filter(({ isFraud }) => !isFraud).map(({ at }) => at)
  return all.some(({ isFraud, at }) => isFraud && cleared.every(other => at >= other))
}

export const LABEL_PREFIXES = [refundStreams.prefix, outcomeStreams.prefix]

export function labelKey(client_id: string, transaction_id: string): string {
  return derivedUuid('backtest', client_id, transaction_id)
}
