/** Why a payment network refused a transfer for good. */
export const FAILURE_REASONS = [
  'INVALID_ACCOUNT_NUMBER',
  'ACCOUNT_CLOSED',
  'ACCOUNT_BLOCKED',
  'NAME_MISMATCH',
  'LIMIT_EXCEEDED',
  'BANK_REJECTED',
  'PROVIDER_ERROR',
] as const
export type FailureReason = (typeof FAILURE_REASONS)[number]

export type TransferInstruction = {
  /** Our key, `<refund_id>:<attempt>`: the network pays one key at most once, however often it is instructed. */
  key: string
  amount_minor: number
  currency: string
  /** Clear text; leaves the process only here. */
  beneficiary: { name: string; account_number: string; bank_code: string }
}

/** What the network says of one key. `unknown` = it has never heard of it; `settling` = accepted, no outcome yet. */
export type TransferStatus =
  | { status: 'unknown' }
  | { status: 'settling'; reference: string }
  | { status: 'succeeded'; reference: string }
  | { status: 'rejected'; reference: string; reason: FailureReason }

export type ReversalStatus = { status: 'pending' | 'completed' | 'failed'; reference: string }

/**
 * The port to whoever moves the money. Every method rejects when there is no answer (a time-out, a lost connection):
 * silence is never an outcome. Every method may be repeated.
 */
export type PaymentNetwork = {
  /** Whether transfers to this account can be taken now; asked before a refund is accepted (REFUND_009). */
  available(accountNumber: string): Promise<boolean>
  instruct(instruction: TransferInstruction): Promise<TransferStatus>
  status(key: string): Promise<TransferStatus>
  /** Asks for the money back of a succeeded transfer. */
  reverse(key: string): Promise<ReversalStatus>
  reversalStatus(key: string): Promise<ReversalStatus>
  close(): Promise<void>
}
