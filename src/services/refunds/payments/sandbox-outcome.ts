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

const PAID_AT_ONCE: SandboxOutcome = { isDown: false, dropsFirstResponse: false, reason: null, settlesAfterMs: 0 }
/** By the last four digits of the account number. */
const OUTCOMES: Record<string, Partial<SandboxOutcome>> = {
  '0001': {},
  '0002': { reason: 'INVALID_ACCOUNT_NUMBER' },
  '0003': { reason: 'ACCOUNT_CLOSED' },
  '0004': { dropsFirstResponse: true, settlesAfterMs: UNANSWERED_SETTLES_MS },
  '0005': { isDown: true },
  '0006': { settlesAfterMs: SLOW_MS },
}
export const SANDBOX_DIGITS = Object.keys(OUTCOMES)

export function sandboxOutcome(accountNumber: string, key: string): SandboxOutcome {
  const outcome = OUTCOMES[lastFourDigits(accountNumber)] ?? { settlesAfterMs: randomDelayMs(key) }
  return { ...PAID_AT_ONCE, ...outcome }
}

export function lastFourDigits(accountNumber: string): string {
  return accountNumber.replace(/\D/g, '').slice(-4)
}

/** Uniform, and the same for the same key: a repeated test has the same times. */
function randomDelayMs(key: string): number {
  const fraction = createHash('sha256').update(key).digest().readUInt32BE(0) / 2 ** 32
  return Math.round(RANDOM_MS_MIN + fraction * (RANDOM_MS_MAX - RANDOM_MS_MIN))
}
