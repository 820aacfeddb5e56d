import { setTimeout as delay } from 'node:timers/promises'
import { type QuerySqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'
import type { Migration } from '#edge/postgres/schema.ts'
import { derivedUuid } from '#values/ids.ts'
import { FAILURE_REASONS, type PaymentNetwork, type ReversalStatus, type TransferStatus } from './payment-network.ts'
import { lastFourDigits, sandboxOutcome } from './sandbox-outcome.ts'

/**
 * A payment network that moves no money. It stands for a foreign system, so it reads nothing of the service.
 * Evidence for tests: `ops.sandbox_transfers` has a row per key (`instructed_count`: number of instructions),
 * `ops.sandbox_payments` a row per payment: `select key from ops.sandbox_payments group by key having count(*) > 1`
 * shows a double payment.
 */
export const sandboxNetworkMigrations: Migration[] = [
  {
    name: 'sandbox-network-001',
    statements: [
      sql.unsafe`create table ops.sandbox_transfers (
        key text primary key,
        amount_minor bigint not null,
        currency text not null,
        account_last4 text not null,
        reason text,
        reference text not null,
        instructed_at timestamptz not null,
        instructed_count int not null default 1,
        settles_at timestamptz not null,
        reversal_reference text,
        reversal_settles_at timestamptz,
        reversed_count int not null default 0)`,
      sql.unsafe`create table ops.sandbox_payments (
        payment_id bigint generated always as identity primary key,
        key text not null,
        amount_minor bigint not null,
        currency text not null,
        paid_at timestamptz not null)`,
    ],
  },
]

/** How long the sender of an unanswered instruction waits, at speed 1. */
const NO_RESPONSE_MS = 2_000
const REVERSAL_MS = 3_000

export const SandboxTransfer = z.object({
  amount_minor: z.number(),
  currency: z.string(),
  account_last4: z.string(),
  reason: z.enum(FAILURE_REASONS).nullable(),
  reference: z.string(),
  settles_at: z.string(),
  instructed_count: z.number(),
  reversal_reference: z.string().nullable(),
  reversal_settles_at: z.string().nullable(),
  read_at: z.string(),
})
type SandboxTransfer = z.infer<typeof SandboxTransfer>

/** `speed` divides all times. The clock is the database's, unless a test has its own. */
export function createSandboxNetwork(options: { db: Database; speed: number; now?: () => Date }): PaymentNetwork {
  const { db, speed } = options
  const now = () =>
    options.now === undefined
      ? sql.fragment`clock_timestamp()`
      : sql.fragment`${options.now().toISOString()}::timestamptz`
  const after = (ms: number) => sql.fragment`${now()} + ${ms / speed} * interval '1 millisecond'`
  const columns =
    () => sql.fragment`amount_minor, currency, account_last4, reason, reference, settles_at, instructed_count,
    reversal_reference, reversal_settles_at, ${now()} as read_at`
  const one = (query: QuerySqlToken<typeof SandboxTransfer>) => db.maybeOne(query)
  const find = (key: string) =>
    one(sql.type(SandboxTransfer)`select ${columns()} from ops.sandbox_transfers where key = ${key}`)

  return {
    async isAvailable(accountNumber) {
      return !sandboxOutcome(accountNumber, '').isDown
    },

    async instruct({ key, amount_minor, currency, beneficiary, not_after }) {
      const outcome = sandboxOutcome(beneficiary.account_number, key)
      if (outcome.isDown) throw new Error('sandbox network: the provider is down')
      const last4 = lastFourDigits(beneficiary.account_number)
      const reference = `SBX-${derivedUuid('sandbox', key).slice(0, 13).toUpperCase()}`
      const transfer = await one(sql.type(SandboxTransfer)`
        with transfer as (
          insert into ops.sandbox_transfers as t
            (key, amount_minor, currency, account_last4, reason, reference, instructed_at, settles_at)
          select ${key}, ${amount_minor}::bigint, ${currency}, ${last4}, ${outcome.reason}, ${reference}, ${now()},
            ${after(outcome.settlesAfterMs)}
          where ${now()} <= ${not_after}::timestamptz
          on conflict (key) do update set instructed_count = t.instructed_count + 1
          returning *
        ), payment as (
          insert into ops.sandbox_payments (key, amount_minor, currency, paid_at)
          select key, amount_minor, currency, settles_at from transfer where instructed_count = 1 and reason is null
        )
        select ${columns()} from transfer`)
      if (transfer === null) return statusOf(await find(key))
      const isSame =
        transfer.amount_minor === amount_minor && transfer.currency === currency && transfer.account_last4 === last4
      if (!isSame) throw new Error('sandbox network: the key was used for another transfer')
      if (outcome.dropsFirstResponse && transfer.instructed_count === 1) {
        await delay(NO_RESPONSE_MS / speed)
        throw new Error('sandbox network: no response')
      }
      return statusOf(transfer)
    },

    async status(key) {
      return statusOf(await find(key))
    },

    async reverse(key) {
      const reference = `SBR-${derivedUuid('sandbox-reversal', key).slice(0, 13).toUpperCase()}`
      const transfer = await one(sql.type(SandboxTransfer)`
        update ops.sandbox_transfers set
          reversal_reference = coalesce(reversal_reference, ${reference}),
          reversal_settles_at = coalesce(reversal_settles_at, ${after(REVERSAL_MS)}),
          reversed_count = reversed_count + 1
        where key = ${key} and reason is null and settles_at <= ${now()}
        returning ${columns()}`)
      if (transfer === null) throw new Error('sandbox network: there is no succeeded transfer with this key')
      return reversalStatus(transfer)
    },

    async reversalStatus(key) {
      return reversalStatus(await find(key))
    },

    listen() {},

    async close() {},
  }
}

function statusOf(transfer: SandboxTransfer | null): TransferStatus {
  if (transfer === null) return { status: 'unknown' }
  const { reference, reason, settles_at, read_at } = transfer
  const left = Date.parse(settles_at) - Date.parse(read_at)
  if (left > 0) return { status: 'settling', reference, check_after_ms: left }
  return reason === null ? { status: 'succeeded', reference } : { status: 'rejected', reference, reason }
}

function reversalStatus(transfer: SandboxTransfer | null): ReversalStatus {
  if (transfer === null) return { status: 'unknown' }
  const { reversal_reference, reversal_settles_at, read_at } = transfer
  if (reversal_reference === null || reversal_settles_at === null) return { status: 'unknown' }
  const left = Date.parse(reversal_settles_at) - Date.parse(read_at)
  if (left > 0) return { status: 'pending', reference: reversal_reference, check_after_ms: left }
  return { status: 'completed', reference: reversal_reference }
}
