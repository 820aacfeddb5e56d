import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectPostgres, type Database } from '#edge/postgres/pool.ts'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'
import { getRefundStatistics } from '#queries/refunds/get-refund-statistics.ts'
import { ListRefundsQuery, listRefunds } from '#queries/refunds/list-refunds.ts'
import { StatisticsQuery } from '#values/statistics-query.ts'
import { figure, median, percentile, round, timeOf } from './figures.ts'
import { CLIENT, generateRefunds } from './generated-refunds.ts'

export const name = 'statistics of refunds'

const ROWS = Number(process.env.BENCH_LIST_ROWS ?? 1_000_000)
const RUNS = 50
const ANSWERS = {
  'the 12 months': { since: '2025-01-01T00:00:00Z', until: '2026-01-01T00:00:00Z', step: 'month' },
  'the 365 days': { since: '2025-01-01T00:00:00Z', until: '2026-01-01T00:00:00Z', step: 'day' },
  '48 hours': { since: '2025-06-01T00:00:00Z', until: '2025-06-03T00:00:00Z', step: 'hour' },
  '41 days by the hour': { since: '2025-06-01T00:00:00Z', until: '2025-07-12T00:00:00Z', step: 'hour' },
} as const

export async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-statistics-'))
  const postgres = await startEmbeddedPostgres({ dataDir: folder })
  const db = await connectPostgres(postgres.url)
  try {
    await generateRefunds(db, ROWS)
    await print(db)
  } finally {
    await db.end()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** In turns, so that whatever else the machine does falls on all. */
async function print(db: Database): Promise<void> {
  const page = ListRefundsQuery.parse({})
  const floors: number[] = []
  const ms = Object.keys(ANSWERS).map((): number[] => [])
  for (let run = 0; run < RUNS; run += 1) {
    floors.push(await timeOf(listRefunds(db, CLIENT, page)))
    for (const [index, given] of Object.values(ANSWERS).entries())
      ms[index]!.push(await timeOf(getRefundStatistics(db, CLIENT, StatisticsQuery.parse(given))))
  }
  const floor = percentile(floors, 0.95)
  figure(`a page of the list of ${ROWS} refunds, p95 ms (floor)`, round(floor, 2), `median ${round(median(floors), 2)}`)
  for (const [index, what] of Object.keys(ANSWERS).entries()) {
    const p95 = percentile(ms[index]!, 0.95)
    const beside = `median ${round(median(ms[index]!), 2)}; ${round(p95 / floor, 1)} × the floor, aim ≤ 3 ×`
    figure(`statistics of ${what}, p95 ms`, round(p95, 2), beside)
  }
}
