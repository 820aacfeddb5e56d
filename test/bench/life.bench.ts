import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import { startEmbeddedEventStore } from '#embedded/eventstore/spawn.ts'
import { cpuSeconds } from '../harness/process-figures.ts'
import type { SampleTransaction } from '../harness/samples.ts'
import { COUNTED_AFTER_MS } from './counted-postgres.ts'
import { type BesideFloor, costBesideFloor, figure, round, timed } from './figures.ts'
import { ALL_ROLES, cpuBetween, startWholeService, type WholeService } from './whole-service.ts'

export const name = "a refund's whole life"

const SECONDS = Number(process.env.BENCH_LIFE_SECONDS ?? 15)
/** How long what everything costs while nothing happens is measured. */
const REST_S = Number(process.env.BENCH_LIFE_REST_SECONDS ?? 10)
/** So many of the statements that take PostgreSQL longest are printed, planning apart, which costs time of its own. */
const STATEMENTS = Number(process.env.BENCH_LIFE_STATEMENTS ?? 0)
const WARM_UP_REFUNDS = 500
const BUSY_HOUR = 100
/** RefundReserved, RefundRequested, RefundProcessingStarted, RefundCompleted. */
const APPENDS_EACH = 4
const BARE_APPENDS = 4_000
const CONNECTIONS = 16

/** Refunds a second: batches are of one event at the least of them, and grow with the rate. */
const FORMS = [
  { form: 'all roles in one process', roles: [ALL_ROLES], rates: [10, 30, BUSY_HOUR] },
  { form: 'a process for each role', roles: ALL_ROLES.split(','), rates: [BUSY_HOUR] },
]
const ONLY_RATES = process.env.BENCH_LIFE_RATES?.split(',').map(Number)
const AIMS_MS: Record<number, number> = { 10: 25, 30: 15, 100: 10 }

/**
 * CPU time of everything that a refund causes, from the request until every consumer has taken its last event, in every
 * process that has a part in it. What the same processes take at rest is printed beside it and not taken off.
 */
export async function bench(): Promise<void> {
  const floor = await bareAppends()
  figure('the four appends of a refund alone, client and node (floor)', `${round(floor, 2)} ms`, 'CPU')
  for (const { form, roles, rates } of FORMS) {
    const wanted = rates.filter(rate => ONLY_RATES?.includes(rate) ?? true)
    if (wanted.length === 0) continue
    const whole = await startWholeService(roles)
    try {
      if (STATEMENTS > 0) await whole.postgres.timePlanning()
      await warmUp(whole)
      for (const rate of wanted) await print(whole, rate, form)
    } finally {
      await whole.stop()
    }
  }
}

/**
 * CPU of one refund's life at 100/s, all roles in one process, and its floor; milliseconds. Once with everything
 * counted, once with what the same processes take at rest taken off.
 */
export async function lifeBesideFloor(rounds: number, seconds = 6) {
  const whole = await startWholeService()
  try {
    await warmUp(whole)
    const rest = sumOf((await whole.rest(REST_S)).cpu)
    const counted: BesideFloor[] = []
    const withoutRest: BesideFloor[] = []
    for (let run = 0; run < rounds; run += 1) {
      const floor = await bareAppends()
      const transactions = await whole.record(BUSY_HOUR * seconds)
      await whole.untilDone()
      const started = performance.now()
      const life = sumOf(await lives(whole, BUSY_HOUR, transactions))
      const resting = (rest * (performance.now() - started)) / 1_000 / transactions.length
      counted.push(costBesideFloor(life, floor))
      withoutRest.push(costBesideFloor(life - resting, floor))
    }
    return { counted, withoutRest }
  } finally {
    await whole.stop()
  }
}

async function print(whole: WholeService, rate: number, form: string): Promise<void> {
  const refunds = rate * SECONDS
  const transactions = await whole.record(refunds)
  await whole.untilDone()
  const { postgres } = whole
  const rest = await whole.rest(REST_S)
  const before = await whole.transactions()
  await postgres.forget()
  const started = performance.now()
  const life = await lives(whole, rate, transactions)
  const statements = await postgres.statements()
  const top = STATEMENTS > 0 ? await postgres.top(STATEMENTS) : []
  const seconds = (performance.now() - started) / 1_000
  await delay(COUNTED_AFTER_MS)
  const after = await whole.transactions()
  const counted = after - before - (rest.transactions * COUNTED_AFTER_MS) / 1_000

  const aim = AIMS_MS[rate] === undefined || form !== FORMS[0]!.form ? '' : `aim ≤ ${AIMS_MS[rate]} ms`
  figure(`CPU of one refund's life at ${rate}/s, ${form}`, `${round(sumOf(life), 2)} ms`, aim)
  for (const [index, { who, ms }] of life.entries())
    figure(`  ${who}`, `${round(ms, 2)} ms`, `at rest ${round(rest.cpu[index]!.ms)} ms/s`)
  figure(
    `  the same, rest of ${round(seconds)} s taken off`,
    `${round(sumOf(life) - (sumOf(rest.cpu) * seconds) / refunds, 2)} ms`,
  )
  if (whole.repeated() > 0) figure('  requests sent again after 503', String(whole.repeated()))
  const beside = (perSecond: number) => `at rest ${round(perSecond, 1)}/s`
  figure('  PostgreSQL transactions', round(counted / refunds, 1), beside(rest.transactions))
  figure('  PostgreSQL statements', round(statements / refunds, 1), beside(rest.statements))
  for (const { query, calls, plan_ms, run_ms, rows } of top) {
    const [each, times] = [(plan_ms + run_ms) / refunds, calls / refunds]
    console.log(
      `    ${round(each, 3)} ms (${round(plan_ms / refunds, 3)} planning), ${round(times, 2)} calls, ${round(rows / refunds, 2)} rows a refund: ${query}`,
    )
  }
}

/** CPU milliseconds of a refund by process. */
async function lives(whole: WholeService, rate: number, transactions: SampleTransaction[]) {
  await whole.countDeliveriesAnew()
  const before = whole.cpu()
  await whole.refunds(transactions, rate)
  await whole.untilDelivered(transactions.length)
  const spent = cpuBetween(before, await whole.untilDone())
  return spent.map(({ who, ms }) => ({ who, ms: ms / transactions.length }))
}

async function warmUp(whole: WholeService): Promise<void> {
  await whole.refunds(await whole.record(WARM_UP_REFUNDS), BUSY_HOUR)
  await whole.untilDelivered(WARM_UP_REFUNDS)
  await whole.untilDone()
}

const sumOf = (spent: { ms: number }[]) => spent.reduce((sum, { ms }) => sum + ms, 0)

/** Milliseconds of CPU. */
async function bareAppends(): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-life-'))
  const node = await startEmbeddedEventStore({ dataDir })
  const client = EventStoreDBClient.connectionString(node.url)
  const append = () =>
    client.appendToStream(`bench-${randomUUID()}`, jsonEvent({ type: 'Happened', data: { text: 'x'.repeat(900) } }))
  await timed(BARE_APPENDS, CONNECTIONS, append)
  const before = cpuSeconds(node.pid) * 1_000
  const own = process.cpuUsage()
  await timed(BARE_APPENDS, CONNECTIONS, append)
  const { user, system } = process.cpuUsage(own)
  const spent = cpuSeconds(node.pid) * 1_000 - before + (user + system) / 1_000
  await client.dispose()
  await node.stop()
  rmSync(dataDir, { recursive: true, force: true })
  return (spent / BARE_APPENDS) * APPENDS_EACH
}
