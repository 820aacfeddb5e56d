import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'
import { cpuSeconds } from '../harness/process-figures.ts'

/** A session that has nothing more to do reports its transactions after ten seconds. */
export const COUNTED_AFTER_MS = 11_000

export type Statement = { query: string; calls: number; plan_ms: number; run_ms: number; rows: number }

/** The embedded PostgreSQL with `pg_stat_statements`; who counts is in another database, so that it isn't counted. */
export async function startCountedPostgres(dataDir: string) {
  const first = await startEmbeddedPostgres({ dataDir })
  await once(first.url, "alter system set shared_preload_libraries = 'pg_stat_statements'")
  await first.stop()
  const postgres = await startEmbeddedPostgres({ dataDir, port: first.port })
  await once(postgres.url, 'create database counts')
  const counts = new Client(urlOf(postgres.url, { database: 'counts' }))
  await counts.connect()
  await counts.query('create extension pg_stat_statements')
  const postmaster = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  const rows = async (text: string, values: unknown[] = []) => (await counts.query(text, values)).rows

  return {
    url: postgres.url,
    cpu: () => cpuSeconds(postmaster),

    /** Another superuser of the same database, whose statements are counted by themselves. */
    async urlAs(user: string): Promise<string> {
      await counts.query(`create role ${user} superuser login password '${user}'`)
      return urlOf(postgres.url, { user })
    },

    /** Up to `COUNTED_AFTER_MS` behind. */
    async transactions(): Promise<number> {
      const [{ n }] = await rows(
        "select (xact_commit + xact_rollback)::float8 as n from pg_stat_database where datname = 'postgres'",
      )
      return n
    },

    /** Since the last `forget`, with each `begin` and `commit`; of one user. */
    async statements(user = 'postgres'): Promise<number> {
      const [{ n }] = await rows(
        `select coalesce(sum(calls), 0)::float8 as n from pg_stat_statements
          where userid = $1::regrole and dbid = (select oid from pg_database where datname = 'postgres')`,
        [user],
      )
      return n
    },

    forget: () => rows('select pg_stat_statements_reset()'),

    /** Planning is timed from now on, which costs some of the time itself. */
    async timePlanning(): Promise<void> {
      await counts.query('alter system set pg_stat_statements.track_planning = on')
      await counts.query('select pg_reload_conf()')
    },

    /** Since the last `forget`, those that took longest first. */
    top: (count: number): Promise<Statement[]> =>
      rows(
        `select regexp_replace(min(query), '\\s+', ' ', 'g') as query, sum(calls)::float8 as calls,
            sum(total_plan_time) as plan_ms, sum(total_exec_time) as run_ms, sum(rows)::float8 as rows
          from pg_stat_statements
          where userid = 'postgres'::regrole and dbid = (select oid from pg_database where datname = 'postgres')
          group by queryid order by sum(total_plan_time + total_exec_time) desc limit $1`,
        [count],
      ),

    async stop() {
      await counts.end()
      await postgres.stop()
    },
  }
}

async function once(url: string, text: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  await client.query(text)
  await client.end()
}

/** A role's password is its name. */
function urlOf(url: string, { database, user }: { database?: string; user?: string }): string {
  const of = new URL(url)
  if (database !== undefined) of.pathname = `/${database}`
  if (user !== undefined) [of.username, of.password] = [user, user]
  return of.href
}
