import { publicEventSource } from '#declarations/public-events.ts'
import { createIncrementalFold } from '#delivery/enqueue/incremental-fold.ts'
import {
  type Draft,
  type PublicEventDeclaration,
  publicId,
  type TranslateEvents,
} from '#delivery/enqueue/public-event-declaration.ts'
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
 * Source: the spec, "Event types"; other events are not public. After a void, each change of `funds_transferred` or
 * `reversal_status` is another `refund.voided` with the next sequence.
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

/** A folded refund takes about 1 KiB. */
const FOLDED_MAX = 20_000

/** The refund at each event: folded along with the log, or read once from its stream when it is not in memory. */
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
      // A sealed text is `v1.<subject>.<ciphertext>`. For an erased person there is nothing to seal, and no key.
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
