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
    const whole = await startWholeService([...Array.from({ length: count }, () => 'api'), ...OTHER_ROLES])
    try {
      const rate = RATE_EACH * count
      await used(whole, rate, WARM_UP_S)
      const atRest = await msPerSecond(whole, () => delay(REST_MS))
      const ms = (await used(whole, rate, SECONDS)) - atRest
      const each = ms / rate
      floor ??= each
      const beside = `${round(each / floor, 2)} × one process, aim ≤ 1.1; at rest ${round(atRest)} ms/s`
      figure(`${count} api: ms of CPU a refund request at ${rate}/s`, round(each, 2), beside)
    } finally {
      await whole.stop()
    }
  }
}

async function used(whole: WholeService, rate: number, seconds: number): Promise<number> {
  const transactions = await whole.record(rate * seconds)
  await whole.untilDone()
  const ms = await msPerSecond(whole, () => whole.refunds(transactions, rate))
  await whole.untilDone()
  return ms
}

/** Of all api processes together. */
async function msPerSecond(whole: WholeService, work: () => Promise<unknown>): Promise<number> {
  const cpu = () =>
    whole
      .cpu()
      .filter(({ who }) => who === 'api')
      .reduce((sum, { total }) => sum + total, 0)
  const [before, from] = [cpu(), performance.now()]
  await work()
  return ((cpu() - before) * 1_000_000) / (performance.now() - from)
}
