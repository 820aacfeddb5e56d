import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import { refunds as refundFamily } from '#domain/refunds/decider.ts'
import { connectPostgres, type Database } from '#edge/postgres/pool.ts'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'
import type { EventStore } from '#event-sourcing/event-store.ts'
import { createExecute } from '#event-sourcing/execute.ts'
import { historyOf } from '#projections/audit/history.ts'
import { refundHistoryView } from '#projections/refunds/history-view.ts'
import { refunds } from '#projections/refunds/refunds.ts'
import { buildReadModel } from '#projector/build.ts'
import { startProjector } from '#projector/projector.ts'
import { ListRefundsQuery, listRefunds } from '#queries/refunds/list-refunds.ts'
import { requestedData } from '../domain/refunds/samples.ts'
import { runningStores } from '../projector/running-stores.ts'
import { figure, median, percentile, perSecond, round, timeOf } from './figures.ts'
import { CLIENT, generateRefunds, REFUNDS_PER_USER } from './generated-refunds.ts'

export const name = 'read models'

/** Three events each: requested, processing, completed. */
const REFUNDS = Number(process.env.BENCH_REFUNDS ?? 20_000)
/** Refunds under way at the same time: so far apart are the events of one refund in the log. */
const UNDER_WAY = 500
const IN_FLIGHT = 64
const ROUNDS = 5
const LAGS = 200

/** Lists are to take the same time, within a factor of 2, however many refunds there are. */
const ROWS = [1_000, 100_000, Number(process.env.BENCH_LIST_ROWS ?? 1_000_000)]
const QUERIES = 300

const history = historyOf([refundHistoryView])

export async function bench(): Promise<void> {
  await rebuilds()
  await lists()
}

async function rebuilds(): Promise<void> {
  const stores = await runningStores()
  try {
    const { store, db } = stores
    await fill(store)
    await lag(stores)
    const never = new AbortController().signal
    const rates: Record<string, number[]> = { floor: [], refunds: [], history: [] }
    for (let run = 0; run < ROUNDS; run += 1) {
      rates.floor!.push(await readWithNoWork(store))
      for (const projection of [refunds, history]) {
        const built = await buildReadModel({ store, db, leaders: stores.leaders }, projection, never)
        if (built === 'taken') throw new Error('someone else is building')
        rates[projection.name]!.push(built.events / built.seconds)
      }
    }
    const floor = median(rates.floor!)
    figure(`reading ${3 * REFUNDS} events with no work, events/s (floor)`, round(floor), spread(rates.floor!))
    for (const { name } of [refunds, history]) {
      const rate = median(rates[name]!)
      figure(
        `rebuild of ${name}, events/s`,
        round(rate),
        `${round((rate / floor) * 100)} % of the floor; ${spread(rates[name]!)}`,
      )
    }
  } finally {
    await stores.stop()
  }
}

/** From the acknowledged append of a new refund to the list that shows it, with a projector that is up to date. */
async function lag(stores: Awaited<ReturnType<typeof runningStores>>): Promise<void> {
  const { store, db } = stores
  const execute = createExecute(store)
  const projector = startProjector(stores.deps(), [refunds, history])
  while (!projector.health().ok) await delay(50)
  const ms: number[] = []
  for (let number = 0; number < LAGS; number += 1) {
    const beneficiary = { ...requestedData.beneficiary, user_id: `lag_${number}` }
    const id = `rf_lag_${String(number).padStart(8, '0')}`
    const command = { type: 'request' as const, data: { ...requestedData, beneficiary } }
    await execute.run(refundFamily, id, command, context(id, 0), { expectNoStream: true })
    const started = performance.now()
    const query = ListRefundsQuery.parse({ user_id: beneficiary.user_id })
    while ((await listRefunds(db, requestedData.client_id, query)).data.length === 0);
    ms.push(performance.now() - started)
  }
  await projector.stop()
  figure('from an acknowledged request to the list, ms', round(median(ms), 1), `p99 ${round(percentile(ms, 0.99), 1)}`)
}

