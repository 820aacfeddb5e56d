import { LEVEL_SCORE_MIN, levelOf, roundScore } from '#values/risk-levels.ts'
import type { Analysis, UrlAnalysis, UrlVerdict, VerdictReason } from './analysis.ts'
import { findDemand, IF_NOT_YOU } from './indicators/demands.ts'
import {
  findSenderMismatch,
  type Indicator,
  type IndicatorType,
  indicatorsOf,
  MALICIOUS_FROM,
  SUSPICIOUS_FROM,
} from './indicators/indicators.ts'
import type { Link } from './links.ts'
import { type Advice, adviceText, descriptionOf } from './localised-texts.ts'
import { type Evidence, evidenceIn } from './message.ts'
import type { ParsedMessage } from './parse-message.ts'
import { matchingRules, RULES_VERSION, type RuleName } from './rules.ts'
import { type Span, sourceSpanOf } from './text/mapped-text.ts'
import type { Brand, BrandKind } from './urls/brands.ts'

export type SmsModelOutput = {
  /** Calibrated probability of phishing. */
  probability: number
  /** Share of the words that occurred in training, 0 to 1. */
  knownWordShare: number
  /** Per link, the probability that its URL is phishing. */
  links: readonly number[]
  /** The words of the skeleton with the highest weight for phishing. */
  findHeaviestWords?: () => Span | null
}

/** `threshold`: the score from which a message is phishing, chosen on validation data. */
export type ModelSettings = { version: string; threshold: number }

export const RULES_ONLY: ModelSettings = { version: `v0.${RULES_VERSION}.0`, threshold: 0.5 }

/** From this probability on, the model's output for a URL is a reason. */
const LIKE_PHISHING_FROM = 0.9
const LIKE_PHISHING_WEIGHT = 0.3

