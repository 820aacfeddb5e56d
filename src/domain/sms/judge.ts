import { LEVEL_FROM, levelOf, roundedScore } from '#values/risk-levels.ts'
import type { Analysis, JudgedUrl, UrlVerdict, VerdictReason } from './analysis.ts'
import { demandIn, IF_NOT_YOU } from './indicators/demands.ts'
import {
  type Indicator,
  type IndicatorType,
  indicatorsOf,
  MALICIOUS_FROM,
  mismatchOf,
  SUSPICIOUS_FROM,
} from './indicators/indicators.ts'
import type { Link } from './links.ts'
import type { Looked } from './look.ts'
import { type Evidence, evidenceIn } from './message.ts'
import { firedBy, RULES_VERSION, type RuleName } from './rules.ts'
import { sourceOf } from './text/mapped.ts'
import type { Found } from './text/phrases.ts'
import type { Brand, BrandKind } from './urls/brands.ts'
import { type Advice, adviceText, descriptionOf } from './wording.ts'

/** What the model says of a message. */
export type SmsModelOutput = {
  /** That it is phishing, calibrated. */
  probability: number
  /** Which part of its word parts the model knows, 0 to 1. */
  known: number
  /** Of each link in its order, 0 to 1: how like the addresses of known phishing it is. */
  links: readonly number[]
  /** Of the skeleton, the words that weigh most; null where there are none. */
  heaviest?: () => Found | null
}

/** By what is judged: the model's version, and the score from which a message is phishing, as chosen on validation data. */
export type Judging = { version: string; threshold: number }

/** Where the rules stand alone. */
export const RULES_ALONE: Judging = { version: `v0.${RULES_VERSION}.0`, threshold: 0.5 }

/** From so high on, what the model says of an address counts as a reason. */
const LIKE_PHISHING_FROM = 0.9
const LIKE_PHISHING_WEIGHT = 0.3

export function judge(looked: Looked, answer: SmsModelOutput | null, { version, threshold }: Judging): Analysis {
  const seen = indicatorsOf(looked)
  const fired = firedBy(looked, seen).filter(({ rule }) => !isOverruled(rule, answer))
  const floor = Math.max(0, ...fired.map(({ floor }) => floor))
  const score = roundedScore(Math.max(probabilityOf(looked, seen, answer), floor))
  const isPhishing = score >= threshold
  const indicators = isPhishing ? explained(looked, seen, answer) : seen
  const urls = looked.links.map((link, at) => judgedUrl(looked, link, answer?.links[at] ?? 0, isPhishing))
  const level = levelOf(score)
  const { language } = looked
  return {
    is_phishing: isPhishing,
    risk_level: level,
    risk_score: score,
    confidence_score: confidenceOf(looked, answer, score),
    threat_indicators: indicators.map(one => ({ ...one, description: descriptionOf(one.type, language) })),
    sender_analysis: { is_known_contact: looked.sender.isKnownContact, sender_type: looked.sender.type },
    url_analysis: {
      urls_found: looked.linksFound,
      malicious_urls: urls.filter(({ verdict }) => verdict === 'malicious').length,
      urls,
    },
    recommendations: adviceFor({
      isPhishing,
      isLow: level === 'low',
      indicators,
      hasLinks: urls.some(isNotOfficial),
    }).map(advice => adviceText(advice, language)),
    language,
    rules: fired.map(({ rule }): RuleName => rule),
    model_version: version,
    rules_version: RULES_VERSION,
  }
}

/**
 * Indicators of a phishing message: where none of them explains the verdict, the words that weighed most for the model
 * do.
 */
function explained(looked: Looked, seen: readonly Indicator[], answer: SmsModelOutput | null): readonly Indicator[] {
  if (seen.some(({ severity }) => severity !== 'low')) return seen
  const { message, skeleton, links } = looked
  const demand = demandIn(looked)
  if (demand !== null) return [{ type: 'phishing_wording', severity: 'high', evidence: demand }, ...seen]
  const words = answer?.heaviest?.() ?? null
  const evidence =
    words === null
      ? (links.find(link => !link.isOfficial)?.evidence ?? links[0]?.evidence)
      : evidenceIn('text', message.text, sourceOf(skeleton, words))
  return evidence === undefined ? seen : [{ type: 'phishing_wording', severity: 'high', evidence }, ...seen]
}

