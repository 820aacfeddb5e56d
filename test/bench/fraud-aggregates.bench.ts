import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'slonik'
import { z } from 'zod'
import { DAY_MS } from '#domain/fraud/history.ts'
import { profileStreams } from '#domain/fraud/profile/events.ts'
import { connectPostgres, type Database } from '#edge/postgres/pool.ts'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'
import { DEVICE_PERIOD_MS, deviceKey, merchantKey } from '#projections/fraud/aggregate-rows.ts'
import { velocityAggregates } from '#projections/fraud/velocity-aggregates.ts'
import { applyEvents } from '#projector/rows.ts'
import { findAggregates } from '../harness/find-aggregates.ts'
import { putEmptyTables } from '../projector/empty-tables.ts'
import { fraudLog } from '../queries/fraud-log.ts'
import { figure, median, percentile, perSecond, round, timed } from './figures.ts'

export const name = 'figures across users'

/** Each merchant has transactions in each of its hours: the busiest there can be. A row has 24 of them. */
const MERCHANTS = 1_000
const DAYS = Math.ceil(Number(process.env.BENCH_MERCHANT_HOURS ?? 1_000_000) / MERCHANTS / 24)
const TRANSACTIONS = 1_000_000
const DEVICES = 100_000
/** One in so many was reported as a fraud; of the last merchant so many more in the last 30 days. */
const REPORTED_EVERY = 100
const COMPROMISED = 2_000
/** Users of the last device. */
const PUBLIC = 100_000
const QUERIES = 2_000
const IN_FLIGHT = 16
/** As the projector takes them when there is a backlog. */
const BATCH = 2_000
const BATCHES = 25

const AT = Date.UTC(2026, 5, 15, 12, 30)
const CLIENT = 'clt_1'
const NOBODY = '00000000-0000-0000-0000-000000000000'

const merchant = (n: number) => `merchant ${n}`
const device = (n: number) => `device ${n}`
const pick = (index: number, of: number) => (index * 7_919) % of

