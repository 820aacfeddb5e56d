import { type CrossUserSignals, SMALL_MINOR } from './cross-user-signals.ts'
import type { VelocityAggregates } from './features.ts'
import { DAY_MS, type Entry, entriesWithin, type History, WINDOW_MS_MAX } from './history.ts'
import { imputeMissing, MISSING } from './impute-missing.ts'

/** Bump with any change of a rule or a floor: every score records it. */
export const RULES_VERSION = 2

export type RuleInput = {
  entry: Entry
  before: readonly Entry[]
  isFirst: boolean
  deviceUsers: number
  others: CrossUserSignals
}

/** A minimum score for a case that the model cannot know; null if the rule does not apply. */
type Rule = { means: string; of(input: RuleInput): number | null }

const MINUTE_MS = 60_000
const LARGE_MINOR = 1_000_00
const TRANSFER_LARGE_MINOR = 500_00
/** Payments above it are reported by law in most of Europe (Directive (EU) 2015/849); structuring stays just below. */
const REPORTED_MINOR = 10_000_00
const JUST_UNDER = 0.9

/** Mostly harmless cases stay below the alert threshold of 0.60, hardly ever harmless ones are above 0.85. */
export const RULES = {
  cold_start_large_amount: {
    means: 'A large amount from a user without a history.',
    // Many first purchases are large: review, no alert.
    of: ({ entry, before }) => (before.length === 0 && entry.base >= LARGE_MINOR ? 0.45 : null),
  },
  first_transaction_amount: {
    means: "The first transaction of a user is larger than 99.9 % of the client's last 1,000 first transactions.",
    // One in a thousand, and the last chance to review before money moves.
    of: ({ entry, isFirst, others: { firstLimit } }) =>
      isFirst && firstLimit !== null && entry.base > firstLimit ? 0.65 : null,
  },
  burst_10m: {
    means: 'Many transactions of one user in ten minutes.',
    // People make two or three; five are a script or a test of cards, ten leave no doubt.
    of({ entry, before }) {
      const count = 1 + before.filter(({ at }) => at > entry.at - 10 * MINUTE_MS).length
      if (count >= 10) return 0.9
      return count >= 5 ? 0.65 : null
    },
  },
  new_device_large_transfer: {
    means: 'A transfer of several times the usual amount from a device that is new for the user.',
    // The pattern of an account takeover: the first act is a transfer.
    of({ entry, before }) {
      if (entry.operation !== 'transfer' || entry.device === null || before.length === 0) return null
      if (before.some(({ device }) => device === entry.device)) return null
      const mean = before.reduce((sum, { base }) => sum + base, 0) / before.length
      return entry.base >= TRANSFER_LARGE_MINOR && entry.base > 3 * mean ? 0.7 : null
    },
  },
  shared_device: {
    means: 'At least two other users used the device in the last 30 days.',
    // Families share a device; three users of one client are more often a fraud ring.
    of: ({ deviceUsers }) => (deviceUsers >= 2 ? 0.5 : null),
  },
  merchant_left_out: {
    means: 'The transaction names no merchant, although those of the user usually do.',
    // The highest floor of the level low: nearly all merchants without known frauds score less, so omitting the
    // merchant never lowers the score.
    of: ({ entry }) => (entry.merchant === MISSING ? 0.29 : null),
  },
  device_known_fraud: {
    means: 'A fraud of another user with the device became known in the last 30 days.',
    // Thieves use one device for several victims; a family's shared device is seldom defrauded by its members.
    of: ({ others: { deviceFrauds } }) => (deviceFrauds.n >= 3 ? 0.86 : deviceFrauds.n > 0 ? 0.7 : null),
  },
  account_known_fraud: {
    means: 'A fraud of another user with the account became known in the last 30 days.',
    of: ({ others: { accountFrauds } }) => (accountFrauds.n >= 3 ? 0.86 : accountFrauds.n > 0 ? 0.7 : null),
  },
  card_testing: {
    means: 'Many small amounts from several users on one device in ten minutes.',
    // A shop's terminal has as many; an allow list can name it.
    of({ entry, others: { smallOnDevice } }) {
      const [amounts, users] = [smallOnDevice.n + 1, smallOnDevice.users + 1]
      if (entry.base >= SMALL_MINOR || users < 3) return null
      if (amounts >= 10) return 0.9
      return amounts >= 5 ? 0.65 : null
    },
  },
  structuring: {
    means: 'Several amounts in a day, each just below the reporting threshold.',
    of({ entry, before }) {
      // The transaction itself may be larger: a larger amount must not lower the score.
      if (entry.base < JUST_UNDER * REPORTED_MINOR) return null
      const isJustUnder = ({ base }: Entry) => base >= JUST_UNDER * REPORTED_MINOR && base < REPORTED_MINOR
      const count = before.filter(other => other.at > entry.at - DAY_MS && isJustUnder(other)).length
      return count >= 2 ? 0.7 : null
    },
  },
  refund_without_payment: {
    means: 'A refund from a merchant that the user has not paid in the last 30 days.',
    // Goods may be returned after more than 30 days: review, no alert.
    of({ entry, before }) {
      if (entry.operation !== 'refund' || entry.merchant === null) return null
      const isPaid = before.some(({ operation, merchant }) => operation === 'payment' && merchant === entry.merchant)
      return isPaid ? null : 0.4
    },
  },
} satisfies Record<string, Rule>

export type RuleCode = keyof typeof RULES

export function evaluateRules(
  given: Entry,
  history: History,
  { deviceUsers, others }: Pick<VelocityAggregates, 'deviceUsers' | 'others'>,
): { code: RuleCode; floor: number }[] {
  const entry = imputeMissing(given, history)
  const isFirst = history.count === 0
  const input = { entry, before: entriesWithin(history, entry.at, WINDOW_MS_MAX), isFirst, deviceUsers, others }
  return Object.entries(RULES)
    .map(([code, rule]) => ({ code: code as RuleCode, floor: rule.of(input) }))
    .filter((fired): fired is { code: RuleCode; floor: number } => fired.floor !== null)
    .sort((a, b) => b.floor - a.floor)
}