/** From so high on the model is believed where a message has no address, no code and no customer line of its own. */
const SURE_FROM = 0.85
/** Below this the model is believed where a rule goes by words alone. */
const SURE_BELOW = 0.03
/** Words are denied, quoted and meant otherwise in more ways than rules know. */
const BY_WORDS: ReadonlySet<RuleName> = new Set<RuleName>(['theft_of_code', 'unusual_demand'])

function isOverruled(rule: RuleName, answer: SmsModelOutput | null): boolean {
  return answer !== null && answer.probability < SURE_BELOW && BY_WORDS.has(rule)
}

function probabilityOf(looked: Looked, seen: readonly Indicator[], answer: SmsModelOutput | null): number {
  const probability = answer?.probability ?? 0
  const { words, links, ownLines, code } = looked
  const isBare = links.length + ownLines.length === 0 && !code.isHeld
  const isBelieved = probability >= SURE_FROM && words.length > 0 && isBare
  return isBelieved ? probability : Math.min(probability, mostFor(looked, seen))
}

/** The most that the model may say of what is harmless by its form, of which the data it learned from has next to nothing. */
const MOST = {
  ...{ oneTimeCode: 0.15, ownAddress: 0.25, leadsNowhere: 0.25, namedLikeIt: LEVEL_FROM.medium },
  customerService: LEVEL_FROM.medium,
  ...{ reply: LEVEL_FROM.medium, undecidedNumber: LEVEL_FROM.medium, other: 1 },
} as const

/**
 * Capped are one-time codes that lead nowhere, notes whose only way on is an address of whoever they name, and notes of a short code or of a
 * brand's name from which nothing leads on but an answer. Rules may say more.
 */
function mostFor(looked: Looked, indicators: readonly Indicator[]): number {
  const { phones, mails, disguised, skeleton, words, links } = looked
  // Without words and addresses there is nothing to show.
  if (words.length === 0 && links.length === 0) return MOST.leadsNowhere
  const isStory = indicators.some(({ type }) => STORIES_WITHOUT_LINK.has(type))
  // Numbers of orders and parcels look like words with digits for letters.
  const isDisguised = disguised > skeleton.leet
  const isAnswered = phones.some(({ use }) => use === 'telephone') || mails.length > 0
  if (isDisguised || isStory) return MOST.other
  if (isAnswered) return isCustomerService(looked, indicators) ? MOST.customerService : MOST.other
  const most = mostWithoutNumber(looked, indicators)
  if (phones.length === 0) return most
  // A bare number may be one to call: it is worth a look, and more where the message presses and leads nowhere else.
  const { urgency, alarm, owed } = looked.topics
  const isPressing = indicators.length + urgency.length + alarm.length + owed.length > 0
  const isOnlyWay = links.length === 0 && isPressing
  return isOnlyWay ? MOST.other : Math.max(most, MOST.undecidedNumber)
}

/**
 * Whether a note of a name or a short code leads nowhere but to its own addresses and to numbers as organisations have
 * them, and presses for nothing. Numbers of other kinds are for questions only, or for readers who did not do what the
 * note reports.
 */
