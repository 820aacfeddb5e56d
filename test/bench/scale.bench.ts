import { cpus } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { type Demand, demandsOf, inOneProcess, saturationOf, threadSaturation, type Used } from './demand.ts'
import { figure, round } from './figures.ts'
import { keepsUp } from './sustained.bench.ts'
import { ALL_ROLES, type Share, startWholeService, type WholeService } from './whole-service.ts'

export const name = 'scale: the rate of refunds that saturates, predicted and measured'

/** Refunds a second, well below saturation. The two forms of the prediction are measured beyond them. */
const RATES = (process.env.BENCH_SCALE_RATES ?? '30,60,90').split(',').map(Number)
const SECONDS = Number(process.env.BENCH_SCALE_SECONDS ?? 60)
const STEADY_AFTER_S = 5
const STEADY_S = 20
const WARM_UP_S = 10
const ROLES = ALL_ROLES.split(',')
/** The first rate that is tried, as a part of the predicted one; then up or down by the step until the side changes. */
const FIRST = 0.9
const STEP = 1.15
const STEPS_MAX = 5
const CORES = cpus().length

export async function bench(): Promise<void> {
  const apart = await startWholeService(ROLES)
  let demands: Demand[]
  let measured: number
  try {
    await run(apart, RATES[0]!, WARM_UP_S)
    const used: Used[] = []
    for (const rate of RATES) used.push({ rate, shares: await useAt(apart, rate) })
    print(used)
    demands = demandsOf(used)
    for (const { who, total, thread } of demands)
      figure(
        `${who}, ms of CPU a refund`,
        round(total.each, 2),
        `and ${round(total.fixed)} ms/s${thread === null ? '' : `; its thread is full at ${round(threadSaturation({ who, total, thread })[0]!.rate)}/s`}`,
      )
    measured = await saturates(apart, saturationOf(demands, CORES).rate)
  } finally {
    await apart.stop()
  }
  compare('a process for each role', demands, measured)

  const roles = demands.filter(({ who }) => ROLES.includes(who))
  const others = demands.filter(({ who }) => !ROLES.includes(who))
  const together = [inOneProcess('the service', roles), ...others]
  const whole = await startWholeService()
  try {
    await run(whole, RATES[0]!, WARM_UP_S)
    compare('all roles in one process', together, await saturates(whole, saturationOf(together, CORES).rate))
  } finally {
    await whole.stop()
  }
}

function compare(form: string, parts: readonly Demand[], measured: number): void {
  const { who, rate } = saturationOf(parts, CORES)
  const off = rate / measured - 1
  figure(`${form}: refunds/s predicted`, round(rate), `${who} first`)
  figure(`${form}: refunds/s measured`, round(measured), `the prediction is ${round(off * 100)} % off, aim ≤ 15 %`)
}

async function run(whole: WholeService, rate: number, seconds: number): Promise<void> {
  await whole.refunds(await whole.record(rate * seconds), rate)
  await whole.untilDone()
}

/** Milliseconds of CPU a second while refunds come at that rate. */
async function useAt(whole: WholeService, rate: number): Promise<Share[]> {
  const transactions = await whole.record(rate * (STEADY_AFTER_S + STEADY_S))
  await whole.untilDone()
  const load = whole.refunds(transactions, rate)
  await delay(STEADY_AFTER_S * 1_000)
  const [before, started] = [whole.shares(), performance.now()]
  await load
  const seconds = (performance.now() - started) / 1_000
  const perSecond = (now: number, then: number) => ((now - then) * 1_000) / seconds
  const shares = whole.shares().map(({ who, total, thread }, part) => ({
    who,
    total: perSecond(total, before[part]!.total),
    thread: thread === null ? null : perSecond(thread, before[part]!.thread!),
  }))
  await whole.untilDone()
  return shares
}

function print(used: readonly Used[]): void {
  for (const { rate, shares } of used)
    for (const { who, total, thread } of shares)
      figure(
        `  ${rate}/s: ${who}`,
        `${round(total)} ms/s`,
        thread === null ? '' : `${round(thread)} ms/s of them its main thread`,
      )
}

/** Between the highest rate that is kept up with and the lowest that is not. */
async function saturates(whole: WholeService, predicted: number): Promise<number> {
  let rate = Math.round(predicted * FIRST)
  const first = await keepsUp(whole, rate, SECONDS)
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const next = Math.round(first ? rate * STEP : rate / STEP)
    if ((await keepsUp(whole, next, SECONDS)) !== first) return Math.sqrt(rate * next)
    rate = next
  }
  return rate
}
