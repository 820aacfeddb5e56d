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

/**
 * How long an instruction may be acted upon after the state behind it was read. A network that gets it later must refuse it
 * (answer `unknown`): the refund may have been voided meanwhile. This is what makes "never heard of it" final some time
 * after a void, however long a process or a message was held up on the way.
 */
export const INSTRUCTION_LIFE_MS = 20_000

export type TransferInstruction = {
  /** Our key, `<refund_id>:<attempt>`: the network pays one key at most once, however often it is instructed. */
  key: string
  amount_minor: number
  currency: string
  /** Clear text; leaves the process only here. */
  beneficiary: { name: string; account_number: string; bank_code: string }
  /** ISO 8601 UTC. The network does not act on it after this moment, unless it already did. */
  not_after: string
}

/**
 * What the network says of one key. `unknown` = it has never heard of it; `settling` = accepted, no outcome yet;
 * `check_after_ms` is its own word on when to ask again.
 */
export type TransferStatus =
  | { status: 'unknown' }
  | { status: 'settling'; reference: string; check_after_ms?: number | undefined }
  | { status: 'succeeded'; reference: string }
  | { status: 'rejected'; reference: string; reason: FailureReason }

/** `unknown` = it was never asked to reverse this key. */
export type ReversalStatus =
  | { status: 'unknown' }
  | { status: 'pending'; reference: string; check_after_ms?: number | undefined }
  | { status: 'completed' | 'failed'; reference: string }

/** What the network says of a transfer, or of its reversal. */
export type NetworkResponse =
  | { about: 'transfer'; status: TransferStatus }
  | { about: 'reversal'; status: ReversalStatus }

/** The question certainly reached nobody. Any other rejection leaves open whether the network has heard it. */
export class NetworkUnreachable extends Error {
  constructor(cause: unknown) {
    super('the payment network cannot be reached', { cause })
    this.name = 'NetworkUnreachable'
  }
}

/**
 * The port to whoever moves the money. Every method but `available` rejects when there is no answer (a time-out, a lost
 * connection): silence is never an outcome. Every method may be repeated.
 */
export type PaymentNetwork = {
  /** Whether transfers to this account can be taken now; false when nobody answers. Asked before a refund is accepted (REFUND_009). */
  isAvailable(accountNumber: string): Promise<boolean>
  instruct(instruction: TransferInstruction): Promise<TransferStatus>
  status(key: string): Promise<TransferStatus>
  /** Asks for the money back of a succeeded transfer. */
  reverse(key: string): Promise<ReversalStatus>
  reversalStatus(key: string): Promise<ReversalStatus>
  /**
   * From now on `hear` gets what the network says of a key without being asked: a transfer that came back days later, an answer
   * that was too late. It resolves when that is recorded.
   */
  listen(handler: (key: string, response: NetworkResponse) => Promise<void>): void
  /** The line to it, which is the bus; `off`: it needs none. */
  connectionState(): 'up' | 'down' | 'off'
  close(): Promise<void>
}