function isCustomerService(looked: Looked, indicators: readonly Indicator[]): boolean {
  const { sender, links, phones, mails, topics, code, skeleton } = looked
  if (sender.type !== 'short_code' && sender.type !== 'alphanumeric') return false
  if (mails.length > 0 || phones.some(({ isMobile, use }) => isMobile || use === 'undecided')) return false
  if (!links.every(link => isOfWhomItNames(looked, link))) return false
  // "Sign on at" its own address gives nothing away.
  if (links.length === 0 && indicators.some(({ type }) => type === 'credential_request')) return false
  if (code.isHeld) return true
  if (topics.urgency.length + topics.safeAccount.length > 0) return false
  if (phones.every(({ isCustomerLine }) => isCustomerLine)) return true
  const isUndelivered = topics.deliveryProblem.length > 0 && links.length === 0
  const hasProblem = topics.alarm.length + topics.owed.length > 0 || isUndelivered
  return !hasProblem || IF_NOT_YOU.test(skeleton.text)
}
function mostWithoutNumber(looked: Looked, indicators: readonly Indicator[]): number {
  const { topics, links, sender, code } = looked
  const asksSecret = indicators.some(({ type }) => type === 'credential_request')
  if (links.length > 0) {
    if (links.every(link => isOfWhomItNames(looked, link))) return MOST.ownAddress
    const isHarmless =
      indicators.length === 0 && links.every(link => isOfWhomItNames(looked, link) || isNamedLikeIt(looked, link))
    return isHarmless ? MOST.namedLikeIt : MOST.other
  }
  const isSent = topics.callToAction.length > 0
  if ((topics.oneTimeCode.length > 0 || code.isHeld) && !isSent && !asksSecret) return MOST.oneTimeCode
  // What a name or a short code sends cannot be called, and an answer to a name goes nowhere.
  if (asksSecret || (sender.type !== 'short_code' && sender.type !== 'alphanumeric')) return MOST.other
  return isSent ? MOST.reply : MOST.leadsNowhere
}

/**
 * Whether an address that is not in the lists bears the very name of the sender, or the one with which the text begins:
 * `track.paack.example` in a note of Paack. Nothing may speak against it otherwise.
 */
function isNamedLikeIt({ sender, message, plain }: Looked, { risk, address, isOfficial }: Link): boolean {
  const { registered } = address
  if (isOfficial || risk > 0 || registered === null) return false
  const name = registered.domain.slice(0, -registered.suffix.length - 1)
  const beginning = /^[^:\n]{2,40}(?=:)/u.exec(plain.text)?.[0] ?? ''
  const names = [sender.type === 'alphanumeric' ? (message.sender ?? '') : '', beginning].map(squeezed)
  return [name, registered.domain].map(squeezed).some(one => one.length >= NAME_LENGTH_MIN && names.includes(one))
}
const NAME_LENGTH_MIN = 3

