import { exponentOf } from './currencies.ts'
import { Rejection } from './errors.ts'

/**
 * Money is integer minor units inside and a JSON number in major units outside, and is only converted here. Every
 * amount up to this one survives JSON's doubles exactly, with three digits to spare.
 */
export const AMOUNT_MINOR_MAX = 1_000_000_000_000

export type AmountProblem = { field: 'amount' | 'currency'; reason: string }

const NO_CURRENCY: AmountProblem = {
  field: 'currency',
  reason: 'must be an upper-case ISO 4217 code of a circulating currency',
}

/**
 * Minor units, or why the amount is invalid. Shifts the shortest decimal text of the double, which is what the caller
 * wrote, because 8.2 * 100 is 819.9999999999999. Nothing is rounded.
 */
export function toMinor(amount: number, currency: string): number | AmountProblem {
  const exponent = exponentOf(currency)
  if (exponent === undefined) return NO_CURRENCY
  if (!Number.isFinite(amount) || amount <= 0) return NOT_POSITIVE
  if (amount > AMOUNT_MINOR_MAX) return tooLarge(exponent, currency)
  const [, whole, decimals = ''] = /^(\d+)(?:\.(\d+))?$/.exec(String(amount)) ?? []
  return whole === undefined ? tooPrecise(exponent, currency) : fromDigits(whole, decimals, exponent, currency)
}

/** For statements: read digit by digit, without a double in between. */
export function textToMinor(text: string, currency: string): number | AmountProblem {
  const exponent = exponentOf(currency)
  if (exponent === undefined) return NO_CURRENCY
  const [, whole, decimals = ''] = /^(\d{1,15})(?:\.(\d{1,15}))?$/.exec(text) ?? []
  if (whole === undefined) return { field: 'amount', reason: 'must be a decimal number such as 100.25' }
  const minor = fromDigits(whole, decimals.replace(/0+$/, ''), exponent, currency)
  return minor === 0 ? NOT_POSITIVE : minor
}

function fromDigits(whole: string, decimals: string, exponent: number, currency: string): number | AmountProblem {
  if (decimals.length > exponent) return tooPrecise(exponent, currency)
  const minor = Number(whole + decimals.padEnd(exponent, '0'))
  return minor > AMOUNT_MINOR_MAX ? tooLarge(exponent, currency) : minor
}

const NOT_POSITIVE: AmountProblem = { field: 'amount', reason: 'must be a number greater than 0' }

function tooLarge(exponent: number, currency: string): AmountProblem {
  return { field: 'amount', reason: `must be at most ${AMOUNT_MINOR_MAX / 10 ** exponent} ${currency}` }
}

function tooPrecise(exponent: number, currency: string): AmountProblem {
  return { field: 'amount', reason: `must have at most ${exponent} decimals in ${currency}` }
}

export function toMajor(minor: number | bigint, currency: string): number {
  const exponent = exponentOf(currency)
  if (exponent === undefined) throw new Rejection('INTERNAL_ERROR', {}, { message: `no exponent for ${currency}` })
  const digits = String(minor).padStart(exponent + 1, '0')
  return Number(exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`)
}