export function classify(
  parsed: ParsedMessage,
  output: SmsModelOutput | null,
  { version, threshold }: ModelSettings,
): Analysis {
  const seen = indicatorsOf(parsed)
  const fired = matchingRules(parsed, seen).filter(({ rule }) => !isOverruled(rule, output))
  const floor = Math.max(0, ...fired.map(({ floor }) => floor))
  const score = roundScore(Math.max(probabilityOf(parsed, seen, output), floor))
  const isPhishing = score >= threshold
  const indicators = isPhishing ? withExplanation(parsed, seen, output) : seen
  const urls = parsed.links.map((link, at) => analyseUrl(parsed, link, output?.links[at] ?? 0, isPhishing))
  const level = levelOf(score)
  const { language } = parsed
  return {
    is_phishing: isPhishing,
    risk_level: level,
    risk_score: score,
    confidence_score: confidenceOf(parsed, output, score),
    threat_indicators: indicators.map(one => ({ ...one, description: descriptionOf(one.type, language) })),
    sender_analysis: { is_known_contact: parsed.sender.isKnownContact, sender_type: parsed.sender.type },
    url_analysis: {
      urls_found: parsed.linkCount,
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

/** Adds an indicator that explains the verdict if the others do not: a demand, or the words with the highest weight. */
function withExplanation(
  parsed: ParsedMessage,
  seen: readonly Indicator[],
  output: SmsModelOutput | null,
): readonly Indicator[] {
  if (seen.some(({ severity }) => severity !== 'low')) return seen
  const { message, skeleton, links } = parsed
  const demand = findDemand(parsed)
  if (demand !== null) return [{ type: 'phishing_wording', severity: 'high', evidence: demand }, ...seen]
  const words = output?.findHeaviestWords?.() ?? null
  const evidence =
    words === null
      ? (links.find(link => !link.isOfficial)?.evidence ?? links[0]?.evidence)
      : evidenceIn('text', message.text, sourceSpanOf(skeleton, words))
  return evidence === undefined ? seen : [{ type: 'phishing_wording', severity: 'high', evidence }, ...seen]
}

/** From this probability on, no cap applies to a message without links, codes and published lines. */
const MODEL_TRUSTED_FROM = 0.85
/** Below this probability, rules that depend on words alone do not apply. */
const MODEL_TRUSTED_BELOW = 0.03
/** Words can be negated and quoted in more ways than these rules recognise. */
const TEXT_ONLY_RULES: ReadonlySet<RuleName> = new Set<RuleName>(['theft_of_code', 'unusual_demand'])

function isOverruled(rule: RuleName, output: SmsModelOutput | null): boolean {
  return output !== null && output.probability < MODEL_TRUSTED_BELOW && TEXT_ONLY_RULES.has(rule)
}

function probabilityOf(parsed: ParsedMessage, seen: readonly Indicator[], output: SmsModelOutput | null): number {
  const probability = output?.probability ?? 0
  const { words, links, publishedLines, code } = parsed
  const isBare = links.length + publishedLines.length === 0 && !code.containsCode
  const isTrusted = probability >= MODEL_TRUSTED_FROM && words.length > 0 && isBare
  return isTrusted ? probability : Math.min(probability, scoreCapOf(parsed, seen))
}

/** Caps of the model's probability for harmless forms of messages, which are rare in the training data. */
const SCORE_CAPS = {
  ...{ oneTimeCode: 0.15, ownDomain: 0.25, noContact: 0.25, namedLikeSender: LEVEL_SCORE_MIN.medium },
  customerService: LEVEL_SCORE_MIN.medium,
  ...{ reply: LEVEL_SCORE_MIN.medium, undecidedNumber: LEVEL_SCORE_MIN.medium, other: 1 },
} as const

/**
 * Caps apply to one-time codes without contact, to notices that link only to the organisation that they name, and to
 * notices of short codes or names to which one can only reply. The floors of rules are higher.
 */
function scoreCapOf(parsed: ParsedMessage, indicators: readonly Indicator[]): number {
  const { phones, mails, disguised, skeleton, words, links } = parsed
  if (words.length === 0 && links.length === 0) return SCORE_CAPS.noContact
  const isScamWithoutLink = indicators.some(({ type }) => SCAMS_WITHOUT_LINK.has(type))
  // Order and parcel numbers look like leet.
  const isDisguised = disguised > skeleton.leet
  const hasContact = phones.some(({ use }) => use === 'telephone') || mails.length > 0
  if (isDisguised || isScamWithoutLink) return SCORE_CAPS.other
  if (hasContact) return isCustomerService(parsed, indicators) ? SCORE_CAPS.customerService : SCORE_CAPS.other
  const most = scoreCapWithoutNumber(parsed, indicators)
  if (phones.length === 0) return most
  // A number without context may be one to call, which is suspicious if the message has no other contact.
  const { urgency, alarm, owed } = parsed.topics
  const isPressing = indicators.length + urgency.length + alarm.length + owed.length > 0
  const isOnlyWay = links.length === 0 && isPressing
  return isOnlyWay ? SCORE_CAPS.other : Math.max(most, SCORE_CAPS.undecidedNumber)
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
    return isHarmless ? SCORE_CAPS.namedLikeSender : SCORE_CAPS.other
  }
  const isSentOn = topics.callToAction.length > 0
  if ((topics.oneTimeCode.length > 0 || code.containsCode) && !isSentOn && !asksSecret) return SCORE_CAPS.oneTimeCode
  // The reader can neither call a name or short code nor reply to a name.
  if (asksSecret || (sender.type !== 'short_code' && sender.type !== 'alphanumeric')) return SCORE_CAPS.other
  return isSentOn ? SCORE_CAPS.reply : SCORE_CAPS.noContact
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
const SCAMS_WITHOUT_LINK: ReadonlySet<string> = new Set([
  ...(['family_impersonation', 'job_scam', 'crypto_scam', 'prize_scam', 'wrong_number'] satisfies IndicatorType[]),
])

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

function analyseUrl(parsed: ParsedMessage, link: Link, phishingLikeness: number, isPhishing: boolean): UrlAnalysis {
  const mismatch = findSenderMismatch(parsed)
  const reasons: VerdictReason[] = [...link.reasons]
  let rest = 1 - link.risk
  if (!link.isOfficial && phishingLikeness >= LIKE_PHISHING_FROM) {
    reasons.push('like_known_phishing')
    rest *= 1 - LIKE_PHISHING_WEIGHT
  }
  if (mismatch?.link === link) {
    reasons.push('sender_mismatch')
    rest *= 0.5
  }
  const isBait = isPhishing && !link.isOfficial
  if (isBait) reasons.push('in_phishing_message')
  const risk = roundScore(Math.max(1 - rest, isBait ? MALICIOUS_FROM : 0))
  return {
    url: link.url,
    host: link.parsedUrl.host,
    domain: link.parsedUrl.registrable?.domain ?? null,
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

function isNotOfficial({ verdict }: UrlAnalysis): boolean {
  return verdict !== 'official'
}

const CONFIDENCE_FACTORS = { language: 0.85, unknownWords: 0.8, short: 0.75, disagreement: 0.8, noModel: 0.6 } as const
const KNOWN_MIN = 0.5
const WORDS_MIN = 4
const DISAGREEMENT = 0.5

function confidenceOf({ language, words }: ParsedMessage, output: SmsModelOutput | null, score: number): number {
  let confidence = 0.5 + Math.abs(score - 0.5)
  if (language === 'other') confidence *= CONFIDENCE_FACTORS.language
  if (words.length < WORDS_MIN) confidence *= CONFIDENCE_FACTORS.short
  if (output === null) return roundScore(confidence * CONFIDENCE_FACTORS.noModel)
  if (output.knownWordShare < KNOWN_MIN) confidence *= CONFIDENCE_FACTORS.unknownWords
  // Floors and caps of rules can differ from the model.
  if (Math.abs(score - output.probability) > DISAGREEMENT) confidence *= CONFIDENCE_FACTORS.disagreement
  return roundScore(confidence)
}

function adviceFor(params: {
  isPhishing: boolean
  isLow: boolean
  indicators: readonly Indicator[]
  hasLinks: boolean
}): Advice[] {
  const { isPhishing, isLow, indicators, hasLinks } = params
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
