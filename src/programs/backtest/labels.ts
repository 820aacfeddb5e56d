import { isFraud, type OutcomeEvent, outcomeStreams } from '#domain/fraud/outcomes/events.ts'
import { NO_FRAUD, type RefundEvent, refundStreams } from '#domain/refunds/events.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import { derivedUuid } from '#values/ids.ts'

/** What was said of a transaction, by who said it: whether it was a fraud, and since when that is known. */
type Saying = { key: string; isFraud: boolean; at: string }

/**
 * Which transactions were frauds, by all that the log knows at its end: the one place that says what a label is. A refund of a confirmed fraud
 * says so, until it is taken back, and so does a reported outcome; an outcome that says otherwise takes back what was said before it.
 */
export function createLabels() {
  const said = new Map<string, Saying>()

  function takeRefund({ type, data, stream, at }: Recorded<RefundEvent>): void {
    if (type === 'RefundRequested' && data.reason === 'confirmed_fraud')
      said.set(stream, { key: labelKey(data.client_id, data.transaction_id), isFraud: true, at })
    if (type === 'RefundCancelled' || (type === 'RefundVoided' && NO_FRAUD.has(data.void_reason))) said.delete(stream)
  }

  /** Of one moment the last stands. */
  function takeOutcome({ stream, data }: Recorded<OutcomeEvent>): void {
    const { client_id, transaction_id, outcome, reported_at: at } = data
    said.set(`${stream} ${at}`, { key: labelKey(client_id, transaction_id), isFraud: isFraud(outcome), at })
  }

  return {
    take(event: Recorded<DomainEvent>): void {
      if (refundStreams.has(event)) takeRefund(refundStreams.parse(event))
      if (outcomeStreams.has(event)) takeOutcome(outcomeStreams.parse(event))
    },
    /** Keys of the transactions that are known as frauds now. */
    frauds(): ReadonlySet<string> {
      const frauds = [...Map.groupBy(said.values(), ({ key }) => key)].filter(([, all]) => standsAsFraud(all))
      return new Set(frauds.map(([key]) => key))
    },
  }
}

function standsAsFraud(all: readonly Saying[]): boolean {
  const cleared = all.filter(({ isFraud }) => !isFraud).map(({ at }) => at)
  return all.some(({ isFraud, at }) => isFraud && cleared.every(other => at >= other))
}

/** Streams whose events say what was a fraud. */
export const LABEL_PREFIXES = [refundStreams.prefix, outcomeStreams.prefix]

export function labelKey(clientId: string, transactionId: string): string {
  return derivedUuid('backtest', clientId, transactionId)
}
