import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { Language } from './language.ts'
import WORDS from './phone-number-words.json' with { type: 'json' }
import type { Span } from './text/mapped-text.ts'

export type PhoneNumber = Span & {
  /**
   * `telephone`: the text asks to call or write to the number, or it has international form. `undecided`: the text does
   * not say what the number is, but it is valid in a numbering plan.
   */
  use: 'telephone' | 'undecided'
  /** A mobile or personal number. Organisations have other numbers. */
  isMobile: boolean
  /** A toll-free or shared-cost number, except in North America, where private persons have them, too. */
  isCustomerLine: boolean
  isPremium: boolean
}

export type PhoneContext = { country: string | null; sender: string | null; language: Language }

const RUN = /(?<![\p{L}\p{N}.,/_])(?:\+ ?|00 ?)?\(?\d[\d ().-]{5,40}\d(?![\p{N}\p{L}_])/gu
const DATE = /^(?:\d{4}[-./]\d\d[-./]\d\d|\d\d[-./]\d\d[-./]\d{4})/
const INTERNATIONAL = /^(?:\+|00(?! ?0))/
const DIGITS_MIN = 7
/** E.164. */
const DIGITS_MAX = 15
/** Characters before and after a number that are read for its meaning. */
const READ_BEFORE = 64
const READ_AFTER = 24
const WORDS_BEFORE = 6
/** A parse takes about 10 µs. */
const PARSED_MAX = 64

const CALL_WORDS = new Set(WORDS.call)
/** General words: they mean a telephone number only if no other word describes the number. */
const NUMBER_WORDS = new Set(WORDS.number)
/** Nouns of things with a number. */
const IDENTIFIER_WORDS = new Set(WORDS.identifier)
const FILLER_WORDS = new Set(WORDS.filler)

/** Numbers that the text describes as something else are left out. */
export function phoneNumbersIn(text: string, amounts: readonly Span[], context: PhoneContext): PhoneNumber[] {
  const found: PhoneNumber[] = []
  let parsed = 0
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (DATE.test(run)) continue
    const digits = run.replace(/\D/g, '').length
    if (digits < DIGITS_MIN) continue
    const span = { start: index, end: index + run.length }
    const isInternational = INTERNATIONAL.test(run)
    const role = isInternational && digits <= DIGITS_MAX + 2 ? 'telephone' : classifyNumber(text, span)
    if (role === 'identifier') continue
    if (role === null && (digits > DIGITS_MAX || amounts.some(amount => overlaps(amount, span)))) continue
    parsed += 1
    const plan = parsed > PARSED_MAX ? null : numberingPlanOf(run, context)
    if (role !== 'telephone' && (plan === null || !plan.isValid)) continue
    found.push({
      ...span,
      use: role === 'telephone' ? 'telephone' : 'undecided',
      isMobile: plan?.isMobile ?? false,
      isCustomerLine: plan?.isCustomerLine ?? false,
      isPremium: plan?.isPremium ?? false,
    })
  }
  return found
}

/**
 * What the words around a number describe it as: `unclear` if they name both a telephone and another thing, null if
 * neither. The nearest word before the number that is no filler decides.
 */
function classifyNumber(text: string, { start, end }: Span): 'telephone' | 'identifier' | 'unclear' | null {
  const written = withoutSeries(text.slice(Math.max(0, start - READ_BEFORE), start))
  const before = wordsOf(clauseBefore(folded(written)))
  const words = before.slice(-WORDS_BEFORE).reverse()
  const isCalled = words.some(word => CALL_WORDS.has(word))
  const nearest = words.find(word => !FILLER_WORDS.has(word) && !NUMBER_WORDS.has(word))
  if (nearest !== undefined && CALL_WORDS.has(nearest)) return 'telephone'
  // "Call about parcel 600000000": the verb may mean the number.
  if (nearest !== undefined && IDENTIFIER_WORDS.has(nearest)) return isCalled ? 'unclear' : 'identifier'
  const after = wordsOf(folded(text.slice(end, end + READ_AFTER))).slice(0, 4)
  if (/^(?:is|es)$/.test(after[0] ?? '') && after.some(word => IDENTIFIER_WORDS.has(word)))
    return isCalled ? 'unclear' : 'identifier'
  if (isCalled) return words.some(word => IDENTIFIER_WORDS.has(word)) ? 'unclear' : 'telephone'
  return words.some(word => NUMBER_WORDS.has(word)) ? 'telephone' : null
}

