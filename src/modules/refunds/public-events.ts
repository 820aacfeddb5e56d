import { publicEventSource } from '#declarations/public-events.ts'
import { type Draft, publicId } from '#delivery/enqueue/draft.ts'
import { createIncrementalFold } from '#delivery/enqueue/incremental-fold.ts'
import type { PublicEventDeclaration, TranslateEvents } from '#delivery/enqueue/public-event-declaration.ts'
import { refunds } from '#domain/refunds/decider.ts'
import { type RefundEvent, type RefundEventType, refundStreams } from '#domain/refunds/events.ts'
import { refundRecord } from '#domain/refunds/record.ts'
import { isRefund, type Refund } from '#domain/refunds/state.ts'
import type { EventType } from '#domain/webhooks/event-types.ts'
import type { Recorded } from '#event-sourcing/decider.ts'
import { isPersonRestricted } from '#privacy/access-status.ts'
import { refundHistoryView } from '#projections/refunds/history-view.ts'
import type { Service } from '#service.ts'
import { openRefund } from '#services/refunds/sealed-fields.ts'
import { PublicRefund } from './schemas.ts'

/**
 * Spec: "Event types". What is not here is nobody's business outside. After a void whatever changes `funds_transferred` or
 * `reversal_status` is told as `refund.voided` again, with the next sequence; a transfer that came to nothing changes neither.
 */
const PUBLIC_TYPES: Partial<Record<RefundEventType, EventType>> = {
  RefundRequested: 'refund.created',
  RefundProcessingStarted: 'refund.processing',
  RefundCompleted: 'refund.completed',
  RefundFailed: 'refund.failed',
  RefundCancelled: 'refund.cancelled',
  RefundVoided: 'refund.voided',
  TransferSettledAfterVoid: 'refund.voided',
  ReversalCompleted: 'refund.voided',
  ReversalFailed: 'refund.voided',
}

const refundEventSource = publicEventSource<RefundEvent, EventType>({
  streams: refundStreams,
  version: 1,
  owner: refundHistoryView.owner,
  type: ({ type }) => PUBLIC_TYPES[type] ?? null,
})

/** Folded refunds that are kept; one is about 1 KiB. */
const FOLDED_MAX = 20_000

/**
 * `refund.*` events. Their data is the refund as it stood at that event, so each refund is folded along with the log; what
 * is not in memory (a restart, an old refund) is read once from its stream.
 */
function createRefundTranslator(
  { store, vault, execute }: Pick<Service, 'store' | 'vault' | 'execute'>,
  foldedMax = FOLDED_MAX,
): TranslateEvents {
  const fold = createIncrementalFold({ store }, refunds, foldedMax)

  async function draft(event: Recorded<RefundEvent>, refund: Refund): Promise<Draft | null> {
    const type = PUBLIC_TYPES[event.type]
    if (type === undefined) return null
    const refundId = refundStreams.idOf(event)
    const person = { client_id: refund.client_id, user_id: refund.beneficiary.user_id }
    const [opened, withheld] = await Promise.all([
      openRefund(vault.open, refundId, refund),
      isPersonRestricted({ execute }, person),
    ])
    const { completion, idempotency_key, estimated_completion, tracking, ...record } = refundRecord(
      refundId,
      opened.refund,
      opened.name,
    )
    return {
      event: {
        id: publicId(event),
        type,
        created_at: event.at,
        data: { object: 'refund', ...record, ...completion },
      },
      client_id: refund.client_id,
      sequence: event.revision + 1,
      // A sealed text names its subject: `v1.<subject>.<ciphertext>`. Of somebody who was erased there is nothing to seal, and no key to do it with.
      subject: opened.name === null ? null : (refund.beneficiary.name.split('.')[1] ?? null),
      withheld,
      except: null,
    }
  }

  return async events => {
    const folded = await fold(events)
    return Promise.all(
      events.map(event => {
        const refund = folded.get(event.id)
        return refund === undefined || !isRefund(refund) ? null : draft(refundStreams.parse(event), refund)
      }),
    )
  }
}

export const refundEvents: PublicEventDeclaration = {
  prefixes: [refundStreams.prefix],
  sources: [refundEventSource],
  schemas: Object.fromEntries(Object.values(PUBLIC_TYPES).map(type => [type, PublicRefund])),
  translator: createRefundTranslator,
}
