import { RISK_LEVELS, type RiskLevel } from '#values/risk-levels.ts'
import type { Link } from '../links.ts'
import type { IndicatorType } from '../localised-texts.ts'
import { type Evidence, evidenceIn } from '../message.ts'
import type { ParsedMessage } from '../parse-message.ts'
import { type Span, sourceSpanOf } from '../text/mapped-text.ts'
import type { Brand, BrandKind } from '../urls/brands.ts'
import type { Topic } from './lexicon.ts'

export type Indicator = { type: IndicatorType; severity: RiskLevel; evidence: Evidence }

/** Risks from which a URL is an indicator, or malicious. */
export const SUSPICIOUS_FROM = 0.3
export const MALICIOUS_FROM = 0.7
const SUSPICIOUS_LINKS_MAX = 5
/** "New phone, same number". */
const SAME_NUMBER =
  /\b(?:same number|number(?:.?s| is| stays) (?:still )?the same|mismo numero|numero (?:es|sigue siendo) el mismo)\b/
const OPENING_LENGTH_MAX = 240

export function indicatorsOf(parsed: ParsedMessage): Indicator[] {
  const { topics, links, phones, mails, amounts, sender, message, brands, namedBrands, code } = parsed
  const has = (...some: Topic[]) => some.some(topic => topics[topic].length > 0)
  const unofficial = links.filter(({ isOfficial }) => !isOfficial)
  const hasUnofficialLink = unofficial.length > 0
  const imitated = unofficial.map(({ imitates }) => imitates).filter(brand => brand !== null)
  const named = [...namedBrands, ...imitated]
  const names = (...kinds: BrandKind[]) => named.some(({ kind }) => kinds.includes(kind))
  const imitates = (...kinds: BrandKind[]) => imitated.some(({ kind }) => kinds.includes(kind))
  const isReachable = hasUnofficialLink || phones.length > 0 || mails.length > 0 || has('callToAction')
  const keepsSecret = has('keepSecret') && !hasUnofficialLink
  const found: Indicator[] = []

  function add(type: IndicatorType, severity: RiskLevel, ...seen: (readonly Span[] | Evidence | undefined)[]): void {
    for (const one of seen) {
      const evidence = one === undefined ? undefined : 'source' in one ? one : evidenceOf(one)
      if (evidence === undefined) continue
      found.push({ type, severity, evidence })
      return
    }
  }
  const evidenceOf = ([first]: readonly Span[]) =>
    first && evidenceIn('text', message.text, sourceSpanOf(parsed.skeleton, first))
  const mentions = (...kinds: BrandKind[]) => brands.filter(({ brand }) => kinds.includes(brand.kind))
  const linkTo = (...kinds: BrandKind[]) =>
    unofficial.find(link => link.imitates !== null && kinds.includes(link.imitates.kind))?.evidence
  const senderNamed = (...kinds: BrandKind[]) =>
    sender.brand !== null && kinds.includes(sender.brand.kind) ? evidenceOfSender(message.sender ?? '') : undefined
  const severityByLink = (led: RiskLevel, not: RiskLevel) => (hasUnofficialLink ? led : not)

  const requestsCode = code.theft !== null || requestsMistakenCode(parsed)
  const requestsCredentials = (has('credential') && !keepsSecret) || requestsCode
  const alarms = has('alarm') && !keepsSecret
  if ((names('bank', 'payment') || has('bank')) && (alarms || requestsCredentials) && isReachable)
    add(
      'bank_impersonation',
      names('bank', 'payment') ? severityByLink('critical', 'medium') : severityByLink('high', 'medium'),
      topics.alarm,
      mentions('bank', 'payment'),
      topics.bank,
      topics.credential,
      senderNamed('bank', 'payment'),
    )
  else if (imitates('bank', 'payment')) add('bank_impersonation', 'critical', linkTo('bank', 'payment'))

  const isDelivery = names('delivery') || has('delivery')
  if (
    isDelivery &&
    has('deliveryProblem') &&
    (hasUnofficialLink || (has('callToAction') && links.length === 0 && amounts.length > 0))
  )
    add('delivery_scam', severityByLink('high', 'medium'), topics.deliveryProblem)
  else if (imitates('delivery')) add('delivery_scam', 'critical', linkTo('delivery'))

  if (topics.prize.length > 1 && (isReachable || amounts.length > 0))
    add('prize_scam', severityByLink('high', 'medium'), topics.prize)

  if (
    (names('government') || has('government')) &&
    (has('owed') || alarms || requestsCredentials) &&
    (hasUnofficialLink || phones.length > 0)
  )
    add(
      'government_impersonation',
      names('government') ? severityByLink('critical', 'high') : severityByLink('high', 'medium'),
      mentions('government'),
      topics.government,
      topics.owed,
      linkTo('government'),
      senderNamed('government'),
    )
  else if (imitates('government')) add('government_impersonation', 'critical', linkTo('government'))

  if (requestsCredentials)
    add(
      'credential_request',
      requestsCode ? 'high' : severityByLink('high', 'medium'),
      code.theft === null ? undefined : [code.theft],
      requestsCode ? topics.codeAsked : topics.credential,
    )

  const isNewNumber = has('newNumber') && !SAME_NUMBER.test(parsed.skeleton.text)
  if (has('familyOpener') && (isNewNumber || (has('moneyAsked') && !sender.isKnownContact)))
    add(
      'family_impersonation',
      isNewNumber && (has('moneyAsked', 'urgency') || phones.length > 0) ? 'critical' : 'medium',
      topics.familyOpener,
    )

  if ((has('job') && (has('dailyPay') || amounts.length > 0)) || (has('dailyPay') && isReachable && amounts.length > 0))
    if (isReachable) add('job_scam', has('job') && has('dailyPay') ? 'high' : 'medium', topics.job, topics.dailyPay)

  if (has('crypto') && has('profit')) add('crypto_scam', severityByLink('high', 'medium'), topics.profit, topics.crypto)
  else if (imitates('crypto')) add('crypto_scam', 'high', linkTo('crypto'))

  if (has('wrongNumber') && links.length === 0 && message.text.length <= OPENING_LENGTH_MAX && !sender.isKnownContact)
    add('wrong_number', 'low', topics.wrongNumber)

  const isThreat = found.length > 0
  // A code that expires is no pressure.
  const isOrdinaryCode = code.containsCode && !hasUnofficialLink && !requestsCredentials
  if (has('urgency') && !isOrdinaryCode)
    add('urgency_language', isThreat && hasUnofficialLink ? 'high' : isThreat ? 'medium' : 'low', topics.urgency)
  return [...found, ...suspiciousLinks(parsed, unofficial)]
}

