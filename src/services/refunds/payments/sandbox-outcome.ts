import { createHash } from 'node:crypto'
import type { FailureReason } from './payment-network.ts'

/** What the sandbox network does with a transfer. Times are at speed 1. */
export type SandboxOutcome = {
  /** The network does not take transfers to this account at all. */
  isDown: boolean
  /** The first instruction is acted upon, but its sender hears nothing. */
  dropsFirstResponse: boolean
  reason: FailureReason | null
  settlesAfterMs: number
}

const SLOW_MS = 25_000
const UNANSWERED_SETTLES_MS = 4_000
const RANDOM_MS_MIN = 5_000
const RANDOM_MS_MAX = 30_000

/** Decided by the last four digits of the account number, once, at the first instruction. */
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

/** Evenly over the range, and the same for the same key: a repeated test sees the same times. */
function randomDelayMs(key: string): number {
  const fraction = createHash('sha256').update(key).digest().readUInt32BE(0) / 2 ** 32
  return Math.round(RANDOM_MS_MIN + fraction * (RANDOM_MS_MAX - RANDOM_MS_MIN))
}
