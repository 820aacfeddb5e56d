import { personalData } from '#declarations/personal-data.ts'
import { refunds } from '#domain/refunds/decider.ts'
import { type RefundEvent, refundStreams } from '#domain/refunds/events.ts'
import { isRefund } from '#domain/refunds/state.ts'
import { fold, type Recorded } from '#event-sourcing/decider.ts'
import { beneficiarySubject } from '#services/refunds/sealed-fields.ts'

const accountFields = ['account_number', 'account_masked', 'bank_code'].map(name => `beneficiary.${name}`)

/**
 * What of refunds is about their beneficiary. The full account number is not among what a person is shown: it leaves the service towards
 * the payment network only.
 */
export const refundPersonalData = personalData<RefundEvent>({
  streams: refundStreams,
  version: 1,
  subject: ({ type, data }) =>
    type === 'RefundRequested' ? beneficiarySubject(data.client_id, data.beneficiary.user_id) : null,
  fields: {
    RefundRequested: [
      ...['description', 'description_sealed', 'fingerprint'],
      ...['beneficiary.user_id', 'beneficiary.account_id', 'beneficiary.name', ...accountFields],
    ],
    RefundRetried: ['retry_reason', ...accountFields],
    RefundCancelled: ['cancel_reason'],
    RefundVoided: ['void_details', 'void_details_sealed'],
  },
  sealed: {
    'beneficiary.name': 'name',
    description_sealed: 'description',
    void_details_sealed: 'void_details',
  },
  closedAt,
})

/** A failed refund is closed too: it is paid only if somebody asks for a retry, which is a new payment. */
function closedAt(events: readonly Recorded<RefundEvent>[]): string | null {
  const state = fold(refunds.decider, events)
  const at = events.at(-1)?.at ?? null
  if (!isRefund(state)) return at
  const { status, transfer, reversal } = state
  const isOpen = status === 'pending' || status === 'processing' || reversal?.status === 'pending'
  return isOpen || (status === 'voided' && transfer === 'in_flight') ? null : at
}