/** Removes the letters of a parcel number: "parcel PBTM 8841207 001". */
function withoutSeries(before: string): string {
  const series = /(?<= )\p{Lu}{2,4} $/u.exec(before)
  if (series === null) return before
  const word = folded(series[0].trim())
  return CALL_WORDS.has(word) || NUMBER_WORDS.has(word) ? before : before.slice(0, series.index)
}

/** The part after the last end of a sentence. Abbreviations ("tel. 900", "no. 5") end no sentence. */
function clauseBefore(text: string): string {
  const ends = Array.from(
    text.matchAll(/(?<!\b(?:tel|telf|tlf|tfno|no|num|nro|ref|exp|n|nr|wsp|cel))[.!?;\n](?=\s)/giu),
  )
  const last = ends.at(-1)
  return last === undefined ? text : text.slice(last.index + 1)
}

function folded(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
}

function wordsOf(text: string): string[] {
  return text.match(/[a-z]+(?:\/[a-z]+)?/g) ?? []
}

function overlaps(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end
}

const COUNTRIES_EN: readonly CountryCode[] = ['US', 'GB', 'AU', 'IN', 'IE', 'NG', 'ZA', 'NZ', 'SG']
const COUNTRIES_ES: readonly CountryCode[] = ['ES', 'MX', 'AR', 'CO', 'CL', 'PE', 'EC', 'VE', 'UY']
const COUNTRIES: Readonly<Record<Language, readonly CountryCode[]>> = {
  ...{ en: COUNTRIES_EN, es: COUNTRIES_ES, other: [...COUNTRIES_ES, ...COUNTRIES_EN] },
}

/** By the plan of the client's country, of the sender's, or else of the language's countries. */
function numberingPlanOf(run: string, { country, sender, language }: PhoneContext): NumberingPlan | null {
  const written = run.replace(/^00 ?/, '+')
  if (written.startsWith('+')) return parseInPlan(written, undefined)
  const ofSender = sender === null || !sender.startsWith('+') ? undefined : parsePhoneNumberFromString(sender)?.country
  const known = [country ?? '', ofSender ?? ''].filter(one => isSupportedCountry(one))
  let premium: NumberingPlan | null = null
  for (const one of known.length > 0 ? known : COUNTRIES[language]) {
    const found = parseInPlan(written, one as CountryCode)
    if (!found?.isValid || (premium !== null && !found.isCustomerLine)) continue
    // 600 numbers are premium in Argentina and customer lines in Chile.
    if (!found.isPremium) return found
    premium = found
  }
  return premium
}

type NumberingPlan = { isValid: boolean; isMobile: boolean; isCustomerLine: boolean; isPremium: boolean }
const CUSTOMER_LINE = new Set(['TOLL_FREE', 'SHARED_COST', 'UAN'])
/** Shorter mobile numbers, such as South Africa's 082 1959, are network services. */
const MOBILE_DIGITS_MIN = 8
const MOBILE = new Set(['MOBILE', 'PERSONAL_NUMBER', 'VOIP', 'PAGER'])

function parseInPlan(text: string, country: CountryCode | undefined): NumberingPlan | null {
  const number = parsePhoneNumberFromString(text, { ...(country && { defaultCountry: country }), extract: false })
  if (number === undefined) return null
  const type = number.getType() ?? ''
  const isService = number.nationalNumber.length < MOBILE_DIGITS_MIN
  return {
    ...{ isValid: number.isValid(), isMobile: MOBILE.has(type) && !isService, isPremium: type === 'PREMIUM_RATE' },
    isCustomerLine: CUSTOMER_LINE.has(type) && number.countryCallingCode !== '1',
  }
}
