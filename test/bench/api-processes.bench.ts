import { setTimeout as delay } from 'node:timers/promises'
import { figure, round } from './figures.ts'
import { startWholeService, type WholeService } from './whole-service.ts'

export const name = 'CPU per refund request with one, two and three api processes'

const COUNTS = [1, 2, 3]
const OTHER_ROLES = ['projector', 'reactor', 'deliverer']
/** Refunds a second of each process. With few, what a process in use does by itself counts most: caches are renewed. */
const RATE_EACH = Number(process.env.BENCH_API_RATE ?? 30)
const SECONDS = Number(process.env.BENCH_API_SECONDS ?? 30)
const WARM_UP_S = 20
const REST_MS = 10_000

/** What they take at rest is left out: it grows with their number and not with the requests. */
export async function bench(): Promise<void> {
  let floor: number | undefined
  for (const count of COUNTS) {
    const rate = RATE_EACH * count
    const whole = await startWholeService([...Array.from({ length: count }, () => 'api'), ...OTHER_ROLES])
    try {
      await refunds(whole, rate, WARM_UP_S)
      const rest = await useOf(whole, () => delay(REST_MS))
      const atRest = rest.cpuMs / rest.seconds
      const { cpuMs, seconds } = await refunds(whole, rate, SECONDS)
      const each = (cpuMs - atRest * seconds) / (rate * SECONDS)
      floor ??= each
      const beside = `${round(each / floor, 2)} × one process, aim ≤ 1.1; at rest ${round(atRest)} ms/s`
      figure(`${count} api: ms of CPU a refund request at ${rate}/s`, round(each, 2), beside)
    } finally {
      await whole.stop()
    }
  }
}

async function refunds(whole: WholeService, rate: number, seconds: number) {
  const transactions = await whole.record(rate * seconds)
  await whole.untilDone()
  const use = await useOf(whole, () => whole.refunds(transactions, rate))
  await whole.untilDone()
  return use
}

/** The CPU of all api processes together while `work` runs, and how long that was: a busy machine is late. */
async function useOf(whole: WholeService, work: () => Promise<unknown>): Promise<{ cpuMs: number; seconds: number }> {
  const cpu = () =>
    whole
      .cpu()
      .filter(({ who }) => who === 'api')
      .reduce((sum, { total }) => sum + total, 0)
  const [before, from] = [cpu(), performance.now()]
  await work()
  return { cpuMs: (cpu() - before) * 1_000, seconds: (performance.now() - from) / 1_000 }
}
