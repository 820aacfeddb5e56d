import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'
import { prepared } from '#edge/postgres/prepared.ts'
import type { Migration } from '#edge/postgres/schema.ts'
import { type Plan, startOf, type Window } from './plans.ts'

/** The shared counters. UNLOGGED saves a third of the writes; a crash of PostgreSQL empties them for one window. */
export const rateLimitMigrations: Migration[] = [
  {
    name: 'auth-002-rate-windows',
    statements: [
      sql.unsafe`create unlogged table ops.rate_windows (
        key text, seconds int, start bigint not null, used bigint not null, primary key (key, seconds))`,
      // The first row of `secs` is the lock of the key. A refusal charges nothing.
      sql.unsafe`create function ops.rate_take(k text, secs int[], limits bigint[], now_s bigint, want bigint,
          out granted bigint, out used_before bigint[]) language plpgsql as $$
        declare seen bigint;
        begin
          granted := want;
          used_before := '{}';
          for i in 1 .. array_length(secs, 1) loop
            insert into ops.rate_windows as w (key, seconds, start, used) values (k, secs[i], now_s - now_s % secs[i], 0)
            on conflict (key, seconds) do update set
              used = case when w.start < excluded.start then 0 else w.used end,
              start = greatest(w.start, excluded.start)
            returning w.used into seen;
            used_before := used_before || seen;
            granted := least(granted, greatest(0, limits[i] - seen));
          end loop;
          if granted > 0 then
            update ops.rate_windows set used = used + granted where key = k and seconds = any (secs);
          end if;
        end $$`,
    ],
  },
  {
    // Takes the starts of the windows, because months differ in length; older processes still call the function above.
    // A window that starts more than a minute and its own length ahead is from a clock that was set back.
    name: 'rate-windows-002-starts',
    statements: [
      sql.unsafe`create function ops.rate_take_from(k text, secs int[], starts bigint[], limits bigint[], want bigint,
          out granted bigint, out used_before bigint[]) language plpgsql as $$
        declare seen bigint;
        begin
          granted := want;
          used_before := '{}';
          for i in 1 .. array_length(secs, 1) loop
            insert into ops.rate_windows as w (key, seconds, start, used) values (k, secs[i], starts[i], 0)
            on conflict (key, seconds) do update set
              used = case when w.start between excluded.start and excluded.start + greatest(secs[i], 60) then w.used else 0 end,
              start = case when w.start between excluded.start and excluded.start + greatest(secs[i], 60) then w.start
                else excluded.start end
            returning w.used into seen;
            used_before := used_before || seen;
            granted := least(granted, greatest(0, limits[i] - seen));
          end loop;
          if granted > 0 then
            update ops.rate_windows set used = used + granted where key = k and seconds = any (secs);
          end if;
        end $$`,
    ],
  },
]

const Taken = z.object({ granted: z.number(), used_before: z.array(z.coerce.number()) })
export type Taken = { granted: number; usedBefore: number[] }

export type Counters = {
  /** Takes up to `want` from all windows at once. */
  take(key: string, plan: Plan, nowS: number, want: number): Promise<Taken>
  /** Releases what was taken at `takenS` and not used, in windows that have not ended. */
  giveBack(key: string, plan: Plan, takenS: number, count: number): Promise<void>
  purge(nowS: number): Promise<void>
}

export function createCounters(db: Database): Counters {
  return {
    async take(key, { windows }, nowS, want) {
      const perWindow = (of: (window: Window) => number, type: 'int4' | 'int8') => sql.array(windows.map(of), type)
      const secs = perWindow(({ seconds }) => seconds, 'int4')
      const starts = perWindow(window => startOf(window, nowS), 'int8')
      const limits = perWindow(({ limit }) => limit, 'int8')
      const { granted, used_before } = await db.one(
        prepared(sql.type(Taken)`
        select granted, used_before from ops.rate_take_from(${key}, ${secs}, ${starts}, ${limits}, ${want})`),
      )
      return { granted, usedBefore: used_before }
    },
    async giveBack(key, { windows }, takenS, count) {
      const held = sql.unnest(
        windows.map(w => [w.seconds, startOf(w, takenS)]),
        ['int4', 'int8'],
      )
      await db.query(sql.unsafe`update ops.rate_windows w set used = greatest(0, used - ${count})
        from ${held} as held(seconds, start)
        where w.key = ${key} and w.seconds = held.seconds and w.start = held.start`)
    },
    async purge(nowS) {
      await db.query(sql.unsafe`delete from ops.rate_windows where start + 2 * seconds < ${nowS}`)
    },
  }
}
