import { LEVEL_SCORE_MIN } from '#values/risk-levels.ts'
import { IF_NOT_YOU } from './indicators/demands.ts'
import type { Indicator } from './indicators/indicators.ts'
import type { Link } from './links.ts'
import type { IndicatorType } from './localised-texts.ts'
import type { Evidence } from './message.ts'
import type { ParsedMessage } from './parse-message.ts'
import type { Brand, BrandKind } from './urls/brands.ts'

const SCAMS_WITHOUT_LINK = new Set<IndicatorType>([
  ...(['family_impersonation', 'job_scam', 'crypto_scam', 'prize_scam', 'wrong_number'] as const),
])

/** Caps of the model's probability for harmless forms of messages, which are rare in the training data. */
const SCORE_CAPS = {
  ...{ oneTimeCode: 0.15, ownDomain: 0.25, noContact: 0.25, other: 1 },
  /** With links, numbers or replies that are probably the sender's own. */
  ownContact: LEVEL_SCORE_MIN.medium,
} as const

/**
 * Caps apply to one-time codes without contact, to notices that link only to the organisation that they name, and to
 * notices of short codes or names to which one can only reply. The floors of rules are higher.
 */
export function scoreCapOf(parsed: ParsedMessage, indicators: readonly Indicator[]): number {
  const { phones, mails, disguised, skeleton, words, links } = parsed
  if (words.length === 0 && links.length === 0) return SCORE_CAPS.noContact
  const isScamWithoutLink = indicators.some(({ type }) => SCAMS_WITHOUT_LINK.has(type))
  // Order and parcel numbers look like leet.
  const isDisguised = disguised > skeleton.leet
  const hasContact = phones.some(({ use }) => use === 'telephone') || mails.length > 0
  if (isDisguised || isScamWithoutLink) return SCORE_CAPS.other
  if (hasContact) return isCustomerService(parsed, indicators) ? SCORE_CAPS.ownContact : SCORE_CAPS.other
  const most = scoreCapWithoutNumber(parsed, indicators)
  if (phones.length === 0) return most
  // A number without context may be one to call, which is suspicious if the message has no other contact.
  const { urgency, alarm, owed } = parsed.topics
  const isPressing = indicators.length + urgency.length + alarm.length + owed.length > 0
  const isOnlyWay = links.length === 0 && isPressing
  return isOnlyWay ? SCORE_CAPS.other : Math.max(most, SCORE_CAPS.ownContact)
}

/**
 * Whether a notice of a name or a short code has only its own links and the numbers of an organisation, and no urgency.
 * Numbers of other kinds are for questions, or for readers who did not make the reported transaction.
 */
function isCustomerService(parsed: ParsedMessage, indicators: readonly Indicator[]): boolean {
  const { sender, links, phones, mails, topics, code, skeleton } = parsed
  if (sender.type !== 'short_code' && sender.type !== 'alphanumeric') return false
  if (mails.length > 0 || phones.some(({ isMobile, use }) => isMobile || use === 'undecided')) return false
  if (!links.every(link => isOwnedByNamedBrand(parsed, link))) return false
  // Signing in at the organisation's own site is harmless.
  if (links.length === 0 && indicators.some(({ type }) => type === 'credential_request')) return false
  if (code.containsCode) return true
  if (topics.urgency.length + topics.safeAccount.length > 0) return false
  if (phones.every(({ isCustomerLine }) => isCustomerLine)) return true
  const isUndelivered = topics.deliveryProblem.length > 0 && links.length === 0
  const hasProblem = topics.alarm.length + topics.owed.length > 0 || isUndelivered
  return !hasProblem || IF_NOT_YOU.test(skeleton.text)
}

