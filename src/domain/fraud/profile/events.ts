import { z } from 'zod'
import { FEATURE_GROUPS } from '#domain/fraud/feature-groups.ts'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { derivedUuid } from '#values/ids.ts'
import { OPERATIONS } from '../history.ts'
import { FRAUD_LEVELS, RECOMMENDATIONS } from '../levels.ts'

/**
 * The transactions of one user of a client, in the order in which they came, and what each of them was scored. The stream is
 * `fraudprofile-<uuid of client and user>`, and its revision is the lock: a score counts all that was there before it, and nothing else.
 */

const minor = z.int().nonnegative()
const score = z.number().min(0).max(1)
/** Tells one from another without naming it. */
const digest = z.string().nullable()

/** What later scores need of a transaction. */
const ProfileTransactionData = z.strictObject({
  /** The transaction's own time, ISO 8601 UTC. */
  timestamp: z.string(),
  amount_minor: z.int().positive(),
  currency: z.string(),
  /** In the base currency by the table of that time. */
  base_minor: minor,
  operation_type: z.enum(OPERATIONS),
  merchant: digest,
  category: z.string().nullable(),
  device: digest,
  ip: digest,
  is_spike: z.boolean(),
  /** Missing in events of versions that did not look at accounts. */
  account: digest.optional(),
})

/** The history as of this event: with it, the newest 30 days of the stream are enough to go on from. */
const Totals = z.strictObject({
  /** All that entered. */
  count: minor,
  /** Times of the user's first and newest transaction. */
  first: z.string().nullable(),
  newest: z.string().nullable(),
})

const KnownFrauds = z.strictObject({ n: minor, last: z.int().nullable() })
const Others = z.strictObject({
  device_frauds: KnownFrauds,
  account_frauds: KnownFrauds,
  small_on_device: z.strictObject({ n: minor, users: minor }),
  /** Minor units of the base currency. */
  first_limit: z.number().nullable(),
})

const idFields = { client_id: z.string(), user_id: z.string(), transaction_id: z.string() }

/** A transaction entered the windows without a score: it was recorded, not scored. */
const TransactionEntered = z.strictObject({ ...idFields, transaction: ProfileTransactionData, totals: Totals })

/** A transaction was scored, by what was known then. */
const TransactionScored = z.strictObject({
  ...idFields,
  transaction: ProfileTransactionData,
  /** False for one that had entered before, and for one too old for any window. */
  has_entered: z.boolean(),
  totals: Totals,
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
  /** Of the model, or of the rules where no model answered. */
  model_version: z.string(),
  /**
   * What the model said; null when it could not answer. The margin is the trees' own sum in double, log-odds: the bias and what each group of
   * features adds to it.
   */
  model: z
    .strictObject({
      probability: score,
      margin: z.number(),
      bias: z.number(),
      contributions: z.record(z.enum(FEATURE_GROUPS), z.number()),
    })
    .nullable(),
  /** What a model that nobody is told of would have said: its probability, the score by the same rules, and whether that is an alert. */
  shadow: z.strictObject({ model_version: z.string(), probability: score, score, is_alert: z.boolean() }).optional(),
  /** Float32, in the order of the feature set; `as_of`: the position in the log up to which figures across users were known. */
  features: z.strictObject({ version: z.int(), values: z.array(z.number()), as_of: z.string().nullable() }),
  /** What was known across users that only rules look at (`Others`); missing where nothing was. */
  others: Others.optional(),
  /** The rules whose floor the score had to keep. */
  rules: z.strictObject({ version: z.int(), fired: z.array(z.string()) }),
  /** Entries of the client's lists that name the transaction: a block decides, and an allow where nothing blocks. */
  lists: z.array(z.strictObject({ entry_id: z.string(), list: z.enum(['allow', 'block']) })),
  /** The client's policy that threshold and recommendation go by; 0 = none. */
  policy_version: z.int().nonnegative(),
})

const ProfileEvents = { TransactionEntered, TransactionScored }

export type ProfileEvent = EventOf<typeof ProfileEvents>
export type ScoredData = z.infer<typeof TransactionScored>
export type ProfileTransaction = z.infer<typeof ProfileTransactionData>

export const profileStreams = {
  ...category({ prefix: 'fraudprofile-', events: ProfileEvents }),
  /** The stream's id of a client's user. */
  id: (clientId: string, userId: string) => derivedUuid('fraudprofile', clientId, userId),
}
