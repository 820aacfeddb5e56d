import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { hidden, owner, personal, plain, sealed, subject } from '#event-sourcing/field-classes.ts'
import { derivedUuid } from '#values/ids.ts'

const text = z.string().nullable()

export const Device = z.strictObject({ ip: text, user_agent: text, fingerprint: text })
export type Device = z.infer<typeof Device>

const TransactionEvents = {
  /** The transaction was scored, sent to POST /transactions, or received from the bus. */
  TransactionRecorded: z.strictObject({
    client_id: owner(z.string()),
    transaction_id: plain(z.string()),
    user_id: subject(z.string()),
    account_id: personal(text),
    ...plain({
      amount_minor: z.int().positive(),
      currency: z.string(),
      operation_type: z.string(),
      merchant: z.strictObject({ id: text, name: text, category: text }).nullable(),
    }),
    /** In older events, in plaintext; null since it is sealed. */
    device: hidden(Device.nullable()),
    /** The device as JSON, and a digest under the person's key that identifies it until the person is erased. */
    device_sealed: z.strictObject({ text: sealed('device'), digest: hidden(z.string()) }).optional(),
    /** When it happened, as the caller reported. */
    timestamp: plain(z.string()),
  }),
  RefundReserved: z.strictObject(
    plain({ refund_id: z.string(), attempt: z.int().nonnegative(), amount_minor: z.int().positive() }),
  ),
  /** The attempt does not use its part: cancelled, failed, voided before money moved, reversed, or never recorded. */
  RefundReleased: z.strictObject(plain({ refund_id: z.string(), attempt: z.int().nonnegative(), reason: z.string() })),
}

export type TransactionEvent = EventOf<typeof TransactionEvents>
export type TransactionRecordedData = z.infer<typeof TransactionEvents.TransactionRecorded>

export function deviceSealContext(id: string): string {
  return `${id}|device`
}

export const transactionStreams = {
  ...category({ prefix: 'transaction-', events: TransactionEvents }),
  id: (clientId: string, transactionId: string) => derivedUuid('transaction', clientId, transactionId),
}