function scoreCapWithoutNumber(parsed: ParsedMessage, indicators: readonly Indicator[]): number {
  const { topics, links, sender, code } = parsed
  const asksSecret = indicators.some(({ type }) => type === 'credential_request')
  if (links.length > 0) {
    if (links.every(link => isOwnedByNamedBrand(parsed, link))) return SCORE_CAPS.ownDomain
    const isHarmless =
      indicators.length === 0 &&
      links.every(link => isOwnedByNamedBrand(parsed, link) || isNamedLikeSender(parsed, link))
    return isHarmless ? SCORE_CAPS.ownContact : SCORE_CAPS.other
  }
  const isSentOn = topics.callToAction.length > 0
  if ((topics.oneTimeCode.length > 0 || code.containsCode) && !isSentOn && !asksSecret) return SCORE_CAPS.oneTimeCode
  // The reader can neither call a name or short code nor reply to a name.
  if (asksSecret || (sender.type !== 'short_code' && sender.type !== 'alphanumeric')) return SCORE_CAPS.other
  return isSentOn ? SCORE_CAPS.ownContact : SCORE_CAPS.noContact
}

/**
 * Whether an unlisted domain without risk has exactly the name of the sender, or the name with which the text begins:
 * `track.paack.example` in a notice of Paack.
 */
function isNamedLikeSender({ sender, message, plain }: ParsedMessage, { risk, parsedUrl, isOfficial }: Link): boolean {
  const { registrable } = parsedUrl
  if (isOfficial || risk > 0 || registrable === null) return false
  const name = registrable.domain.slice(0, -registrable.suffix.length - 1)
  const beginning = /^[^:\n]{2,40}(?=:)/u.exec(plain.text)?.[0] ?? ''
  const names = [sender.type === 'alphanumeric' ? (message.sender ?? '') : '', beginning].map(alphanumericOf)
  return [name, registrable.domain]
    .map(alphanumericOf)
    .some(one => one.length >= NAME_LENGTH_MIN && names.includes(one))
}
const NAME_LENGTH_MIN = 3

function alphanumericOf(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
/**
 * Whether a link leads to the organisation that the message names: to its own domain, to an authority, or to an
 * official domain if the message names no organisation. Sites with user content do not count.
 */
function isOwnedByNamedBrand(
  parsed: ParsedMessage,
  { isOfficial, isAuthority, hasUserContent, owner, parsedUrl, evidence }: Link,
): boolean {
  if (!isOfficial || hasUserContent) return false
  if (isMerchant(parsed, evidence)) return true
  const { brands, namedBrands, sender, words, message } = parsed
  const ofSender = sender.brand === null ? [] : [sender.brand]
  if (isAuthority || (owner !== null && namedBrands.includes(owner))) return true
  // A common word may not be meant as a name.
  const named = [...brands.filter(({ isCommon }) => !isCommon).map(({ brand }) => brand), ...ofSender]
  if (named.length === 0 || (owner !== null && named.every(brand => areShopAndCarrier(brand, owner)))) return true
  // A common word ("O2", "Three") names the brand if the message links to the brand's domain.
  const name = parsedUrl.registrable?.domain.split('.')[0]
  return message.sender?.toLowerCase() === name || words.some(({ text }) => text === name)
}

/** "A purchase of $20 at TARGET.COM": banks name merchants by their domains. */
function isMerchant({ message, topics, namedBrands }: ParsedMessage, { source, start, end }: Evidence): boolean {
  const ofBank = namedBrands.some(({ kind }) => kind === 'bank')
  if (source !== 'text' || (topics.bank.length === 0 && !ofBank)) return false
  return /\b(?:at|en|in|from) $/iu.test(message.text.slice(0, start)) && !/[/:]/.test(message.text.slice(start, end))
}

/** A shop's notice links to its carrier, and a carrier's notice to the shop. */
function areShopAndCarrier(one: Brand, other: Brand): boolean {
  return one !== other && [one, other].every(({ kind }) => SHIPPING.has(kind))
}
const SHIPPING: ReadonlySet<BrandKind> = new Set(['delivery', 'retail'])
