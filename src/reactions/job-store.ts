import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { createBatcher } from '#concurrency/batcher.ts'
import { claimRows, type LeasedTable, lockHeldRows, renewLeases } from '#edge/postgres/leased-rows.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { customPlan, prepared } from '#edge/postgres/prepared.ts'
import type { Migration } from '#edge/postgres/schema.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'

/**
 * Jobs are rows with a due time. Runners of any number of processes claim due jobs under a lease, run and settle them.
 *
 * - All times are the database's: a process sends durations, so its own clock does not matter.
 * - `generation` counts the schedulings: a runner never drops what was scheduled while it worked.
 * - `fence` is the lease id of the claim: a runner that lost its lease changes nothing.
 * - `armed_at` is the last scheduling; `due_set_at` is when `due_at` was set.
 * - A done job is deleted. Older versions set `due_at` to `infinity` first, and left it when they died.
 */
export const jobMigrations: Migration[] = [
  {
    name: 'due-work-001',
    statements: [
      sql.unsafe`create table ops.due_work (
        queue text not null,
        id text not null,
        stream text not null,
        correlation_id text not null,
        causation_id text not null,
        due_at timestamptz not null,
        generation bigint not null default 0,
        fence bigint not null default 0,
        leased_until timestamptz,
        asked int not null default 0,
        failures int not null default 0,
        primary key (queue, id)
      ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000)`,
      sql.unsafe`create index due_work_due on ops.due_work (queue, due_at)`,
    ],
  },
  {
    name: 'due-work-002',
    statements: [
      sql.unsafe`alter table ops.due_work add column armed_at timestamptz not null default clock_timestamp()`,
    ],
  },
  {
    name: 'due-work-003',
    // Null in rows of the older version.
    statements: [sql.unsafe`alter table ops.due_work add column due_set_at timestamptz`],
  },
]

const jobTable: LeasedTable = {
  name: sql.fragment`ops.due_work`,
  id: { name: 'id', type: 'text' },
  queue: { name: 'queue', type: 'text' },
  isIdPerQueue: true,
  dueAt: 'due_at',
  lease: { name: 'fence', type: 'int8' },
  leasedUntil: 'leased_until',
}

/** The event that a job results from, and the cause of what the job records. */
const cause = { stream: z.string(), correlation_id: z.string(), causation_id: z.string() }

/** `id` identifies the job within its queue. `dueInMs` counts from the moment of storage. */
export const ScheduledJob = z.object({ ...cause, queue: z.string(), id: z.string(), dueInMs: z.number() })
export type ScheduledJob = z.infer<typeof ScheduledJob>

const JobRow = z.object({
  ...cause,
  queue: z.string(),
  id: z.string(),
  generation: z.number(),
  fence: z.number(),
  attempts: z.number(),
  failures: z.number(),
  armed_for_ms: z.number(),
})

const ClaimRow = z.object({
  claimed_at: z.string(),
  jobs: z.array(JobRow),
  due_in_ms: z.record(z.string(), z.number()),
})

/** `clock`: the database's, behind it by the latency of the claim. */
export type ClaimedJob = Omit<z.infer<typeof JobRow>, 'queue'> & { clock(): Date }
export type HeldJob = ClaimedJob & { queue: string }

/** `inMs`: null = done. The next claim returns `attempts` and `failures`. */
type Settlement = { claim: HeldJob; inMs: number | null; attempts: number; failures: number }

/** Above this the parameter arrays cost more than a second round trip. */
const BATCH_MAX = 500
/** Jobs that end within this time share a statement; a kill in it repeats them. */
const SETTLE_GATHER_MS = 25

const SettledRow = z.object({ queue: z.string(), id: z.string(), rearmed_in_ms: z.number().nullable() })

const msFromNow = (at: FragmentSqlToken) => sql.fragment`(extract(epoch from ${at} - clock_timestamp()) * 1000)::float8`

/** A scheduled job can only become due earlier. */
export async function scheduleJobs(tx: CommonQueryMethods, jobs: readonly ScheduledJob[]): Promise<void> {
  if (jobs.length === 0) return
  await tx.query(
    prepared(sql.unsafe`
    insert into ops.due_work as d (queue, id, stream, correlation_id, causation_id, due_at, armed_at, due_set_at)
    ${rowsOf(jobs)}
    on conflict (queue, id) do update set
      stream = excluded.stream, correlation_id = excluded.correlation_id, causation_id = excluded.causation_id,
      due_at = least(d.due_at, excluded.due_at), generation = d.generation + 1, asked = 0, failures = 0,
      armed_at = excluded.armed_at,
      due_set_at = case when d.due_at < excluded.due_at then d.due_set_at else excluded.due_set_at end`),
  )
}

