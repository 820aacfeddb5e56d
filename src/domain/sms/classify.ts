import { levelOf, roundScore } from '#values/risk-levels.ts'
import { findDemand } from './indicators/demands.ts'
import {
  findSenderMismatch,
  type Indicator,
  indicatorsOf,
  MALICIOUS_FROM,
  SUSPICIOUS_FROM,
} from './indicators/indicators.ts'
import type { Link } from './links.ts'
import { type Advice, adviceText, descriptionOf } from './localised-texts.ts'
import { evidenceIn } from './message.ts'
import type { ParsedMessage } from './parse-message.ts'
import { matchingRules, RULES_VERSION, type RuleName } from './rules.ts'
import { scoreCapOf } from './score-cap-of.ts'
import { type Span, sourceSpanOf } from './text/mapped-text.ts'
import type { UrlReason } from './urls/inspect-url.ts'

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

export type Analysis = ReturnType<typeof classify>

export function classify(parsed: ParsedMessage, output: SmsModelOutput | null, { version, threshold }: ModelSettings) {
  const seen = indicatorsOf(parsed)
  const fired = matchingRules(parsed, seen).filter(({ rule }) => !isOverruled(rule, output))
  const floor = Math.max(0, ...fired.map(({ floor }) => floor))
  const score = roundScore(Math.max(probabilityOf(parsed, seen, output), floor))
  const isPhishing = score >= threshold
  const indicators = isPhishing ? withExplanation(parsed, seen, output) : seen
  const urls = parsed.links.map((link, at) => analyseUrl(parsed, link, output?.links[at] ?? 0, isPhishing))
  const level = levelOf(score)
  const advice = adviceFor({
    isPhishing,
    isLow: level === 'low',
    indicators,
    hasLinks: urls.some(({ verdict }) => verdict !== 'official'),
  })
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
    recommendations: advice.map(one => adviceText(one, language)),
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
const TEXT_ONLY_RULES: ReadonlySet<RuleName> = new Set(['theft_of_code', 'unusual_demand'])

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

/** `official`: a URL of a known brand, an authority or a widely known site. */
export const URL_VERDICTS = ['official', 'unremarkable', 'suspicious', 'malicious'] as const
type UrlVerdict = (typeof URL_VERDICTS)[number]

/** From the URL itself, from the model, or from the message that contains it. */
type VerdictReason = UrlReason | 'like_known_phishing' | 'sender_mismatch' | 'in_phishing_message'

function analyseUrl(parsed: ParsedMessage, link: Link, phishingLikeness: number, isPhishing: boolean) {
  const { url, isOfficial, evidence } = link
  const { host, registrable } = link.parsedUrl
  const reasons: VerdictReason[] = [...link.reasons]
  let rest = 1 - link.risk
  if (!isOfficial && phishingLikeness >= LIKE_PHISHING_FROM) {
    reasons.push('like_known_phishing')
    rest *= 1 - LIKE_PHISHING_WEIGHT
  }
  if (findSenderMismatch(parsed)?.link === link) {
    reasons.push('sender_mismatch')
    rest *= 0.5
  }
  const isBait = isPhishing && !isOfficial
  if (isBait) reasons.push('in_phishing_message')
  const risk = roundScore(Math.max(1 - rest, isBait ? MALICIOUS_FROM : 0))
  /** The registrable domain; null if the host is not a domain name. */
  const domain = registrable?.domain ?? null
  return { url, host, domain, verdict: verdictOf(link, risk), reasons, risk, evidence }
}

function verdictOf({ isOfficial }: Link, risk: number): UrlVerdict {
  if (risk >= MALICIOUS_FROM) return 'malicious'
  if (risk >= SUSPICIOUS_FROM) return 'suspicious'
  return isOfficial ? 'official' : 'unremarkable'
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
