import { sql } from 'slonik'
import { withoutTimeLimit } from '#edge/postgres/connection-watchdog.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { bucketOf } from '#values/duration-histogram.ts'
import { putEmptyTables } from '../projector/empty-tables.ts'

export const CLIENT = 'clt_1'
export const REFUNDS_PER_USER = 20

/** Completions within half a minute to ten, as a histogram keeps them. */
const COMPLETION_BUCKETS_MS = [...new Set(Array.from({ length: 24 }, (_, n) => bucketOf(30_000 + n * 25_000)))]

/** One client's refunds over the year 2025, straight into the tables, counters included. */
export async function generateRefunds(db: Database, rows: number): Promise<void> {
  await putEmptyTables(db)
  await db.transaction(async session => {
    await session.query(withoutTimeLimit)
    await session.query(sql.unsafe`
      insert into read.refunds
      select 'rf_' || md5(n::text), ${CLIENT}, 'user_' || n / ${REFUNDS_PER_USER}, 'tx_' || n, md5(n::text),
        (array['completed', 'completed', 'completed', 'completed', 'failed', 'cancelled', 'voided', 'processing'])[1 + n % 8],
        100 + n, (100 + n) / 100.0, (array['EUR', 'EUR', 'EUR', 'USD'])[1 + n % 4], (array['confirmed_fraud', 'duplicate'])[1 + n % 2],
        'case_' || n / 10, false, at, at, null, null, 'held', at, null, 2
      from generate_series(0, ${rows}::int - 1) as n,
        lateral (select timestamptz '2025-01-01Z' + n * (interval '365 days' / ${rows}::int) as at) as t`)
    await session.query(sql.unsafe`
      insert into read.refund_counts
      select client_id, period, date_trunc(period, created_at, 'UTC'), status, count(*)
      from read.refunds cross join unnest(array['month', 'day', 'hour']) as period group by 1, 2, 3, 4`)
    await session.query(sql.unsafe`
      insert into read.refund_user_counts select client_id, user_id, status, count(*) from read.refunds group by 1, 2, 3`)
    await session.query(sql.unsafe`
      insert into read.refund_statistics
      select client_id, period, date_trunc(period, created_at, 'UTC'), status, currency, 0, count(*), sum(amount_minor)
      from read.refunds cross join unnest(array['month', 'day', 'hour']) as period group by 1, 2, 3, 4, 5
      union all
      select client_id, period, date_trunc(period, created_at, 'UTC'), status, '', bucket_ms, count(*), 0
      from read.refunds cross join unnest(array['month', 'day', 'hour']) as period, lateral (
        select (${sql.array(COMPLETION_BUCKETS_MS, 'int8')})[1 + amount_minor % ${COMPLETION_BUCKETS_MS.length}] as bucket_ms) as took
      where status = 'completed' group by 1, 2, 3, 4, 6`)
  })
  await db.query(sql.unsafe`vacuum analyze`)
}