/** Jobs in their queue stay as they are. Returns the scheduled ones. */
export async function scheduleMissingJobs(tx: CommonQueryMethods, jobs: readonly ScheduledJob[]) {
  if (jobs.length === 0) return []
  return tx.any(sql.type(ScheduledJob.pick({ queue: true, id: true }))`
    insert into ops.due_work as d (queue, id, stream, correlation_id, causation_id, due_at, armed_at, due_set_at)
    ${rowsOf(jobs)}
    on conflict (queue, id) do update set
      stream = excluded.stream, correlation_id = excluded.correlation_id, causation_id = excluded.causation_id,
      due_at = excluded.due_at,
      generation = d.generation + 1, asked = 0, failures = 0, armed_at = excluded.armed_at, due_set_at = excluded.due_set_at
    where d.due_at = 'infinity' and (d.leased_until is null or d.leased_until <= clock_timestamp())
    returning queue, id`)
}

/** The job is waiting or running. Done jobs of older versions may remain as rows. */
export const IS_OPEN_JOB = sql.fragment`(due_at < 'infinity' or leased_until > clock_timestamp())`

/** A smaller step may be two overlapping statements. */
const SET_BACK_MS_MIN = 5_000

/** Moves future jobs after the database's clock was set back, keeping their delay. Returns their number. */
export async function rescheduleAfterClockSetBack(db: CommonQueryMethods): Promise<number> {
  const { rowCount } = await db.query(sql.unsafe`
    with ahead as (
      select queue, id, clock_timestamp() as now from ops.due_work
      where due_at < 'infinity'
        and greatest(due_set_at, armed_at) > clock_timestamp() + ${SET_BACK_MS_MIN} * interval '1 millisecond'
      order by queue collate "C", id collate "C" for update
    )
    update ops.due_work d set
      due_at = case when d.due_set_at > ahead.now then ahead.now + (d.due_at - d.due_set_at) else d.due_at end,
      due_set_at = least(d.due_set_at, ahead.now), armed_at = least(d.armed_at, ahead.now)
    from ahead where d.queue = ahead.queue and d.id = ahead.id`)
  return rowCount
}

/** Every writer locks rows in the order of queue and id, so none deadlock. */
function rowsOf(jobs: readonly ScheduledJob[]) {
  return sql.fragment`
    select a.queue, a.id, a.stream, a.correlation_id, a.causation_id, c.now + a.due_in_ms * interval '1 millisecond', c.now, c.now
    from ${jobRows(earliestOfEach(jobs))}
      as a(queue, id, stream, correlation_id, causation_id, due_in_ms),
      (select clock_timestamp() as now offset 0) as c
    order by a.queue collate "C", a.id collate "C"`
}

export function jobRows(jobs: Iterable<ScheduledJob>) {
  const rows = Array.from(jobs, job => [
    ...[job.queue, job.id, job.stream, job.correlation_id, job.causation_id, job.dueInMs],
  ])
  return sql.unnest(rows, ['text', 'text', 'text', 'text', 'text', 'float8'])
}

function earliestOfEach(jobs: readonly ScheduledJob[]): ScheduledJob[] {
  const byKey = Map.groupBy(jobs, keyOf)
  return Array.from(byKey.values(), same => same.reduce((a, b) => (b.dueInMs < a.dueInMs ? b : a)))
}

