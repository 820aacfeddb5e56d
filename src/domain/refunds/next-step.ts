import { mayHaveBeenPaid } from './contradiction.ts'
import type { Refund, RefundState } from './state.ts'

/** Polls a refund that waits for people to find out where its money is; their decision wakes it. */
const HELD_POLL_MS = 3_600_000

/** Performed by the payment process; the outcome is a command. After a crash, the same state gives the same step. */
export type NextStep =
  | { do: 'wait'; forMs: number }
  | { do: 'start_processing'; attempt: number }
  | { do: 'instruct'; attempt: number }
  /** Query the transfer; `if_unknown` is what follows when the network does not know it. */
  | { do: 'ask_status'; attempt: number; if_unknown: 'instruct' | 'ask_later' | 'fail' }
  | { do: 'reverse'; attempt: number }
  | { do: 'ask_reversal'; attempt: number }
  | { do: 'nothing' }

export type StepSettings = {
  cancelWindowMs: number
  /**
   * How long after a void an instruction may still reach the network. Well above INSTRUCTION_LIFE_MS plus the clock
   * skew: after it, "unknown" is final.
   */
  unknownIsFinalMs: number
}

/** The network's key of an attempt. */
export function transferKey(refundId: string, attempt: number): string {
  return `${refundId}:${attempt}`
}

export type PaymentProgress = {
  /** Whether the current attempt or reversal was requested before; false is always safe. */
  isRequested: boolean
  /** Time since the last event that scheduled the job, by a clock that all processes share; 0 is always safe. */
  sinceScheduledMs: number
}

export function nextStep(refund: RefundState, progress: PaymentProgress, now: Date, settings: StepSettings): NextStep {
  const { isRequested, sinceScheduledMs } = progress
  switch (refund.status) {
    case 'pending': {
      // Not by the events' times, which come from clocks that may be minutes off.
      if (mayHaveBeenPaid(refund)) return { do: 'wait', forMs: HELD_POLL_MS }
      const forMs = settings.cancelWindowMs - sinceScheduledMs
      if (forMs > 0) return { do: 'wait', forMs }
      return { do: 'start_processing', attempt: refund.attempt }
    }
    case 'processing':
      if (mayHaveBeenPaid(refund)) return { do: 'ask_status', attempt: refund.attempt, if_unknown: 'ask_later' }
      if (!isRequested) return { do: 'instruct', attempt: refund.attempt }
      return { do: 'ask_status', attempt: refund.attempt, if_unknown: 'instruct' }
    case 'voided':
      // No instruction follows a void, but an earlier one may still be on its way.
      if (refund.transfer === 'in_flight') {
        const isFinal = outstandingForMs(refund, now, sinceScheduledMs) >= settings.unknownIsFinalMs
        return { do: 'ask_status', attempt: refund.attempt, if_unknown: isFinal ? 'fail' : 'ask_later' }
      }
      if (refund.reversal?.status === 'pending')
        return { do: isRequested ? 'ask_reversal' : 'reverse', attempt: refund.attempt }
      return { do: 'nothing' }
    default:
      return { do: 'nothing' }
  }
}

/**
 * The smaller of two ages, because events' times come from other clocks: a late clock must not make a void look old
 * while its instruction is on its way.
 */
export function outstandingForMs(refund: Refund, now: Date, sinceScheduledMs: number): number {
  const since = refund.voiding?.voided_at ?? refund.processing_since ?? refund.created_at
  return Math.min(now.getTime() - Date.parse(since), sinceScheduledMs)
}

/** By requests without a response; the last one repeats. They cover a short interruption and an outage of hours. */
const TIMEOUT_DELAYS_MS = [2_000, 5_000, 15_000, 60_000, 300_000, 3_600_000] as const

/** `requests`: since the last response, including it, from 1. */
export function timeoutDelayMs(requests: number): number {
  return TIMEOUT_DELAYS_MS[Math.min(requests, TIMEOUT_DELAYS_MS.length) - 1] ?? TIMEOUT_DELAYS_MS[0]
}

/**
 * Delay after a request that reached no network. It costs the network nothing, so it does not grow, and the end of an
 * outage is noticed soon; not shorter, because all outstanding refunds poll at this rate.
 */
export const UNREACHABLE_DELAY_MS = 10_000

/** The network is polled after a tenth of the time that it has taken so far, within these bounds. */
const POLL_DELAY_MS_MIN = 1_000
const POLL_DELAY_MS_MAX = 3_600_000
/** A network that answers "at once" every time is still polled with a pause. */
const HINTED_DELAY_MS_MIN = 50

/**
 * At the network's hint, otherwise after a delay that grows with the age of the transfer or reversal: a normal one is
 * seen within seconds and a stuck one costs little.
 */
export function pollDelayMs(ageMs: number, hintMs: number | undefined): number {
  if (hintMs !== undefined) return Math.min(Math.max(hintMs, HINTED_DELAY_MS_MIN), POLL_DELAY_MS_MAX)
  return Math.min(Math.max(ageMs / 10, POLL_DELAY_MS_MIN), POLL_DELAY_MS_MAX)
}
