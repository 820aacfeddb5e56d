import type { RefundEventData } from './events.ts'

/** `client_id`: the requesting client, which may change only its own refunds; null for the service itself. */
type ClientCommand =
  | { type: 'cancel'; client_id: string | null; cancel_reason: string | null; cancelled_by: string }
  | ({ type: 'retry'; client_id: string | null } & RefundEventData<'RefundRetried'>)
  | {
      type: 'void'
      client_id: string | null
      void_reason: string
      void_details_sealed: string | null
      voided_by: string
      voider: string
      four_eyes: boolean
    }

/** Commands other than `request` come from the service: outcomes of the network, and time-outs. */
export type RefundCommand =
  | ClientCommand
  | { type: 'request'; data: RefundEventData<'RefundRequested'> }
  | { type: 'abandon' }
  | { type: 'start_processing'; attempt: number }
  | { type: 'abandon_retry'; attempt: number }
  | NetworkOutcome

export type NetworkOutcome =
  | { type: 'complete'; attempt: number; reference: string }
  | { type: 'fail'; attempt: number; reference: string; failure_reason: string }
  | { type: 'complete_reversal'; attempt: number; reversal_reference: string }
  | { type: 'fail_reversal'; attempt: number; reversal_reference: string }