/** `onRescheduled`: a job was scheduled while it ran, and is due again when it is settled. */
export function createJobStore(db: Database, onRescheduled: (job: Pick<ScheduledJob, 'queue' | 'dueInMs'>) => void) {
  /** Returns the keys of the settled jobs. */
  async function write(settlements: readonly Settlement[], ifLocked: 'wait' | 'skip'): Promise<Set<string>> {
    const rows = settlements.map(({ claim: { queue, id, fence, generation }, inMs, attempts, failures }) => [
      ...[queue, id, fence, generation, inMs, attempts, failures],
    ])
    const also = sql.fragment`, d.generation as current, d.due_at`
    const settled = await db.any(
      prepared(sql.type(SettledRow)`
      with o as (
        select o.* from ${sql.unnest(rows, ['text', 'text', 'int8', 'int8', 'float8', 'int4', 'int4'])}
          as o(queue, id, fence, generation, in_ms, asked, failures), ${customPlan}),
      held as (${lockHeldRows(jobTable, sql.fragment`true`, { also, ifLocked })}),
      done as (
        delete from ops.due_work d using held
        where d.queue = held.queue and d.id = held.id and held.in_ms is null and held.current = held.generation),
      later as (
        update ops.due_work d set
          leased_until = null,
          due_at = case when held.current = held.generation
            then clock_timestamp() + held.in_ms * interval '1 millisecond' else d.due_at end,
          due_set_at = case when held.current = held.generation then clock_timestamp() else d.due_set_at end,
          asked = case when held.current = held.generation then held.asked else d.asked end,
          failures = case when held.current = held.generation then held.failures else d.failures end
        from held where d.queue = held.queue and d.id = held.id
          and (held.in_ms is not null or held.current <> held.generation))
      select queue, id, case when current <> generation then ${msFromNow(sql.fragment`due_at`)} end as rearmed_in_ms
      from held`),
    )
    for (const { queue, rearmed_in_ms } of settled)
      if (rearmed_in_ms !== null) onRescheduled({ queue, dueInMs: rearmed_in_ms })
    return new Set(settled.map(keyOf))
  }

  /** A locked row, or an outcome that can't be stored, holds up the settlements of its own queue only. */
  const settleAlone = new Map<string, (settlement: Settlement) => Promise<void>>()
  const settle = createBatcher<Settlement, undefined | Promise<void>>(
    async settlements => {
      const settled = await write(settlements, 'skip').catch(() => new Set<string>())
      return settlements.map(settlement => {
        const { claim } = settlement
        if (settled.has(keyOf(claim))) return undefined
        const ofQueue =
          settleAlone.get(claim.queue) ??
          createBatcher(async alone => {
            await write(alone, 'wait')
            return alone.map(() => undefined)
          }, BATCH_MAX)
        settleAlone.set(claim.queue, ofQueue)
        return ofQueue(settlement)
      })
    },
    BATCH_MAX,
    SETTLE_GATHER_MS,
  )

  return {
    settle,
    /** Due jobs of each queue, up to its slots; and when the next one of each will be due. */
    async claim(queues: readonly { queue: string; slots: number }[], leaseMs: number) {
      const names = sql.array(
        queues.map(({ queue }) => queue),
        'text',
      )
      const { claimed_at, jobs, due_in_ms } = await db.one(
        prepared(sql.type(ClaimRow)`
        with ${claimRows(jobTable, { queues, within: sql.fragment`true`, leaseMs })},
        next as (
          select q.queue, n.due_at from unnest(${names}) as q(queue) cross join lateral (
            select due_at from ops.due_work
            where queue = q.queue and leased_until is null and due_at > statement_timestamp() and due_at < 'infinity'
            order by due_at limit 1) n)
        select clock_timestamp() as claimed_at,
          coalesce((select json_object_agg(queue, ${msFromNow(sql.fragment`due_at`)}) from next), '{}') as due_in_ms,
          coalesce((select json_agg(job) from (
            select queue, id, stream, correlation_id, causation_id, generation, fence, asked as attempts, failures,
              (extract(epoch from clock_timestamp() - armed_at) * 1000)::int8 as armed_for_ms
            from leased) job), '[]') as jobs`),
      )
      const clock = clockFrom(Date.parse(claimed_at))
      return {
        jobs: jobs.map((job): HeldJob => ({ ...job, clock })),
        dueInMs: new Map(Object.entries(due_in_ms)),
      }
    },
    renew: (claims: readonly HeldJob[], leaseMs: number) =>
      renewLeases(db, jobTable, {
        leases: claims.map(({ queue, id, fence }) => ({ queue, id, lease: fence })),
        ...{ within: sql.fragment`true`, leaseMs },
      }),
  }
}

/** Continues by the monotonic clock. */
function clockFrom(ms: number): () => Date {
  const since = performance.now()
  return () => new Date(ms + performance.now() - since)
}

function keyOf({ queue, id }: Pick<ScheduledJob, 'queue' | 'id'>): string {
  return `${queue} ${id}`
}

export function causeOf(event: Recorded<DomainEvent>) {
  return { stream: event.stream, correlation_id: event.metadata.correlation_id, causation_id: event.id }
}
