import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { hidden, internal, owner, personal, plain, sealed, subject } from '#event-sourcing/field-classes.ts'

/** Money is in integer minor units, times are ISO 8601 UTC. */

const Beneficiary = z.strictObject({
  user_id: subject(z.string()),
  account_id: personal(z.string().nullable()),
  name: sealed('name'),
  // It leaves the service towards the payment network only.
  account_number: sealed('account_number', { isDisclosed: false }),
  ...personal({ account_masked: z.string(), bank_code: z.string() }),
})

const attempt = z.int().nonnegative()

const RefundEvents = {
  RefundRequested: z.strictObject({
    client_id: owner(z.string()),
    ...plain({
      transaction_id: z.string(),
      alert_id: z.string().nullable(),
      amount_minor: z.int().positive(),
      currency: z.string(),
      reason: z.string(),
    }),
    /** In older events, in plaintext; null since it is sealed. */
    description: hidden(z.string().nullable()),
    description_sealed: sealed('description').optional(),
    beneficiary: Beneficiary,
    /** The beneficiary is not the transaction's user. Missing in older events, which did not compare them. */
    beneficiary_mismatch: plain(z.boolean().optional()),
    ...plain({
      metadata: z.strictObject({ case_id: z.string().nullable(), agent_id: z.string().nullable() }),
      idempotency_key: z.string(),
    }),
    /** Keyed digest of the request's canonical JSON: distinguishes a repeat from another request with the same key. */
    fingerprint: hidden(z.string()),
    estimated_completion: internal(z.string()),
    tracking: plain(z.strictObject({ reference: z.string(), trace_id: z.string() })),
  }),
  /** A reservation was found without its refund: the stream is closed, so that the refund cannot appear later. */
  RefundAbandoned: z.strictObject({}),
  /** The cancel window is over: from now on the payment network may be instructed for this attempt. */
  RefundProcessingStarted: z.strictObject(plain({ attempt })),
  /** The payment network credited the beneficiary. */
  RefundCompleted: z.strictObject(plain({ attempt, reference: z.string() })),
  /** The payment network refused the transfer; no money moved. */
  RefundFailed: z.strictObject(plain({ attempt, reference: z.string(), failure_reason: z.string() })),
  RefundRetried: z.strictObject({
    attempt: plain(z.int().positive()),
    retry_reason: personal(z.string().nullable()),
    /** Null = the same account. */
    beneficiary: Beneficiary.pick({ account_number: true, account_masked: true, bank_code: true }).nullable(),
  }),
  /** A reservation was found without its retry: the number is used up, so that the retry cannot appear later. */
  RefundRetryAbandoned: z.strictObject(plain({ attempt: z.int().positive() })),
  RefundCancelled: z.strictObject({
    cancel_reason: personal(z.string().nullable()),
    cancelled_by: plain(z.string()),
  }),
  /** `transfer` is where the money was at the void. */
  RefundVoided: z.strictObject({
    void_reason: plain(z.string()),
    /** In older events, in plaintext; null since they are sealed. */
    void_details: hidden(z.string().nullable()),
    void_details_sealed: sealed('void_details').optional(),
    ...plain({ voided_by: z.string(), transfer: z.enum(['none', 'in_flight', 'settled']) }),
  }),
  TransferSettledAfterVoid: z.strictObject(plain({ attempt, reference: z.string() })),
  TransferFailedAfterVoid: z.strictObject(plain({ attempt, failure_reason: z.string() })),
  /** The money of a voided refund is out: the network must return it. */
  ReversalStarted: z.strictObject({}),
  ReversalCompleted: z.strictObject(plain({ reversal_reference: z.string() })),
  ReversalFailed: z.strictObject(plain({ reversal_reference: z.string() })),
  /** Nothing follows: people find out where the money is. */
  NetworkContradicted: z.strictObject(
    plain({
      about: z.enum(['transfer', 'reversal']),
      attempt,
      /** `none`: never requested. Only successes have a reference. */
      recorded: z.strictObject({
        status: z.string(),
        outcome: z.enum(['none', 'pending', 'succeeded', 'rejected', 'completed', 'failed']),
        reference: z.string().nullable(),
      }),
      said: z.strictObject({
        outcome: z.enum(['succeeded', 'rejected', 'completed', 'failed']),
        reference: z.string(),
      }),
    }),
  ),
}

export type RefundEvent = EventOf<typeof RefundEvents>
export type RefundEventType = RefundEvent['type']
export type RefundEventData<T extends RefundEventType> = Extract<RefundEvent, { type: T }>['data']

export const refundStreams = category({ prefix: 'refund-', events: RefundEvents })

/** Reasons of a void that mean that there was no fraud, or that another refund reports it. */
export const NO_FRAUD: ReadonlySet<string> = new Set(['fraud_not_confirmed', 'duplicate_refund'])
