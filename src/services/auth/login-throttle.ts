import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import { z } from 'zod'
import { createKeyedMutex } from '#concurrency/keyed-mutex.ts'
import { normaliseEmail } from '#domain/auth/email-address.ts'
import type { Database } from '#edge/postgres/pool.ts'
import type { Migration } from '#edge/postgres/schema.ts'
import type { Vault } from '#edge/vault/vault.ts'
import { Rejection } from '#values/errors.ts'

/** Per account within the window. */
export const ACCOUNT_FAILURES_MAX = 5
/** Per address within the window. */
const ADDRESS_FAILURES_MAX = 50
export const WINDOW_S = 15 * 60
/** Wrong passwords in a row after which only an administrator's reset unlocks the account (NIST SP 800-63B). */
const CONSECUTIVE_MAX = 100
/** For a lock without an end. */
const PERMANENT_LOCK_RETRY_AFTER_S = 3_600
/** A longer attempt belongs to a process that ended, or to a request that timed out after 8 s. */
const IN_FLIGHT_S_MAX = 10
const RETRY_DELAY_MS = 150
const TRIES_MAX = 20
/** Per account in this process; further attempts get AUTH_004. */
const QUEUED_MAX = 20
const RETENTION_S = 7 * 86_400

/** Counted before the password is hashed: only as many attempts run as could fail without locking the account. */
export const loginThrottleMigrations: Migration[] = [
  {
    name: 'auth-001-login-attempts',
    statements: [
      sql.unsafe`create table ops.login_attempts (
        key text primary key,
        failures int not null default 0,
        in_flight int not null default 0,
        consecutive int not null default 0,
        locks int not null default 0,
        window_start timestamptz not null,
        entered_at timestamptz not null,
        locked_until timestamptz)`,
      sql.unsafe`create function ops.login_enter(account text, address text, at timestamptz, account_max int, address_max int,
          window_s int, in_flight_s int, out outcome text, out until timestamptz) language plpgsql as $$
        declare a ops.login_attempts; i ops.login_attempts;
        begin
          insert into ops.login_attempts (key, window_start, entered_at) values (account, at, at) on conflict do nothing;
          select * into a from ops.login_attempts where key = account for update;
          select * into i from ops.login_attempts where key = address;
          if a.window_start <= at - make_interval(secs => window_s) then a.failures := 0; a.window_start := at; end if;
          if a.entered_at <= at - make_interval(secs => in_flight_s) then a.in_flight := 0; end if;
          if a.locked_until > at then
            outcome := 'locked'; until := a.locked_until;
          elsif i.failures >= address_max and i.window_start > at - make_interval(secs => window_s) then
            outcome := 'locked'; until := i.window_start + make_interval(secs => window_s);
          elsif a.failures + a.in_flight >= account_max then
            outcome := 'wait';
          else
            outcome := 'go'; a.in_flight := a.in_flight + 1; a.entered_at := at;
          end if;
          update ops.login_attempts set failures = a.failures, window_start = a.window_start, in_flight = a.in_flight,
            entered_at = a.entered_at where key = account;
        end $$`,
      sql.unsafe`create function ops.login_leave(account text, address text, at timestamptz, verdict text, account_max int,
          window_s int, consecutive_max int) returns void language plpgsql as $$
        begin
          update ops.login_attempts set
            in_flight = greatest(in_flight - 1, 0),
            failures = case verdict when 'right' then 0 when 'wrong' then (failures + 1) % account_max else failures end,
            consecutive = case verdict when 'right' then 0 when 'wrong' then consecutive + 1 else consecutive end,
            locks = case verdict when 'right' then 0 when 'wrong' then locks + (failures + 1) / account_max else locks end,
            window_start = case when verdict = 'wrong' and failures = 0 then at else window_start end,
            locked_until = case
              when verdict = 'right' then null
              when verdict = 'wrong' and consecutive + 1 >= consecutive_max then 'infinity'
              when verdict = 'wrong' and failures + 1 >= account_max
                then at + make_interval(mins => least(60, 2 ^ least(locks, 6))::int)
              else locked_until end
          where key = account;
          if verdict = 'wrong' then
            insert into ops.login_attempts as t (key, failures, window_start, entered_at) values (address, 1, at, at)
            on conflict (key) do update set
              failures = case when t.window_start <= at - make_interval(secs => window_s) then 1 else t.failures + 1 end,
              window_start = case when t.window_start <= at - make_interval(secs => window_s) then at else t.window_start end,
              entered_at = at;
          end if;
        end $$`,
    ],
  },
]

const AttemptRow = z.object({ outcome: z.enum(['go', 'wait', 'locked']), wait_s: z.number().nullable() })

/** `other`: failed for an internal reason; does not count. */
export type AttemptResult = 'right' | 'wrong' | 'other'

export type LoginThrottle = {
  /** Returns the report of the result. Errors: AUTH_004 while locked, also for the right password. */
  startAttempt(account: string, address: string, now: Date): Promise<(result: AttemptResult) => Promise<void>>
  reset(account: string): Promise<void>
  purge(now: Date): Promise<void>
}

export function createLoginThrottle(db: Database): LoginThrottle {
  /** Serialises the attempts of this process on one account, so that many do not reach the database at once. */
  const runExclusive = createKeyedMutex({ tasksMax: QUEUED_MAX, refusal: () => tooManyAttempts(1) })

  async function requestAttempt(account: string, address: string, now: Date): Promise<void> {
    const at = sql.timestamp(now)
    for (let tries = 1; ; tries += 1) {
      const { outcome, wait_s } = await db.one(sql.type(AttemptRow)`
        select outcome, case when until = 'infinity' then ${PERMANENT_LOCK_RETRY_AFTER_S}
          else ceil(extract(epoch from until - ${at}))::int end as wait_s
        from ops.login_enter(${account}, ${address}, ${at}, ${ACCOUNT_FAILURES_MAX}, ${ADDRESS_FAILURES_MAX},
          ${WINDOW_S}, ${IN_FLIGHT_S_MAX})`)
      if (outcome === 'go') return
      if (outcome === 'locked' || tries >= TRIES_MAX) throw tooManyAttempts(wait_s ?? 1)
      await delay(RETRY_DELAY_MS)
    }
  }

  return {
    async startAttempt(account, address, now) {
      await runExclusive(account, () => requestAttempt(account, address, now))
      const at = sql.timestamp(now)
      return async verdict => {
        await db.query(sql.unsafe`select ops.login_leave(${account}, ${address}, ${at}, ${verdict},
          ${ACCOUNT_FAILURES_MAX}, ${WINDOW_S}, ${CONSECUTIVE_MAX})`)
      }
    },
    async reset(account) {
      await db.query(sql.unsafe`delete from ops.login_attempts where key = ${account}`)
    },
    async purge(now) {
      const before = sql.timestamp(new Date(now.getTime() - RETENTION_S * 1_000))
      await db.query(sql.unsafe`delete from ops.login_attempts where entered_at < ${before}
        and (locked_until is null or locked_until < ${sql.timestamp(now)})`)
    },
  }
}

export function tooManyAttempts(retryAfterS: number): Rejection {
  const seconds = Math.max(1, retryAfterS)
  return new Rejection('AUTH_004', { retry_after_seconds: seconds }, { retryAfterS: seconds })
}

/** An address with a `+tag` is a separate account: its logins must not reset the failures of another. */
export function accountKey(vault: Pick<Vault, 'digest'>, email: string): string {
  return `account:${vault.digest('login', normaliseEmail(email))}`
}
