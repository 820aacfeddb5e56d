import { z } from 'zod'
import { plainText } from '#values/text.ts'
import {
  FAILURE_REASONS,
  type ReversalStatus,
  type TransferInstruction,
  type TransferStatus,
} from './payment-network.ts'

/** The messages between the service and a payment gateway on NATS: JSON in UTF-8, request and reply. */

export const GATEWAY_SUBJECT = 'payments'

const key = plainText(128).describe(
  'The instruction, `<refund_id>:<attempt>`. The gateway pays a key at most once, however often it is instructed, and answers a repeat with the state of the first.',
)
const reference = plainText(256).describe(
  "The gateway's own name for the transfer, 1 to 256 characters without control characters.",
)
const check_after_ms = z
  .number()
  .nonnegative()
  .optional()
  .describe('When the service may best ask again, in milliseconds.')

export const Account = z.object({
  account_number: z.string().describe('IBAN or national account number, in plaintext.'),
})

export const Availability = z.object({
  available: z.boolean().describe('Whether a transfer to this account can be instructed now.'),
})

export const Instruction = z.object({
  key,
  amount_minor: z.int().min(1).max(1_000_000_000_000).describe('Amount in minor units of the currency.'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .describe('ISO 4217 code.'),
  beneficiary: z
    .object({
      name: z.string().describe('Name of the account holder, in plaintext.'),
      account_number: z.string().describe('IBAN or national account number, in plaintext.'),
      bank_code: z.string().describe('BIC or national bank code.'),
    })
    .describe('Who is paid.'),
  not_after: z.iso
    .datetime()
    .describe(
      'ISO 8601 in UTC. An instruction that is read later must not be executed: the reply is `unknown`, unless the key is known already. The clocks of both sides agree within 30 s.',
    ),
}) satisfies z.ZodType<TransferInstruction>

export const Keyed = z.object({ key })

const statusIs = <const S extends string>(status: S, sentence: string) => z.literal(status).describe(sentence)

export const Transfer = z.discriminatedUnion('status', [
  z.object({ status: statusIs('unknown', 'The key was never received.') }),
  z.object({ status: statusIs('settling', 'It is accepted, and has no outcome yet.'), reference, check_after_ms }),
  z.object({ status: statusIs('succeeded', 'It is paid.'), reference }),
  z.object({
    status: statusIs('rejected', 'It is not paid, and will not be.'),
    reference,
    reason: z.enum(FAILURE_REASONS).describe('Why it is not paid; the refund shows it.'),
  }),
]) satisfies z.ZodType<TransferStatus>

export const Reversal = z.discriminatedUnion('status', [
  z.object({ status: statusIs('unknown', 'No reversal of the key was requested.') }),
  z.object({ status: statusIs('pending', 'It has no outcome yet.'), reference, check_after_ms }),
  z.object({
    status: z
      .enum(['completed', 'failed'])
      .describe('`completed`: the money is back. `failed`: it will not come back.'),
    reference,
  }),
]) satisfies z.ZodType<ReversalStatus>

/** Reported by the gateway, unasked. */
export const KeyedTransfer = z.intersection(Keyed, Transfer)
export const KeyedReversal = z.intersection(Keyed, Reversal)

export const Recorded = z.object({
  recorded: z.literal(true).describe('The outcome is recorded. Without this reply the gateway repeats it.'),
})
