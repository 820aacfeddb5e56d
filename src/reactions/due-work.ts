import { sql } from 'slonik'
import { z } from 'zod'
import type { DomainEvent, Recorded } from '#decider.ts'
import type { Database } from '#edge/postgres/pool.ts'
import type { Migration } from '#edge/postgres/schema.ts'
import { gather } from './gather.ts'

/**
 * Work that is owed at a time, as rows: one per subject. Events arm it, runners of any number of processes claim what is due
 * under a lease, do one step and settle it: later again, or never.
 *
 * - `generation` counts the armings: a runner never drops what was armed while it worked.
 * - `fence` counts the claims: a runner whose lease was taken over changes nothing any more.
 * - `armed_at` is the last arming by the database's clock, which is one for all processes.
 * - A row that is done gets `infinity` first and goes then: an arming in between brings it back.
 */
export const dueWorkMigrations: Migration[] = [
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
]

/** The event that made the work due: whatever comes of it names it as its cause. */
export type Cause = { stream: string; correlation_id: string; causation_id: string }

/** `id` names the subject within its queue. */
export type Arming = Cause & { id: string; dueAt: Date }

export type Claimed = Cause & {
  id: string
  generation: number
  fence: number
  asked: number
  failures: number
  /** How long before the claim it was armed for the last time. */
  armed_for_ms: number
}

/** What became of a claim: `at` null = nothing is owed any more. `asked` and `failures` come back with the next claim. */
type Settlement = { claim: Claimed; at: Date | null; asked: number; failures: number }

export type DueWork = {
  /** Resolves when the work is stored. Arming what is armed already brings it forward, never back. */
  arm(arming: Arming): Promise<void>
  claim(now: Date, max: number, leaseMs: number): Promise<Claimed[]>
  /** Lengthens the leases that are still held; what was settled meanwhile stays settled. */
  renew(claims: Claimed[], leaseMs: number): Promise<void>
  /** Resolves when the outcome is stored. */
  settle(settlement: Settlement): Promise<void>
  /** When the next row that nobody holds is due. */
  nextDue(): Promise<Date | null>
}

/** Rows per statement; above this the parameter arrays cost more than a second round trip. */
const BATCH_MAX = 500

const ClaimedRow = z.object({
  id: z.string(),
  stream: z.string(),
  correlation_id: z.string(),
  causation_id: z.string(),
  generation: z.number(),
  fence: z.number(),
  asked: z.number(),
  failures: z.number(),
  armed_for_ms: z.number(),
})
const DueRow = z.object({ due_at: z.string() })
const SettledRow = z.object({ rearmed_for: z.string().nullable() })

/** `onRearmed` is told of work that was armed while it was held: it is due again as soon as it is let go. */
export function createDueWork(db: Database, queue: string, onRearmed: (dueAt: Date) => void): DueWork {
  const arm = gather<Arming>(async armings => {
    // Locks are taken in the order of ids by every writer, so that two of them never wait for each other.
    const rows = [...earliest(armings).values()]
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map(a => [a.id, a.stream, a.correlation_id, a.causation_id, a.dueAt.toISOString()])
    await db.query(sql.unsafe`
      insert into ops.due_work as d (queue, id, stream, correlation_id, causation_id, due_at)
      select ${queue}, a.* from ${sql.unnest(rows, ['text', 'text', 'text', 'text', 'timestamptz'])} as a
      on conflict (queue, id) do update set
        correlation_id = excluded.correlation_id, causation_id = excluded.causation_id,
        due_at = least(d.due_at, excluded.due_at), generation = d.generation + 1, asked = 0, failures = 0,
        armed_at = excluded.armed_at`)
  }, BATCH_MAX)

  const settle = gather<Settlement>(async settlements => {
    const rows = [...settlements]
      .sort((a, b) => (a.claim.id < b.claim.id ? -1 : 1))
      .map(({ claim, at, asked, failures }) => [
        claim.id,
        claim.fence,
        claim.generation,
        at === null ? 'infinity' : at.toISOString(),
        asked,
        failures,
      ])
    const settled = await db.any(sql.type(SettledRow)`
      with held as (
        select d.id, s.generation, s.due_at, s.asked, s.failures
        from ops.due_work d
        join ${sql.unnest(rows, ['text', 'int8', 'int8', 'timestamptz', 'int4', 'int4'])}
          as s(id, fence, generation, due_at, asked, failures) on s.id = d.id and s.fence = d.fence
        where d.queue = ${queue}
        order by d.id for update of d
      )
      update ops.due_work d set
        leased_until = null,
        due_at = case when d.generation = held.generation then held.due_at else d.due_at end,
        asked = case when d.generation = held.generation then held.asked else d.asked end,
        failures = case when d.generation = held.generation then held.failures else d.failures end
      from held where d.queue = ${queue} and d.id = held.id
      returning case when d.generation <> held.generation then d.due_at end as rearmed_for`)
    for (const { rearmed_for } of settled) if (rearmed_for !== null) onRearmed(new Date(rearmed_for))
    if (settlements.some(({ at }) => at === null))
      await db.query(sql.unsafe`
        delete from ops.due_work where queue = ${queue} and due_at = 'infinity' and id = any(${sql.array(
          settlements.filter(({ at }) => at === null).map(({ claim }) => claim.id),
          'text',
        )})`)
  }, BATCH_MAX)

  return {
    arm,
    settle,
    async claim(now, max, leaseMs) {
      const rows = await db.any(sql.type(ClaimedRow)`
        with picked as (
          select id from ops.due_work
          where queue = ${queue} and due_at <= ${now.toISOString()}
            and (leased_until is null or leased_until <= clock_timestamp())
          order by due_at limit ${max}
          for update skip locked
        )
        update ops.due_work d set
          fence = fence + 1, leased_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
        from picked where d.queue = ${queue} and d.id = picked.id
        returning d.id, d.stream, d.correlation_id, d.causation_id, d.generation, d.fence, d.asked, d.failures,
          (extract(epoch from clock_timestamp() - d.armed_at) * 1000)::int8 as armed_for_ms`)
      return [...rows]
    },
    async renew(claims, leaseMs) {
      const rows = claims.map(({ id, fence }) => [id, fence])
      await db.query(sql.unsafe`
        with held as (
          select d.id from ops.due_work d
          join ${sql.unnest(rows, ['text', 'int8'])} as c(id, fence) on c.id = d.id and c.fence = d.fence
          where d.queue = ${queue} and d.leased_until is not null order by d.id for update of d
        )
        update ops.due_work d set leased_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
        from held where d.queue = ${queue} and d.id = held.id`)
    },
    async nextDue() {
      const row = await db.maybeOne(sql.type(DueRow)`
        select due_at from ops.due_work
        where queue = ${queue} and leased_until is null and due_at < 'infinity'
        order by due_at limit 1`)
      return row === null ? null : new Date(row.due_at)
    },
  }
}

export function causeOf(event: Recorded<DomainEvent>): Cause {
  return { stream: event.stream, correlation_id: event.metadata.correlation_id, causation_id: event.id }
}

function earliest(armings: Arming[]): Map<string, Arming> {
  const byId = new Map<string, Arming>()
  for (const arming of armings) {
    const known = byId.get(arming.id)
    if (known === undefined || arming.dueAt < known.dueAt) byId.set(arming.id, arming)
  }
  return byId
}
