import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'

/**
 * What can happen to a refund; the stream is `refund-<refund_id>`. Permanent: a change is a new type, never an edit.
 * Money is integer minor units, times are ISO 8601 UTC, sealed texts come from the vault.
 */

/** Where the money goes. `name` and `account_number` are sealed, with their place `<refund_id>|<field>`; the mask is clear. */
const Beneficiary = z.strictObject({
  user_id: z.string(),
  account_id: z.string().nullable(),
  name: z.string(),
  account_number: z.string(),
  account_masked: z.string(),
  bank_code: z.string(),
})

/** A client asked for a refund and its transaction had enough left. */
const RefundRequested = z.strictObject({
  client_id: z.string(),
  transaction_id: z.string(),
  alert_id: z.string().nullable(),
  amount_minor: z.int().positive(),
  currency: z.string(),
  reason: z.string(),
  /** In clear in older events; null in those that seal it, as in those without one. */
  description: z.string().nullable(),
  /** Sealed, with its place `<refund_id>|description`. */
  description_sealed: z.string().optional(),
  beneficiary: Beneficiary,
  /** The beneficiary is not the transaction's user. Missing in older events: nobody looked. */
  beneficiary_mismatch: z.boolean().optional(),
  metadata: z.strictObject({ case_id: z.string().nullable(), agent_id: z.string().nullable() }),
  idempotency_key: z.string(),
  /** Keyed digest of the request's canonical JSON: tells a repeat from another request under the same key. */
  fingerprint: z.string(),
  estimated_completion: z.string(),
  tracking: z.strictObject({ reference: z.string(), trace_id: z.string() }),
})

/** A reservation was found without its refund; the refund's stream is closed so that it can't appear any more. */
const RefundAbandoned = z.strictObject({})

/** The cancel window is over: from now on the payment network may be instructed for this attempt. */
const RefundProcessingStarted = z.strictObject({ attempt: z.int().nonnegative() })

/** The payment network credited the beneficiary. */
const RefundCompleted = z.strictObject({ attempt: z.int().nonnegative(), reference: z.string() })

/** The payment network refused the transfer; no money moved. */
const RefundFailed = z.strictObject({
  attempt: z.int().nonnegative(),
  reference: z.string(),
  failure_reason: z.string(),
})

/** A failed refund is tried again as attempt `attempt`, perhaps to a corrected account (the sealed number, if it changed). */
const RefundRetried = z.strictObject({
  attempt: z.int().positive(),
  retry_reason: z.string().nullable(),
  beneficiary: z
    .strictObject({ account_number: z.string(), account_masked: z.string(), bank_code: z.string() })
    .nullable(),
})

/**
 * A reservation for a retry was found without its retry; the attempt's number is used up, so that a retry that is still on
 * its way can't appear without its budget.
 */
const RefundRetryAbandoned = z.strictObject({ attempt: z.int().positive() })

/** The client called the refund off while it was pending; money never moved. */
const RefundCancelled = z.strictObject({ cancel_reason: z.string().nullable(), cancelled_by: z.string() })

/** An administrator voided the refund. `transfer` says where the money was at that moment. */
const RefundVoided = z.strictObject({
  void_reason: z.string(),
  /** In clear in older events; null in those that seal them, as in those without any. */
  void_details: z.string().nullable(),
  /** Sealed, with their place `<refund_id>|void_details`. */
  void_details_sealed: z.string().optional(),
  voided_by: z.string(),
  transfer: z.enum(['none', 'in_flight', 'settled']),
})

/** The transfer that was in flight at the void went through after all: the money is out. */
const TransferSettledAfterVoid = z.strictObject({ attempt: z.int().nonnegative(), reference: z.string() })

/** The transfer that was in flight at the void came to nothing: no money moved. */
const TransferFailedAfterVoid = z.strictObject({ attempt: z.int().nonnegative(), failure_reason: z.string() })

/** The money of a voided refund is owed back; the network is to be asked for it. */
const ReversalStarted = z.strictObject({})

/** The network returned the money. */
const ReversalCompleted = z.strictObject({ reversal_reference: z.string() })

/** The network could not return the money. */
const ReversalFailed = z.strictObject({ reversal_reference: z.string() })

/**
 * The payment network said of a transfer or a reversal what can't be true beside what is recorded. Nothing follows from it
 * by itself: where the money is has to be found out by people.
 */
const NetworkContradicted = z.strictObject({
  about: z.enum(['transfer', 'reversal']),
  attempt: z.int().nonnegative(),
  /** `none`: it was never asked for. The reference is only kept of what succeeded. */
  recorded: z.strictObject({
    status: z.string(),
    outcome: z.enum(['none', 'pending', 'succeeded', 'rejected', 'completed', 'failed']),
    reference: z.string().nullable(),
  }),
  said: z.strictObject({
    outcome: z.enum(['succeeded', 'rejected', 'completed', 'failed']),
    reference: z.string(),
  }),
})

const RefundEvents = {
  RefundRequested,
  RefundAbandoned,
  RefundProcessingStarted,
  RefundCompleted,
  RefundFailed,
  RefundRetried,
  RefundRetryAbandoned,
  RefundCancelled,
  RefundVoided,
  TransferSettledAfterVoid,
  TransferFailedAfterVoid,
  ReversalStarted,
  ReversalCompleted,
  ReversalFailed,
  NetworkContradicted,
}

export type RefundEvent = EventOf<typeof RefundEvents>
export type RefundEventType = RefundEvent['type']
export type RefundEventData<T extends RefundEventType> = Extract<RefundEvent, { type: T }>['data']

export const refundStreams = category({ prefix: 'refund-', events: RefundEvents })

/** Reasons of a void by which there was no fraud, or another report of it says so. */
export const NO_FRAUD: ReadonlySet<string> = new Set(['fraud_not_confirmed', 'duplicate_refund'])