function context(id: string, step: number) {
  return {
    actor: { sub: 'usr_1', client_id: 'clt_1', role: 'integrator', ip: '127.0.0.1' },
    request_id: 'req_1',
    command_id: `${id}/${step}`,
    correlation_id: 'req_1',
    causation_id: null,
    now: new Date(Date.UTC(2026, 0, 1) + Number(id.slice(-8)) * 1_000 + step * 7_000),
  }
}

function spread(rates: number[]): string {
  return `${round(Math.min(...rates))} to ${round(Math.max(...rates))}`
}

async function fill(store: EventStore): Promise<void> {
  const execute = createExecute(store)
  const commands = (number: number) => {
    const beneficiary = { ...requestedData.beneficiary, user_id: `user_${Math.floor(number / REFUNDS_PER_USER)}` }
    return [
      { type: 'request' as const, data: { ...requestedData, beneficiary } },
      { type: 'start_processing' as const, attempt: 0 },
      { type: 'complete' as const, attempt: 0, reference: 'NET-1' },
    ]
  }
  for (let first = 0; first < REFUNDS; first += UNDER_WAY)
    for (let step = 0; step < 3; step += 1)
      for (let group = first; group < first + UNDER_WAY; group += IN_FLIGHT)
        await Promise.all(
          Array.from({ length: Math.min(IN_FLIGHT, first + UNDER_WAY - group) }, (_, index) => {
            const id = `rf_${String(group + index).padStart(8, '0')}`
            const command = commands(group + index)[step]!
            return execute.run(refundFamily, id, command, context(id, step), { expectNoStream: step === 0 })
          }),
        )
}

async function readWithNoWork(store: EventStore): Promise<number> {
  const over = new AbortController()
  const started = performance.now()
  let events = 0
  await store.subscribe({
    prefixes: [...refunds.prefixes],
    from: null,
    signal: over.signal,
    async handle(batch) {
      events += batch.events.length
    },
    onCaughtUp: () => over.abort(),
  })
  return perSecond(events, performance.now() - started)
}

const FILTERS: Record<string, Record<string, string>> = {
  'no filter': {},
  status: { status: 'failed' },
  user: { user_id: 'user_7' },
  'status and whole days': { status: 'completed', date_from: '2025-03-05', date_to: '2025-10-20' },
  'dates that cut hours': { date_from: '2025-03-05T10:20:30.400Z', date_to: '2025-10-20T21:43:01.002Z' },
  transaction: { transaction_id: 'tx_7' },
  case: { case_id: 'case_7' },
  currency: { currency: 'USD' },
  reason: { reason: 'duplicate' },
  'amounts of a currency': { currency: 'USD', amount_min: '2', amount_max: '5' },
  'the largest of a currency': { currency: 'USD', sort: 'amount' },
  'user, status and dates': { user_id: 'user_7', status: 'completed', date_from: '2025-03-05', date_to: '2025-10-20' },
}

async function lists(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-lists-'))
  const postgres = await startEmbeddedPostgres({ dataDir: folder })
  const server = await connectPostgres(postgres.url)
  const databases: Database[] = []
  try {
    for (const rows of ROWS) {
      await server.query(sql.unsafe`create database ${sql.identifier([`rows_${rows}`])}`)
      const db = await connectPostgres(postgres.url.replace(/postgres$/, `rows_${rows}`))
      databases.push(db)
      await generateRefunds(db, rows)
    }
    for (const [filter, given] of Object.entries(FILTERS)) {
      const query = ListRefundsQuery.parse(given)
      const ms = ROWS.map((): number[] => [])
      // In turns, so that whatever else the machine does falls on all.
      for (let run = 0; run < QUERIES; run += 1)
        for (const [index, db] of databases.entries()) ms[index]!.push(await timeOf(listRefunds(db, CLIENT, query)))
      const p95 = ms.map(times => percentile(times, 0.95))
      for (const [index, rows] of ROWS.entries()) {
        const beside = index === 0 ? '' : `; ${round(p95[index]! / p95[0]!, 2)} × that of ${ROWS[0]}`
        const value = round(p95[index]!, 2)
        figure(
          `first page, ${filter}: ${rows} refunds, p95 ms`,
          value,
          `median ${round(median(ms[index]!), 2)}${beside}`,
        )
      }
    }
  } finally {
    for (const db of databases) await db.end()
    await server.end()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
