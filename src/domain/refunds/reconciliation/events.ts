import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { owner, personal, plain, subject } from '#event-sourcing/field-classes.ts'
import { derivedUuid } from '#values/ids.ts'

/** How a statement of the payment network and what is recorded can disagree. */
export const DISCREPANCY_KINDS = [
  /** Money is recorded as moved, and a statement of that time does not know it. */
  'missing_there',
  /** The statement tells of what nobody here asked for. */
  'missing_here',
  /** Another amount, or another currency. */
  'amount_differs',
  /** Another outcome. */
  'status_differs',
  /** The network told two things of which only one can be true: in one statement, or before. */
  'contradicted',
] as const
export type DiscrepancyKind = (typeof DISCREPANCY_KINDS)[number]

/** Of one line of the statement. */
const Reported = z.strictObject({
  outcome: z.enum(['succeeded', 'rejected', 'completed', 'failed']),
  amount_minor: z.int().positive(),
  currency: z.string(),
  reference: z.string(),
  /** When it was booked there. */
  at: z.string(),
})

/** `none`: it was never asked for. The reference is only kept of what succeeded; `at`: when the outcome was recorded. */
const Recorded = z.strictObject({
  status: z.string(),
  outcome: z.enum(['none', 'in_flight', 'succeeded', 'rejected', 'completed', 'failed']),
  amount_minor: z.int().positive(),
  currency: z.string(),
  reference: z.string().nullable(),
  at: z.string().nullable(),
})

/**
 * What was found when statements were compared with one refund of a client, or with one thing that the network tells of and the client
 * does not know. No part of the refund itself: whatever a statement says, no money moves by it.
 */
const ReconciliationEvents = {
  /**
   * A statement and what is recorded disagree; somebody has to find out why. `client_id`: whose refund it is, null = nobody's; `user_id`:
   * its beneficiary, null where there is no such refund or they were erased; `refund_id`: null where there is none here; `number`: of
   * the flag in its stream, from 1; `key`: as the network knows it, null where it names none; `said`: null where it says nothing;
   * `statement`: the period that it covers, and which file it was.
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
  /** A person explained a flag; nothing is left to do. */
  ReconciliationResolved: z.strictObject({
    ...plain({ refund_id: z.string().nullable(), number: z.int().positive() }),
    reason: personal(z.string()),
  }),
}

export type ReconciliationEvent = EventOf<typeof ReconciliationEvents>
export type FlaggedDiscrepancy = Extract<ReconciliationEvent, { type: 'ReconciliationFlagged' }>['data']

const streams = category({ prefix: 'reconciliation-', events: ReconciliationEvents })
const FLAG_ID = /^flg_([0-9a-f-]{36})_([1-9]\d{0,8})$/

/** A stream for each client and what it is about: a refund, or key and reference of what is no refund of the client. */
export const reconciliationStreams = {
  ...streams,
  id: (client_id: string | null, about: string) => derivedUuid('reconciliation', client_id ?? '', about),
  flagId: (id: string, number: number) => `flg_${id}_${number}`,
  /** Of a flag's id; null when it is none. */
  parseFlagId(flag_id: string): { id: string; number: number } | null {
    const [, id, number] = FLAG_ID.exec(flag_id) ?? []
    return id === undefined ? null : { id, number: Number(number) }
  },
}
