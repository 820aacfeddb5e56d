import { figure, round } from './figures.ts'
import { startWholeService, type WholeService } from './whole-service.ts'

export const name = 'refunds a second that all roles in one process keep up with'

const SECONDS = Number(process.env.BENCH_SUSTAINED_SECONDS ?? 60)
const LEAST = Number(process.env.BENCH_SUSTAINED_RATE ?? 20)
const GROWTH = 1.5
/** Between a rate that is kept up with and one that is not. */
const HALVINGS = 2
const LAG_MS_MAX = 5_000

/**
 * The highest rate at which, when the last request is answered, no consumer has an event, no queue a job and no
 * endpoint a delivery that waits for longer than 5 s, nor has a request waited so long. Growing rates, then halfway
 * between.
 */
export async function bench(): Promise<void> {
  const whole = await startWholeService()
  try {
    await keepsUp(whole, LEAST, 5)
    let kept = 0
    let rate = LEAST
    while (await keepsUp(whole, rate, SECONDS)) {
      kept = rate
      rate = Math.round(rate * GROWTH)
    }
    let tooMuch = rate
    for (let halving = 0; halving < HALVINGS && tooMuch - kept > 1; halving += 1) {
      const between = Math.round((kept + tooMuch) / 2)
      if (await keepsUp(whole, between, SECONDS)) kept = between
      else tooMuch = between
    }
    figure(
      `refunds/s for ${SECONDS} s, every lag ≤ ${LAG_MS_MAX / 1_000} s at the end`,
      String(kept),
      `${tooMuch}/s is too much`,
    )
  } finally {
    await whole.stop()
  }
}

/** Whether every lag is at most 5 s after so many seconds at that rate. Prints the longest ones. */
export async function keepsUp(whole: WholeService, rate: number, seconds: number): Promise<boolean> {
  const transactions = await whole.record(rate * seconds)
  await whole.untilDone()
  const lateMs = await whole.refunds(transactions, rate)
  const lags = [...(await whole.lags()), ['the last request', lateMs] as const]
  const longest = lags.toSorted(([, a], [, b]) => b - a).slice(0, 4)
  const beside = longest.map(([name, ms]) => `${name} ${round(ms / 1_000, 1)} s`).join(', ')
  figure(`  ${seconds} s at ${rate}/s`, `${round(longest[0]![1] / 1_000, 1)} s`, beside)
  await whole.untilDone()
  return longest[0]![1] <= LAG_MS_MAX
}
