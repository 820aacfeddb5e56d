import { isDeepStrictEqual } from 'node:util'
import type { ScoredData } from './profile/events.ts'

/** Frauds of other users known in the 30 days before a transaction, and when the newest became known. */
export type KnownFrauds = { n: number; last: number | null }

/** Aggregates that only rules use. */
export type CrossUserSignals = {
  deviceFrauds: KnownFrauds
  accountFrauds: KnownFrauds
  smallOnDevice: { n: number; users: number }
  /** 99.9th percentile of the client's last first transactions, minor units of the base currency; null for too few. */
  firstLimit: number | null
}

export const NO_SIGNALS: CrossUserSignals = {
  deviceFrauds: { n: 0, last: null },
  accountFrauds: { n: 0, last: null },
  smallOnDevice: { n: 0, users: 0 },
  firstLimit: null,
}

/** Minor units of the base currency: stolen cards are tested with less. */
export const SMALL_MINOR = 10_00
export const SMALL_MS = 10 * 60_000

export const FIRSTS_MAX = 1_000
const FIRSTS_MIN = 200
const FIRSTS_PERCENTILE = 0.999

/** Nearest rank; null for too few amounts. */
export function firstLimitOf(amounts: readonly number[]): number | null {
  if (amounts.length < FIRSTS_MIN) return null
  return amounts.toSorted((a, b) => a - b)[Math.ceil(FIRSTS_PERCENTILE * amounts.length) - 1]!
}

type RecordedSignals = NonNullable<ScoredData['others']>

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

export function signalsOf({ others }: Pick<ScoredData, 'others'>): CrossUserSignals {
  if (others === undefined) return NO_SIGNALS
  const { device_frauds, account_frauds, small_on_device, first_limit } = others
  return {
    ...{ deviceFrauds: device_frauds, accountFrauds: account_frauds },
    ...{ smallOnDevice: small_on_device, firstLimit: first_limit },
  }
}
