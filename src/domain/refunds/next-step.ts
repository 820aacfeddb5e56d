import { mayHaveBeenPaid } from './contradiction.ts'
import type { Refund, RefundState } from './state.ts'

/** Between looks at a refund that is held until people have found out where its money is; their decision wakes it. */
const HELD_POLL_MS = 3_600_000

/**
 * What is owed for a refund now. Doing it is the payment reaction's work; the outcome comes back as a command. After a crash
 * at any point the same question gives the same answer, so nothing is forgotten and nothing has to be remembered.
 */
export type NextStep =
  | { do: 'wait'; forMs: number }
  | { do: 'start_processing'; attempt: number }
  | { do: 'instruct'; attempt: number }
  /** Ask how the transfer stands, and what it means when the network has never heard of it. */
  | { do: 'ask_status'; attempt: number; if_unknown: 'instruct' | 'ask_later' | 'fail' }
  | { do: 'reverse'; attempt: number }
  | { do: 'ask_reversal'; attempt: number }
  | { do: 'nothing' }

export type StepSettings = {
  /** How long a refund stays pending, milliseconds. */
  cancelWindowMs: number
  /**
   * How long after a void an instruction could still reach the network, milliseconds. Must be well above the life of an
   * instruction (`INSTRUCTION_LIFE_MS`) and the clock skew: after that, "never heard of it" is an answer and final.
   */
  unknownIsFinalMs: number
}

/** The name by which the network knows an attempt: one attempt is never known under two. */
export function transferKey(refundId: string, attempt: number): string {
  return `${refundId}:${attempt}`
}

export type PaymentProgress = {
  /** Whether the network was asked about the present attempt or reversal already; false is always safe. */
  isRequested: boolean
  /** How long ago the last event that left something to be done was taken up, by a clock that all processes share; 0 is always safe. */
  sinceScheduledMs: number
}

export function nextStep(refund: RefundState, progress: PaymentProgress, now: Date, settings: StepSettings): NextStep {
  const { isRequested, sinceScheduledMs } = progress
  switch (refund.status) {
    case 'pending': {
      // The events' times are no measure for seconds: whoever wrote them may have a clock that is far off.
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
      // Nothing is instructed after a void, but an instruction from before it may still be on its way.
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
 * How long the network has been asked for what it is asked for now, milliseconds. The events' times are their writers' clocks: one
 * that is behind must not make a void look old, for then its instruction may still be on its way.
 */
export function outstandingForMs(refund: Refund, now: Date, sinceScheduledMs: number): number {
  const since = refund.voiding?.voided_at ?? refund.processing_since ?? refund.created_at
  return Math.min(now.getTime() - Date.parse(since), sinceScheduledMs)
}

/** Gaps after the first, second, … question that got no answer at all; the last one repeats. They cover a blink of the network and an outage of hours. */
const TIMEOUT_DELAYS_MS = [2_000, 5_000, 15_000, 60_000, 300_000, 3_600_000] as const

/** `asked`: questions since the last one that was answered, that one included, from 1. */
export function timeoutDelayMs(requests: number): number {
  return TIMEOUT_DELAYS_MS[Math.min(requests, TIMEOUT_DELAYS_MS.length) - 1] ?? TIMEOUT_DELAYS_MS[0]
}

/**
 * Gap after a question that reached nobody: the line or the gateway is down. It costs the network nothing, so its age does not matter
 * and the end of an outage is noticed soon; short of seconds, because everything under way asks at this pace meanwhile.
 */
export const UNREACHABLE_DELAY_MS = 10_000

/** The network is asked again after a tenth of the time it already took, within these bounds. */
const POLL_DELAY_MS_MIN = 1_000
const POLL_DELAY_MS_MAX = 3_600_000
/** A network that says "at once" again and again is not asked without a pause. */
const HINTED_DELAY_MS_MIN = 50

/**
 * When to look again at a transfer or reversal the network answered for but has not finished: when the network says, else
 * after a gap that grows with its age, so that a normal one is seen within seconds and a stuck one costs next to nothing.
 */
export function pollDelayMs(ageMs: number, hintMs: number | undefined): number {
  if (hintMs !== undefined) return Math.min(Math.max(hintMs, HINTED_DELAY_MS_MIN), POLL_DELAY_MS_MAX)
  return Math.min(Math.max(ageMs / 10, POLL_DELAY_MS_MIN), POLL_DELAY_MS_MAX)
}
