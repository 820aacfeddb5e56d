import type { RefundEventData } from './events.ts'

/** What a client asks for, by the client that asks; null when the service itself does. It counts for the client's own refunds only. */
type ClientCommand =
  | { type: 'cancel'; client_id: string | null; cancel_reason: string | null; cancelled_by: string }
  | {
      type: 'retry'
      client_id: string | null
      attempt: number
      retry_reason: string | null
      beneficiary: RefundEventData<'RefundRetried'>['beneficiary']
    }
  | {
      type: 'void'
      client_id: string | null
      void_reason: string
      void_details_sealed: string | null
      voided_by: string
      voider: string
      four_eyes: boolean
    }

/** The other commands but `request` (whose data name the client) are the service's own: what the network answered, what time did. */
export type RefundCommand =
  | ClientCommand
  | { type: 'request'; data: RefundEventData<'RefundRequested'> }
  | { type: 'abandon' }
  | { type: 'start_processing'; attempt: number }
  | { type: 'complete'; attempt: number; reference: string }
  | { type: 'fail'; attempt: number; reference: string; failure_reason: string }
  | { type: 'abandon_retry'; attempt: number }
  | { type: 'complete_reversal'; attempt: number; reversal_reference: string }
  | { type: 'fail_reversal'; attempt: number; reversal_reference: string }

/** The commands that say what the payment network answered. */
export type NetworkOutcome = Extract<
  RefundCommand,
  { type: 'complete' | 'fail' | 'complete_reversal' | 'fail_reversal' }
>