/** "If a contact asks you for a code", "si alguien le pide un código". */
const CONDITIONAL_REQUESTS = [
  /\bif (?:an?|any|some)\w*(?: \w+){0,2} asks? (?:you )?(?:for|to)\b/,
  /\bsi (?:un|alg)\w*(?: \w+)? (?:te|les?|os) pid\w+\b/,
]

/** Whether the message requests a code that was sent by mistake. A warning of such requests does not count. */
export function requestsMistakenCode({ topics, skeleton }: Pick<ParsedMessage, 'topics' | 'skeleton'>): boolean {
  if (topics.codeAsked.length === 0 || topics.mistake.length === 0 || topics.keepSecret.length > 0) return false
  return !CONDITIONAL_REQUESTS.some(pattern => pattern.test(skeleton.text))
}

function evidenceOfSender(sender: string): Evidence {
  const start = sender.length - sender.trimStart().length
  return evidenceIn('sender', sender, { start, end: sender.trimEnd().length })
}

/** The brand of the sender's name and a link to another domain, if no link leads to the brand. */
export function findSenderMismatch({ sender, links }: ParsedMessage): { brand: Brand; link: Link } | null {
  if (sender.brand === null) return null
  const link = links.find(({ isOfficial }) => !isOfficial)
  return link === undefined || links.some(({ owner }) => owner === sender.brand) ? null : { brand: sender.brand, link }
}

function suspiciousLinks(parsed: ParsedMessage, unofficial: readonly Link[]): Indicator[] {
  const mismatch = findSenderMismatch(parsed)
  const severityOf = ({ risk }: Link): RiskLevel => (risk >= MALICIOUS_FROM ? 'critical' : 'high')
  const suspicious = unofficial
    .filter(({ risk }) => risk >= SUSPICIOUS_FROM)
    .map(link => ({ type: 'suspicious_url' as const, severity: severityOf(link), evidence: link.evidence }))
    .sort((a, b) => RISK_LEVELS.indexOf(b.severity) - RISK_LEVELS.indexOf(a.severity))
    .slice(0, SUSPICIOUS_LINKS_MAX)
  if (suspicious.length > 0 || mismatch === null) return suspicious
  return [{ type: 'suspicious_url', severity: 'high', evidence: mismatch.link.evidence }]
}
