import { z } from 'zod'
import { FEATURE_GROUPS } from '#domain/fraud/feature-groups.ts'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { hidden, internal, owner, personal, plain, subject } from '#event-sourcing/field-classes.ts'
import { derivedUuid } from '#values/ids.ts'
import { OPERATIONS } from '../history.ts'
import { FRAUD_LEVELS, RECOMMENDATIONS } from '../levels.ts'

export { FRAUD_LEVELS }

/** The stream's revision is the lock, so a score counts exactly the events before it. */

const minor = z.int().nonnegative()
const score = z.number().min(0).max(1)
const digest = z.string().nullable()

const ProfileTransactionData = z.strictObject({
  /** The transaction's own time, ISO 8601 UTC. */
  timestamp: plain(z.string()),
  ...plain({ amount_minor: z.int().positive(), currency: z.string() }),
  base_minor: internal(minor),
  operation_type: plain(z.enum(OPERATIONS)),
  merchant: internal(digest),
  category: plain(z.string().nullable()),
  ...hidden({ device: digest, ip: digest }),
  is_spike: internal(z.boolean()),
  /** Missing in older events. */
  account: internal(digest.optional()),
})

/** The history up to this event: with it, the newest 30 days of the stream suffice. */
const Totals = internal(z.strictObject({ count: minor, first: z.string().nullable(), newest: z.string().nullable() }))

const KnownFrauds = z.strictObject({ n: minor, last: z.int().nullable() })
const Others = z.strictObject({
  device_frauds: KnownFrauds,
  account_frauds: KnownFrauds,
  small_on_device: z.strictObject({ n: minor, users: minor }),
  /** Minor units of the base currency. */
  first_limit: z.number().nullable(),
})

/** The transaction's id is personal, because a profile joins the transactions of one person. */
const idFields = {
  client_id: owner(z.string()),
  user_id: subject(z.string()),
  transaction_id: personal(z.string()),
}

/** A recorded transaction counts in the windows without a score. */
const TransactionEntered = z.strictObject({ ...idFields, transaction: ProfileTransactionData, totals: Totals })

const TransactionScored = z.strictObject({
  ...idFields,
  transaction: ProfileTransactionData,
  /** False if it was ingested before, or is too old for every window. */
  has_entered: plain(z.boolean()),
  totals: Totals,
  ...plain({
    score,
    level: z.enum(FRAUD_LEVELS),
    is_alert: z.boolean(),
    threshold: score,
    recommendation: z.enum(RECOMMENDATIONS),
    confidence: score,
    risk_factors: z.array(z.string()),
    velocity: z.strictObject({
      transactions_1h: minor,
      transactions_24h: minor,
      amount_24h_minor: minor,
      is_unusual: z.boolean(),
    }),
    model_version: z.string(),
    /** `margin`: log-odds in double precision, the sum of bias and contributions. */
    model: z
      .strictObject({
        probability: score,
        margin: z.number(),
        bias: z.number(),
        contributions: z.record(z.enum(FEATURE_GROUPS), z.number()),
      })
      .nullable(),
    shadow: z.strictObject({ model_version: z.string(), probability: score, score, is_alert: z.boolean() }).optional(),
    /** Float32 in the order of the columns; `as_of`: log position of the aggregates. */
    features: z.strictObject({ version: z.int(), values: z.array(z.number()), as_of: z.string().nullable() }),
    others: Others.optional(),
    rules: z.strictObject({ version: z.int(), fired: z.array(z.string()) }),
    /** Matching entries of the client's lists; a block overrides an allow. */
    lists: z.array(z.strictObject({ entry_id: z.string(), list: z.enum(['allow', 'block']) })),
    policy_version: z.int().nonnegative(),
  }),
})

const ProfileEvents = { TransactionEntered, TransactionScored }

export type ProfileEvent = EventOf<typeof ProfileEvents>
export type ScoredData = z.infer<typeof TransactionScored>
export type ProfileTransaction = z.infer<typeof ProfileTransactionData>

export const profileStreams = {
  ...category({ prefix: 'fraudprofile-', events: ProfileEvents }),
  id: (clientId: string, userId: string) => derivedUuid('fraudprofile', clientId, userId),
}
