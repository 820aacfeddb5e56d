import { type Evidence, evidenceIn } from '../message.ts'
import type { ParsedMessage } from '../parse-message.ts'
import type { PhoneNumber } from '../phone-numbers.ts'
import { sourceSpanOf } from '../text/mapped-text.ts'
import { createFinders } from '../text/phrases.ts'
import type { BrandKind } from '../urls/brands.ts'
import { isDenied } from './code-theft.ts'
import DEMANDS from './demands.json' with { type: 'json' }

type Phrase = keyof typeof DEMANDS
/** Banks, carriers and authorities warn of these demands and never make them. */
const FINDERS = createFinders(DEMANDS)

const ORGANISATIONS: ReadonlySet<BrandKind> = new Set(['bank', 'payment', 'delivery', 'government', 'telecom'])

/** Evidence of a demand that no organisation makes, or null. */
export function findDemand(parsed: ParsedMessage): Evidence | null {
  const { topics, phones, namedBrands, sender, words, code, message, skeleton, links } = parsed
  if (code.containsCode || topics.keepSecret.length > 0 || isWarning(parsed)) return null
  const wordIndexes = new Map(words.map(({ start }, at) => [start, at]))
  const evidenceOf = (phrase: Phrase): Evidence | null => {
    const found = FINDERS.get(phrase)!(words).find(
      ({ start }) => !isDenied(skeleton.text, words, wordIndexes.get(start)!),
    )
    return found === undefined ? null : evidenceIn('text', message.text, sourceSpanOf(skeleton, found))
  }
  const mentions = (phrase: Phrase) => FINDERS.get(phrase)!(words).length > 0
  const evidenceOfNumber = (is: (phone: PhoneNumber) => boolean): Evidence | null => {
    const found = phones.find(is)
    return found === undefined ? null : evidenceIn('text', message.text, found)
  }

  if (topics.wrongNumber.length > 0 && mentions('earnings')) return evidenceOf('contact')
  if (topics.dailyPay.length > 0 && mentions('easyWork')) return evidenceOf('easyWork')
  const isMobileToCall = ({ isMobile, use }: PhoneNumber) => isMobile && (use === 'telephone' || links.length === 0)
  const isOfOrganisation =
    sender.brand !== null ||
    namedBrands.some(({ kind }) => ORGANISATIONS.has(kind)) ||
    topics.government.length + topics.delivery.length > 0
  const isOfBank = topics.bank.length > 0 || namedBrands.length > 0
  if (!isOfOrganisation && !isOfBank && topics.alarm.length + topics.owed.length === 0) return null
  // Depots call when they cannot find an address.
  const isOfCarrier =
    topics.bank.length === 0 && namedBrands.length > 0 && namedBrands.every(({ kind }) => kind === 'delivery')
  const isForQuestions = IF_NOT_YOU.test(skeleton.text)
  return (
    evidenceOf('remoteAccess') ??
    (isOfBank && !isOfCarrier ? evidenceOf('awaitCall') : null) ??
    evidenceOf('cardHandedOver') ??
    evidenceOf('cashWithdrawal') ??
    (isOfBank || topics.government.length > 0 ? evidenceOf('secrecy') : null) ??
    evidenceOf('irreversiblePayment') ??
    evidenceOf('dataByReply') ??
    (topics.bank.length + topics.prize.length > 0 && mentions('toBePaid') ? evidenceOf('accept') : null) ??
    evidenceOfNumber(({ isPremium, use }) => isPremium && use === 'telephone') ??
    (isOfOrganisation && mentions('payment')
      ? evidenceOfNumber(phone => isMobileToCall(phone) && !isSender(parsed, phone))
      : null) ??
    (isOfBank && !isForQuestions && phones.length > 0 && mentions('underWay') ? evidenceOf('stopByCall') : null) ??
    (isOfBank && topics.alarm.length > 0 && phones.some(phone => !phone.isCustomerLine) ? evidenceOf('rush') : null)
  )
}

export function isWarning({ skeleton }: Pick<ParsedMessage, 'skeleton'>): boolean {
  return /\b(?:hang up|fraudsters|scammers|criminals|cuelg\w+|estafador\w*|delincuentes)\b/.test(skeleton.text)
}

/** Matches notices for readers who did not make the reported transaction, or who have questions. */
export const IF_NOT_YOU =
  /(?:\bif (?:this|it|that) ?(?:was ?n.?t|is ?n.?t|was not|is not) (?:you|yours)|\bnot you\b|\bif (?:it was )?not\b|did ?n.?t (?:make|do|request|recogni)|do ?n.?t recogni|\bsi no\b|\bno (?:la|lo|le)? ?recono|\bno fu(?:e|iste)\b|\bno ha(?:s)? sido\b|\bdudas\b|\bconsultas\b|\bquestions\b)/

function isSender({ message }: ParsedMessage, { start, end }: PhoneNumber): boolean {
  const digitsOf = (text: string) => text.replace(/\D/g, '').slice(-9)
  return digitsOf(message.sender ?? '') === digitsOf(message.text.slice(start, end))
}
