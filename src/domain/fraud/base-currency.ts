import { exponentOf } from '#values/currencies.ts'
import rates from './rates.json' with { type: 'json' }

/** For features and velocity only, never for money. */
export const BASE_CURRENCY = 'EUR'
/** Frozen, so that a score repeated in years uses the same rates. */
export const RATES_OF = '2025-07-01'

/** Base currency per major unit, about three digits. */
const ratesByCurrency = new Map(Object.entries(rates))

/** Rounded. Throws for a currency that `money.ts` does not accept. */
export function toBaseMinor(minor: number, currency: string): number {
  return Math.round(minor * perMinor(currency))
}

export function fromBaseMinor(base: number, currency: string): number {
  return Math.round(base / perMinor(currency))
}

function perMinor(currency: string): number {
  const [rate, exponent] = [ratesByCurrency.get(currency), exponentOf(currency)]
  if (rate === undefined || exponent === undefined) throw new Error(`${currency} has no rate`)
  return (rate * 10 ** exponentOf(BASE_CURRENCY)!) / 10 ** exponent
}
