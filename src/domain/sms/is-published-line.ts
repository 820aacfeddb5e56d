import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { Span } from './text/mapped-text.ts'
import { BRAND_WORDS, type Brand } from './urls/brands.ts'

/** Whose number it is, by the digits that are dialled from abroad and those dialled at home. */
const BY_DIGITS: ReadonlyMap<string, ReadonlySet<Brand>> = byDigits()

/**
 * Whether a number in a text, for the reader to call, is one that one of these brands publishes for its customers.
 * Anyone can seem to call from it: a call that is announced from it is none of its owner.
 */
export function isPublishedLine(text: string, { start, end }: Span, brands: readonly Brand[]): boolean {
  const owners = BY_DIGITS.get(dialled(text.slice(start, end)))
  if (owners === undefined || !brands.some(brand => owners.has(brand))) return false
  return !CALLED_FROM.test(text.slice(Math.max(0, start - READ_BEFORE), start))
}
const CALLED_FROM = /\b(?:from|desde|del?) (?:(?:the|our|el|nuestro) )?(?:(?:number|line|n[uú]mero|tel[eé]fono) )?$/iu
const READ_BEFORE = 32

/** The digits of a number without what is dialled before it: `0034 91 …` and `091 …` are `3491…` and `91…`. */
function dialled(written: string): string {
  return written.replace(/\D/g, '').replace(/^0{1,2}/, '')
}

function byDigits(): Map<string, Set<Brand>> {
  const by = new Map<string, Set<Brand>>()
  for (const brand of new Set(BRAND_WORDS.map(word => word.brand)))
    for (const telephone of brand.telephones) {
      const atHome = parsePhoneNumberFromString(telephone)?.nationalNumber ?? telephone
      for (const digits of [dialled(telephone), dialled(atHome)])
        by.set(digits, (by.get(digits) ?? new Set()).add(brand))
    }
  return by
}
