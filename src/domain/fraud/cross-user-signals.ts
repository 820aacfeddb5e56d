import { isDeepStrictEqual } from 'node:util'
import type { ScoredData } from './profile/events.ts'

/**
 * Reported frauds of other users that became known in the 30 days up to a transaction's time, and when the newest did.
 */
export type KnownFrauds = { n: number; last: number | null }

/** What is known across users that only rules look at. */
export type CrossUserSignals = {
  /** With the transaction's device, and from its account. */
  deviceFrauds: KnownFrauds
  accountFrauds: KnownFrauds
  /**
   * Small amounts of other users on the device in the minutes up to the transaction: how many, and of how many users.
   */
  smallOnDevice: { n: number; users: number }
  /**
   * The amount that nearly none of the last first transactions of the client's users exceed, as it was before this
   * transaction entered; minor units of the base currency. Null while there are too few of them.
   */
  firstLimit: number | null
}

export const NO_SIGNALS: CrossUserSignals = {
  deviceFrauds: { n: 0, last: null },
  accountFrauds: { n: 0, last: null },
  smallOnDevice: { n: 0, users: 0 },
  firstLimit: null,
}

/** Minor units of the base currency: what stolen cards are tried with. */
export const SMALL_MINOR = 10_00
/** In which small amounts on one device are counted. */
export const SMALL_MS = 10 * 60_000

/**
 * First transactions of a client's users that a first one is compared with: at most so many, and with fewer than the
 * least with none.
 */
export const FIRSTS_MAX = 1_000
const FIRSTS_MIN = 200
const FIRSTS_PERCENTILE = 0.999

/** The 99.9th percentile (nearest rank) of amounts; null of too few. */
export function firstLimitOf(amounts: readonly number[]): number | null {
  if (amounts.length < FIRSTS_MIN) return null
  return amounts.toSorted((a, b) => a - b)[Math.ceil(FIRSTS_PERCENTILE * amounts.length) - 1]!
}

type RecordedSignals = NonNullable<ScoredData['others']>

/** As a score records them; nothing where nothing is known. */
export function toRecordedSignals(signals: CrossUserSignals): { others?: RecordedSignals } {
  if (isDeepStrictEqual(signals, NO_SIGNALS)) return {}
  const { deviceFrauds, accountFrauds, smallOnDevice, firstLimit } = signals
  return {
    others: {
      ...{ device_frauds: deviceFrauds, account_frauds: accountFrauds },
      ...{ small_on_device: smallOnDevice, first_limit: firstLimit },
    },
  }
}

/** As they were when a score was made. */
export function signalsOf({ others }: Pick<ScoredData, 'others'>): CrossUserSignals {
  if (others === undefined) return NO_SIGNALS
  const { device_frauds, account_frauds, small_on_device, first_limit } = others
  return {
    ...{ deviceFrauds: device_frauds, accountFrauds: account_frauds },
    ...{ smallOnDevice: small_on_device, firstLimit: first_limit },
  }
}
