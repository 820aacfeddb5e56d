import { setTimeout as delay } from 'node:timers/promises'
import { type QuerySqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'
import type { Migration } from '#edge/postgres/schema.ts'
import { derivedUuid } from '#ids.ts'
import { FAILURE_REASONS, type PaymentNetwork, type ReversalStatus, type TransferStatus } from './payment-network.ts'
import { lastFourDigits, sandboxOutcome } from './sandbox-outcome.ts'

/**
 * A payment network that moves no money and forgets nothing: it stands for a foreign system, so it keeps its own table and
 * reads nothing of the service's.
 *
 * Evidence for tests: `ops.sandbox_transfers` has one row per key it ever took (`instructed_count` = how often it was told),
 * `ops.sandbox_payments` one row per payment made, written with the transfer's first row and bound to nothing: had an attempt
 * been paid twice, `select key from ops.sandbox_payments group by key having count(*) > 1` would show it.
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

/** How long the sender of the instruction that is never answered waits in vain, at speed 1. */
const SILENCE_MS = 2_000
const REVERSAL_MS = 3_000

const Transfer = z.object({
  amount_minor: z.number(),
  currency: z.string(),
  account_last4: z.string(),
  reason: z.enum(FAILURE_REASONS).nullable(),
  reference: z.string(),
  settles_at: z.string(),
  instructed_count: z.number(),
  reversal_reference: z.string().nullable(),
  reversal_settles_at: z.string().nullable(),
})
type Transfer = z.infer<typeof Transfer>

const columns = sql.fragment`amount_minor, currency, account_last4, reason, reference, settles_at, instructed_count,
  reversal_reference, reversal_settles_at`

/** `speed` divides all its times; `now` is the network's own clock. Outcomes: `sandboxOutcome`. */
export function createSandboxNetwork(options: { db: Database; speed: number; now?: () => Date }): PaymentNetwork {
  const { db, speed } = options
  const now = options.now ?? (() => new Date())
  const after = (ms: number) => new Date(now().getTime() + ms / speed).toISOString()
  const one = (query: QuerySqlToken<typeof Transfer>) => db.maybeOne(query)
  const find = (key: string) => one(sql.type(Transfer)`select ${columns} from ops.sandbox_transfers where key = ${key}`)

  return {
    async available(accountNumber) {
      return !sandboxOutcome(accountNumber, '').down
    },

    async instruct({ key, amount_minor, currency, beneficiary, not_after }) {
      const outcome = sandboxOutcome(beneficiary.account_number, key)
      if (outcome.down) throw new Error('sandbox network: the provider is down')
      if (now() > new Date(not_after)) {
        const known = await find(key)
        return known === null ? { status: 'unknown' } : transferStatus(known, now())
      }
      const last4 = lastFourDigits(beneficiary.account_number)
      const reference = `SBX-${derivedUuid('sandbox', key).slice(0, 13).toUpperCase()}`
      const at = now().toISOString()
      const settlesAt = after(outcome.settlesAfterMs)
      const transfer = await db.one(sql.type(Transfer)`
        with transfer as (
          insert into ops.sandbox_transfers as t
            (key, amount_minor, currency, account_last4, reason, reference, instructed_at, settles_at)
          values (${key}, ${amount_minor}, ${currency}, ${last4}, ${outcome.reason}, ${reference}, ${at}, ${settlesAt})
          on conflict (key) do update set instructed_count = t.instructed_count + 1
          returning *
        ), payment as (
          insert into ops.sandbox_payments (key, amount_minor, currency, paid_at)
          select key, amount_minor, currency, settles_at from transfer where instructed_count = 1 and reason is null
        )
        select ${columns} from transfer`)
      const same =
        transfer.amount_minor === amount_minor && transfer.currency === currency && transfer.account_last4 === last4
      if (!same) throw new Error('sandbox network: the key was used for another transfer')
      if (outcome.silentFirst && transfer.instructed_count === 1) {
        await delay(SILENCE_MS / speed)
        throw new Error('sandbox network: no answer')
      }
      return transferStatus(transfer, now())
    },

    async status(key) {
      const transfer = await find(key)
      return transfer === null ? { status: 'unknown' } : transferStatus(transfer, now())
    },

    async reverse(key) {
      const reference = `SBR-${derivedUuid('sandbox-reversal', key).slice(0, 13).toUpperCase()}`
      const at = now().toISOString()
      const transfer = await one(sql.type(Transfer)`
        update ops.sandbox_transfers set
          reversal_reference = coalesce(reversal_reference, ${reference}),
          reversal_settles_at = coalesce(reversal_settles_at, ${after(REVERSAL_MS)}),
          reversed_count = reversed_count + 1
        where key = ${key} and reason is null and settles_at <= ${at}
        returning ${columns}`)
      if (transfer === null) throw new Error('sandbox network: there is no succeeded transfer under this key')
      return reversalStatus(transfer, now())
    },

    async reversalStatus(key) {
      const transfer = await find(key)
      return transfer === null ? { status: 'unknown' } : reversalStatus(transfer, now())
    },

    listen() {},

    line: () => 'off',

    async close() {},
  }
}

function transferStatus({ reference, reason, settles_at }: Transfer, now: Date): TransferStatus {
  const left = Date.parse(settles_at) - now.getTime()
  if (left > 0) return { status: 'settling', reference, check_after_ms: left }
  return reason === null ? { status: 'succeeded', reference } : { status: 'rejected', reference, reason }
}

function reversalStatus({ reversal_reference, reversal_settles_at }: Transfer, now: Date): ReversalStatus {
  if (reversal_reference === null || reversal_settles_at === null) return { status: 'unknown' }
  const left = Date.parse(reversal_settles_at) - now.getTime()
  if (left > 0) return { status: 'pending', reference: reversal_reference, check_after_ms: left }
  return { status: 'completed', reference: reversal_reference }
}
