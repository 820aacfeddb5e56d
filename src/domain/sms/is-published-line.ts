import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { Span } from './text/mapped-text.ts'
import { BRAND_WORDS, type Brand } from './urls/brands.ts'

/** Brands by the digits of their lines, with and without country code. */
const BY_DIGITS: ReadonlyMap<string, ReadonlySet<Brand>> = byDigits()

/** An announced call from that number does not count, because caller ids can be spoofed. */
export function isPublishedLine(text: string, { start, end }: Span, brands: readonly Brand[]): boolean {
  const owners = BY_DIGITS.get(dialled(text.slice(start, end)))
  if (owners === undefined || !brands.some(brand => owners.has(brand))) return false
  return !CALLED_FROM.test(text.slice(Math.max(0, start - READ_BEFORE), start))
}
const CALLED_FROM = /\b(?:from|desde|del?) (?:(?:the|our|el|nuestro) )?(?:(?:number|line|n[uú]mero|tel[eé]fono) )?$/iu
const READ_BEFORE = 32

/** The digits without prefix: `0034 91 …` and `091 …` are `3491…` and `91…`. */
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
