import { createHash } from 'node:crypto'
import type { FailureReason } from './payment-network.ts'

/** Times are at speed 1. */
export type SandboxOutcome = {
  /** It takes no transfers to this account. */
  isDown: boolean
  /** The first instruction is executed, but not answered. */
  dropsFirstResponse: boolean
  reason: FailureReason | null
  settlesAfterMs: number
}

const SLOW_MS = 25_000
const UNANSWERED_SETTLES_MS = 4_000
const RANDOM_MS_MIN = 5_000
const RANDOM_MS_MAX = 30_000

/** Depends on the last four digits of the account number. */
export function sandboxOutcome(accountNumber: string, key: string): SandboxOutcome {
  const plain = { isDown: false, dropsFirstResponse: false, reason: null, settlesAfterMs: 0 }
  switch (lastFourDigits(accountNumber)) {
    case '0001':
      return plain
    case '0002':
      return { ...plain, reason: 'INVALID_ACCOUNT_NUMBER' }
    case '0003':
      return { ...plain, reason: 'ACCOUNT_CLOSED' }
    case '0004':
      return { ...plain, dropsFirstResponse: true, settlesAfterMs: UNANSWERED_SETTLES_MS }
    case '0005':
      return { ...plain, isDown: true }
    case '0006':
      return { ...plain, settlesAfterMs: SLOW_MS }
    default:
      return { ...plain, settlesAfterMs: randomDelayMs(key) }
  }
}

export function lastFourDigits(accountNumber: string): string {
  return accountNumber.replace(/\D/g, '').slice(-4)
}

/** Uniform, and the same for the same key: a repeated test has the same times. */
function randomDelayMs(key: string): number {
  const fraction = createHash('sha256').update(key).digest().readUInt32BE(0) / 2 ** 32
  return Math.round(RANDOM_MS_MIN + fraction * (RANDOM_MS_MAX - RANDOM_MS_MIN))
}