export async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fraud-figures-'))
  const postgres = await startEmbeddedPostgres({ dataDir: folder })
  const db = await connectPostgres(postgres.url)
  try {
    await putEmptyTables(db)
    await fill(db)
    const all = await db.oneFirst(
      sql.type(z.object({ rows: z.int() }))`select count(*) as rows from read.fraud_figures`,
    )
    console.log(`${MERCHANTS * DAYS * 24} merchant hours among ${all} rows`)
    await figures(db)
    await applying(db)
  } finally {
    await db.end()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function figures(db: Database): Promise<void> {
  const ask = (index: number, more: { merchant?: string; device?: string } = {}) =>
    findAggregates(
      { db },
      {
        ...{ client_id: CLIENT, user_id: `user ${pick(index, DEVICES)}`, at: AT - pick(index, DAY_MS) },
        merchant: merchant(pick(index, MERCHANTS - 1)),
        device: device(pick(index, DEVICES - 1)),
        ...more,
      },
    )
  const bare = () => db.one(sql.type(z.object({ one: z.int() }))`select 1 as one`)
  const rounds: [string, (index: number) => Promise<unknown>][] = [
    ['select 1 (floor)', bare],
    ['of a merchant that is busy every hour', ask],
    ['of one that has no rows', index => ask(index, { merchant: `unheard of ${index}` })],
    [`of one with ${COMPROMISED} frauds in 30 days`, index => ask(index, { merchant: merchant(MERCHANTS - 1) })],
    [`with a device of ${PUBLIC} users`, index => ask(index, { device: device(DEVICES - 1) })],
  ]
  for (const [what, job] of rounds) {
    await timed(200, 1, job)
    const { each } = await timed(QUERIES, 1, job)
    figure(`${what}, ms`, round(median(each), 2), `p95 ${round(percentile(each, 0.95), 2)}`)
  }
  for (const [what, job] of rounds.slice(0, 2)) {
    const { ms, each } = await timed(QUERIES * 2, IN_FLIGHT, job)
    const figures = `p95 ${round(percentile(each, 0.95), 1)} ms`
    figure(`${what}, ${IN_FLIGHT} at a time, answers/s`, round(perSecond(QUERIES * 2, ms)), figures)
  }
}

/** What the projector does with a batch, beside a write of as many bare rows. */
async function applying(db: Database): Promise<void> {
  const log = fraudLog()
  const events = Array.from({ length: BATCH * BATCHES }, (_, n) =>
    log.told({
      ...{ tx: `tx ${n}`, user: `user ${pick(n, DEVICES)}`, at: AT + n * 50, has_entered: true },
      ...{ merchant: merchant(pick(n, MERCHANTS)), device: device(pick(n, DEVICES)) },
    }),
  )
  await db.query(sql.unsafe`create table bare (id text primary key, n integer)`)
  const bare = await timed(BATCHES, 1, async index => {
    const rows = events.slice(index * BATCH, (index + 1) * BATCH).map(({ id }, n) => [id + index, n])
    await db.query(sql.unsafe`insert into bare select * from ${sql.unnest(rows, ['text', 'int4'])}`)
  })
  const applied = await timed(BATCHES, 1, index =>
    db.transaction(async tx => {
      await applyEvents(tx, 'read', velocityAggregates, events.slice(index * BATCH, (index + 1) * BATCH))
    }),
  )
  figure('writing bare rows, rows/s (floor)', round(perSecond(events.length, bare.ms)))
  figure('applying events of profiles, 3 rows each, events/s', round(perSecond(events.length, applied.ms)))
}

/** Rows as the read model writes them, hour after hour. */
async function fill(db: Database): Promise<void> {
  const keys = (count: number, of: (n: number) => string) =>
    sql.array(
      Array.from({ length: count }, (_, n) => of(n)),
      'uuid',
    )
  const merchants = keys(MERCHANTS, n => merchantKey(CLIENT, merchant(n)))
  const devices = keys(DEVICES, n => deviceKey(CLIENT, device(n)))
  const users = keys(DEVICES, n => profileStreams.id(CLIENT, `user ${n}`))
  const today = Math.floor(AT / DAY_MS)
  const hours = sql.fragment`array(select 3 * n from generate_series(1, 24) as n)`
  const period = Math.floor(AT / DEVICE_PERIOD_MS)
  await db.query(sql.unsafe`
    insert into read.fraud_figures (about, period, seen_by, transactions, base_minor)
    select merchant, ${today}::int - days, ${NOBODY}::uuid, ${hours}, ${hours}
    from generate_series(${DAYS - 1}::int, 0, -1) as days cross join unnest(${merchants}) as merchant`)
  await db.query(sql.unsafe`
    insert into read.fraud_figures (about, period, seen_by, first_seen, last_seen)
    select device, ${period}::int - ago, users.id, ${AT - 40 * DAY_MS}::bigint, ${AT - DAY_MS}::bigint
    from unnest(${devices}, ${users}) as users(device, id) cross join generate_series(0, 1) as ago`)
  await db.query(sql.unsafe`
    insert into read.fraud_figures (about, period, seen_by, first_seen, last_seen)
    select ${deviceKey(CLIENT, device(DEVICES - 1))}::uuid, ${period}::int, gen_random_uuid(), ${AT - 2 * DAY_MS}::bigint, ${AT - DAY_MS}::bigint
    from generate_series(1, ${PUBLIC}::int)`)
  await db.query(sql.unsafe`
    insert into read.fraud_figures (about, period, seen_by, profile, merchant, reported_at)
    select gen_random_uuid(), 0, ${NOBODY}::uuid, (${users}::uuid[])[1 + n % ${DEVICES}::int], (${merchants}::uuid[])[1 + n % ${MERCHANTS}::int],
      case when n / ${MERCHANTS}::int % ${REPORTED_EVERY}::int = 0 then ${AT}::bigint - (n::bigint * 86400) end
    from generate_series(1, ${TRANSACTIONS}::int) as n`)
  await db.query(sql.unsafe`
    insert into read.fraud_figures (about, period, seen_by, merchant, profile, reported_at)
    select gen_random_uuid(), 0, ${NOBODY}::uuid, ${merchantKey(CLIENT, merchant(MERCHANTS - 1))}::uuid, gen_random_uuid(), ${AT - 2 * DAY_MS}::bigint - n * 1000
    from generate_series(1, ${COMPROMISED}::int) as n`)
  await db.query(sql.unsafe`
    insert into read.fraud_figures (about, period, seen_by, transaction_key, known_at)
    select gen_random_uuid(), 0, ${NOBODY}::uuid, about, reported_at from read.fraud_figures where reported_at is not null`)
  await db.query(sql.unsafe`vacuum analyze read.fraud_figures`)
}
