import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { owner, personal, plain, subject } from '#event-sourcing/field-classes.ts'
import { derivedUuid } from '#values/ids.ts'

export const DISCREPANCY_KINDS = [
  /** Money is recorded as moved, and the statement of that time does not have it. */
  'missing_there',
  /** The statement has a payment that was not requested here. */
  'missing_here',
  /** Also another currency. */
  'amount_differs',
  'status_differs',
  /** The network reported two outcomes that exclude each other, in one statement or before. */
  'contradicted',
] as const
export type DiscrepancyKind = (typeof DISCREPANCY_KINDS)[number]

const Reported = z.strictObject({
  outcome: z.enum(['succeeded', 'rejected', 'completed', 'failed']),
  amount_minor: z.int().positive(),
  currency: z.string(),
  reference: z.string(),
  /** When the network booked it. */
  at: z.string(),
})

/** `none`: never requested. Only successes have a reference. `at`: when the outcome was recorded. */
const Recorded = z.strictObject({
  status: z.string(),
  outcome: z.enum(['none', 'in_flight', 'succeeded', 'rejected', 'completed', 'failed']),
  amount_minor: z.int().positive(),
  currency: z.string(),
  reference: z.string().nullable(),
  at: z.string().nullable(),
})

/** Not events of the refund, because no money moves by a statement. */
const ReconciliationEvents = {
  /**
   * `client_id`: the refund's; null = of no client. `user_id`: the beneficiary; null without a refund or after an
   * erasure. `number`: of the flag in its stream, from 1. `key`: the network's; null = none. `said`: null = not in the
   * statement. `statement`: its period and file.
   */
  ReconciliationFlagged: z.strictObject({
    client_id: owner(z.string().nullable()),
    user_id: subject(z.string().nullable()),
    ...plain({
      refund_id: z.string().nullable(),
      number: z.int().positive(),
      kind: z.enum(DISCREPANCY_KINDS),
      about: z.enum(['transfer', 'reversal']),
      attempt: z.int().nonnegative().nullable(),
      key: z.string().nullable(),
      said: Reported.nullable(),
      recorded: Recorded.nullable(),
      statement: z.strictObject({ from: z.string(), to: z.string(), sha256: z.string() }),
    }),
  }),
  ReconciliationResolved: z.strictObject({
    ...plain({ refund_id: z.string().nullable(), number: z.int().positive() }),
    reason: personal(z.string()),
  }),
}

export type ReconciliationEvent = EventOf<typeof ReconciliationEvents>
export type FlaggedDiscrepancy = Extract<ReconciliationEvent, { type: 'ReconciliationFlagged' }>['data']

const streams = category({ prefix: 'reconciliation-', events: ReconciliationEvents })
const FLAG_ID = /^flg_([0-9a-f-]{36})_([1-9]\d{0,8})$/

/** A stream per client and subject: a refund, or key and reference of a payment that is no refund of the client. */
export const reconciliationStreams = {
  ...streams,
  id: (client_id: string | null, about: string) => derivedUuid('reconciliation', client_id ?? '', about),
  flagId: (id: string, number: number) => `flg_${id}_${number}`,
  parseFlagId(flag_id: string): { id: string; number: number } | null {
    const [, id, number] = FLAG_ID.exec(flag_id) ?? []
    return id === undefined ? null : { id, number: Number(number) }
  },
}
