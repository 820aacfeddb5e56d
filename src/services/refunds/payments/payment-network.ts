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

/**
 * How long an instruction may be executed after the state behind it was read. A network that gets it later must answer
 * `unknown`, because the refund may be voided. So "unknown" is final some time after a void, however late a message is.
 */
export const INSTRUCTION_LIFE_MS = 20_000

export type TransferInstruction = {
  /** `<refund_id>:<attempt>`. The network pays a key at most once, however often it is instructed. */
  key: string
  amount_minor: number
  currency: string
  /** In plaintext; leaves the process only here. */
  beneficiary: { name: string; account_number: string; bank_code: string }
  /** ISO 8601 UTC. The network does not execute it later. */
  not_after: string
}

/** `unknown` = never received; `settling` = accepted, no outcome yet. `check_after_ms` is the network's hint. */
export type TransferStatus =
  | { status: 'unknown' }
  | { status: 'settling'; reference: string; check_after_ms?: number | undefined }
  | { status: 'succeeded'; reference: string }
  | { status: 'rejected'; reference: string; reason: FailureReason }

/** `unknown` = no reversal requested. */
export type ReversalStatus =
  | { status: 'unknown' }
  | { status: 'pending'; reference: string; check_after_ms?: number | undefined }
  | { status: 'completed' | 'failed'; reference: string }

export type NetworkResponse =
  | { about: 'transfer'; status: TransferStatus }
  | { about: 'reversal'; status: ReversalStatus }

/** The request certainly did not arrive. After any other rejection it may have arrived. */
export class NetworkUnreachable extends Error {
  constructor(cause: unknown) {
    super('the payment network cannot be reached', { cause })
    this.name = 'NetworkUnreachable'
  }
}

/** Methods may be repeated, and all but `isAvailable` reject without a response, which is never an outcome. */
export type PaymentNetwork = {
  /** False without a response. Checked before a refund is accepted (REFUND_009). */
  isAvailable(accountNumber: string): Promise<boolean>
  instruct(instruction: TransferInstruction): Promise<TransferStatus>
  status(key: string): Promise<TransferStatus>
  /** Requests the money of a succeeded transfer back. */
  reverse(key: string): Promise<ReversalStatus>
  reversalStatus(key: string): Promise<ReversalStatus>
  /** `handler` gets outcomes reported unasked, such as a returned transfer; it resolves when they are recorded. */
  listen(handler: (key: string, response: NetworkResponse) => Promise<void>): void
  /** Gets no more outcomes. */
  close(): Promise<void>
}