function squeezed(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
const STORIES_WITHOUT_LINK: ReadonlySet<string> = new Set([
  ...(['family_impersonation', 'job_scam', 'crypto_scam', 'prize_scam', 'wrong_number'] satisfies IndicatorType[]),
])

/**
 * Whether an address leads to the organisation that the message names: its own domain, one of an authority, or an official one where the
 * message names no organisation. Where anybody may write, it does not.
 */
function isOfWhomItNames(
  looked: Looked,
  { isOfficial, isAuthority, isOpenPlace, owner, address, evidence }: Link,
): boolean {
  if (!isOfficial || isOpenPlace) return false
  if (isMerchant(looked, evidence)) return true
  const { brands, sender, words, message } = looked
  const ofSender = sender.brand === null ? [] : [sender.brand]
  if (isAuthority || (owner !== null && [...brands.map(({ brand }) => brand), ...ofSender].includes(owner))) return true
  // A word that is said of other things names nobody for sure.
  const named = [...brands.filter(({ isCommon }) => !isCommon).map(({ brand }) => brand), ...ofSender]
  if (named.length === 0 || (owner !== null && named.every(brand => mayShareNote(brand, owner)))) return true
  // Names that are words, too ("O2", "Three"), are no brands in a text; beside their own domain they are.
  const name = address.registered?.domain.split('.')[0]
  return message.sender?.toLowerCase() === name || words.some(({ text }) => text === name)
}

/** "A purchase of $20 at TARGET.COM": banks name merchants by their addresses. */
function isMerchant({ message, topics, sender, brands }: Looked, { source, start, end }: Evidence): boolean {
  const ofBank = [sender.brand, ...brands.map(({ brand }) => brand)].some(brand => brand?.kind === 'bank')
  if (source !== 'text' || (topics.bank.length === 0 && !ofBank)) return false
  return /\b(?:at|en|in|from) $/iu.test(message.text.slice(0, start)) && !/[/:]/.test(message.text.slice(start, end))
}

/** A shop's note leads to its carrier, and a carrier's to the shop. */
function mayShareNote(one: Brand, other: Brand): boolean {
  return one !== other && [one, other].every(({ kind }) => SHIPPING.has(kind))
}
const SHIPPING: ReadonlySet<BrandKind> = new Set(['delivery', 'retail'])

function judgedUrl(looked: Looked, link: Link, like: number, isPhishing: boolean): JudgedUrl {
  const mismatch = mismatchOf(looked)
  const reasons: VerdictReason[] = [...link.reasons]
  let rest = 1 - link.risk
  if (!link.isOfficial && like >= LIKE_PHISHING_FROM) {
    reasons.push('like_known_phishing')
    rest *= 1 - LIKE_PHISHING_WEIGHT
  }
  if (mismatch?.link === link) {
    reasons.push('sender_mismatch')
    rest *= 0.5
  }
  // What leads on from a phishing message leads to the phisher, unless the address is known.
  const isBait = isPhishing && !link.isOfficial
  if (isBait) reasons.push('in_phishing_message')
  const risk = roundedScore(Math.max(1 - rest, isBait ? MALICIOUS_FROM : 0))
  return {
    url: link.url,
    host: link.address.host,
    domain: link.address.registered?.domain ?? null,
    verdict: verdictOf(link, risk),
    reasons,
    risk,
    evidence: link.evidence,
  }
}

function verdictOf({ isOfficial }: Link, risk: number): UrlVerdict {
  if (risk >= MALICIOUS_FROM) return 'malicious'
  if (risk >= SUSPICIOUS_FROM) return 'suspicious'
  return isOfficial ? 'official' : 'unremarkable'
}

function isNotOfficial({ verdict }: JudgedUrl): boolean {
  return verdict !== 'official'
}

/** What takes from the confidence, each a factor. */
const LESS_SURE = { language: 0.85, unknownWords: 0.8, short: 0.75, disagreement: 0.8, noModel: 0.6 } as const
const KNOWN_MIN = 0.5
const WORDS_MIN = 4
const DISAGREEMENT = 0.5

function confidenceOf({ language, words }: Looked, answer: SmsModelOutput | null, score: number): number {
  let confidence = 0.5 + Math.abs(score - 0.5)
  if (language === 'other') confidence *= LESS_SURE.language
  if (words.length < WORDS_MIN) confidence *= LESS_SURE.short
  if (answer === null) return roundedScore(confidence * LESS_SURE.noModel)
  if (answer.known < KNOWN_MIN) confidence *= LESS_SURE.unknownWords
  // Rules may say more than the model, and less.
  if (Math.abs(score - answer.probability) > DISAGREEMENT) confidence *= LESS_SURE.disagreement
  return roundedScore(confidence)
}

function adviceFor(given: {
  isPhishing: boolean
  isLow: boolean
  indicators: readonly Indicator[]
  hasLinks: boolean
}): Advice[] {
  const { isPhishing, isLow, indicators, hasLinks } = given
  const has = (...types: Indicator['type'][]) => indicators.some(({ type }) => types.includes(type))
  if (!isPhishing) return isLow ? ['nothing'] : ['careful', ...(hasLinks ? (['no_link'] as const) : [])]
  const advice: (Advice | false)[] = [
    hasLinks && 'no_link',
    has('family_impersonation') && 'call_family',
    (has('bank_impersonation', 'credential_request', 'suspicious_url', 'delivery_scam', 'government_impersonation') ||
      hasLinks) &&
      'no_data',
    has('bank_impersonation', 'delivery_scam', 'government_impersonation') && 'official_channel',
    has('delivery_scam', 'prize_scam', 'family_impersonation', 'job_scam', 'crypto_scam', 'government_impersonation') &&
      'no_payment',
    'no_reply',
    'delete',
  ]
  return advice.filter(one => one !== false)
}
