import { sql } from 'slonik'
import { z } from 'zod'
import { SMALL_MINOR } from '#domain/fraud/cross-user-signals.ts'
import { derivedUuid } from '#values/ids.ts'

/**
 * Aggregates across the users of a client, in one table so that one checkpoint dates all of them. There are five kinds
 * of rows; `about` is derived from the kind, and columns of other kinds are null. No row names a person: users,
 * devices, merchants and transactions are derived UUIDs, so that counts survive an erasure.
 */
export const AggregateRow = z.object({
  about: z.string(),
  /** Days (UTC) since 1970 of a merchant, 30-day periods since 1970 of a device; 0 in other rows. */
  period: z.int(),
  seen_by: z.string(),
  /**
   * Of a merchant's day (UTC): cumulative count and sum (minor units of the base currency) by hour. The longest window
   * is 38 such rows; one row per hour would be 888 and six times slower.
   */
  transactions: z.array(z.int()).nullable(),
  base_minor: z.array(z.number()).nullable(),
  /** Of a device and a profile: first and last time in the period, milliseconds. */
  first_seen: z.int().nullable(),
  last_seen: z.int().nullable(),
  /** Of a transaction: its user and merchant once its profile has it, and the time of its last fraud report. */
  profile: z.string().nullable(),
  merchant: z.string().nullable(),
  reported_at: z.int().nullable(),
  /** Of a transaction: device and account once its profile has it; time and amount once it counts in the aggregates. */
  device: z.string().nullable(),
  account: z.string().nullable(),
  entered_at: z.int().nullable(),
  entered_base: z.number().nullable(),
  /**
   * Of a client: the percentile of its users' last first transactions, minor units of the base currency, null for too
   * few. Of a user's first transaction: the client's value before that transaction.
   */
  first_limit: z.number().nullable(),
  /**
   * Of a report: the transaction, and since when the report calls it a fraud, since when it was withdrawn, or since
   * when it calls the transaction legitimate and so overrides earlier reports.
   */
  transaction_key: z.string().nullable(),
  known_at: z.int().nullable(),
  withdrawn_at: z.int().nullable(),
  cleared_at: z.int().nullable(),
  /** Of a report: commit position in the log. */
  reported_in: z.int().nullable(),
})
export type AggregateRow = z.infer<typeof AggregateRow>
export type Key = Pick<AggregateRow, 'about' | 'period' | 'seen_by'>

export const HOURS = 24
export const DAY_MS = HOURS * 3_600_000
/**
 * At most the window in which users of a device are counted: then first and last time of a period decide exactly
 * whether the user was seen in a window, because no row reaches over both ends of it.
 */
export const DEVICE_PERIOD_MS = 30 * DAY_MS

export const NO_PROFILE = '00000000-0000-0000-0000-000000000000'

export const merchantKey = (clientId: string, merchant: string) => derivedUuid('fraud-merchant', clientId, merchant)
export const deviceKey = (clientId: string, device: string) => derivedUuid('fraud-device', clientId, device)
export const accountKey = (clientId: string, account: string) => derivedUuid('fraud-account', clientId, account)
export const clientKey = (clientId: string) => derivedUuid('fraud-firsts', clientId)

/** A literal, as in the index: PostgreSQL would not use the partial index with a parameter. */
export const isSmall = sql.fragment`entered_base < ${sql.literalValue(String(SMALL_MINOR))}`

export function transactionKey({ client_id, transaction_id }: { client_id: string; transaction_id: string }): string {
  return derivedUuid('fraud-transaction', client_id, transaction_id)
}

export function keyOf(about: string, period = 0, seen_by = NO_PROFILE): Key {
  return { about, period, seen_by }
}

const NO_COLUMNS = Object.fromEntries(Object.keys(AggregateRow.shape).map(name => [name, null]))
export const emptyRow = (key: Key) => ({ ...NO_COLUMNS, ...key }) as AggregateRow

export function hourOf(at: number): number {
  return new Date(at).getUTCHours()
}
