import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { derivedUuid } from '#values/ids.ts'

/**
 * What is known of an original transaction and how much of it is spoken for by refunds. The stream is
 * `transaction-<uuid of client and transaction_id>`: a caller's id may be any text and belongs to one client only.
 */

const text = z.string().nullable()

/** What a transaction was made with. */
export const Device = z.strictObject({ ip: text, user_agent: text, fingerprint: text })
export type Device = z.infer<typeof Device>

/** The transaction became known: it was scored, sent to POST /transactions or brought by the bus. */
const TransactionRecorded = z.strictObject({
  client_id: z.string(),
  transaction_id: z.string(),
  user_id: z.string(),
  account_id: text,
  amount_minor: z.int().positive(),
  currency: z.string(),
  operation_type: z.string(),
  merchant: z.strictObject({ id: text, name: text, category: text }).nullable(),
  /** In clear in older events; null in those that seal it, as in those without one. */
  device: Device.nullable(),
  /**
   * The device as JSON, sealed with its place (`devicePlace`), and what tells it from another one: a digest under the person's own
   * key, so that nothing can be guessed by it once they are erased.
   */
  device_sealed: z.strictObject({ text: z.string(), digest: z.string() }).optional(),
  /** When it happened, by the caller's word. */
  timestamp: z.string(),
})

/** Part of the amount is spoken for by an attempt of a refund. */
const RefundReserved = z.strictObject({
  refund_id: z.string(),
  attempt: z.int().nonnegative(),
  amount_minor: z.int().positive(),
})

/** That attempt will not use its part: it was cancelled, failed, voided before money moved, reversed, or never came to be. */
const RefundReleased = z.strictObject({ refund_id: z.string(), attempt: z.int().nonnegative(), reason: z.string() })

const TransactionEvents = { TransactionRecorded, RefundReserved, RefundReleased }

export type TransactionEvent = EventOf<typeof TransactionEvents>
export type TransactionRecordedData = z.infer<typeof TransactionRecorded>

/** By the stream's id. */
export function deviceSealContext(id: string): string {
  return `${id}|device`
}

export const transactionStreams = {
  ...category({ prefix: 'transaction-', events: TransactionEvents }),
  /** The stream's id of a client's transaction. */
  id: (clientId: string, transactionId: string) => derivedUuid('transaction', clientId, transactionId),
}
