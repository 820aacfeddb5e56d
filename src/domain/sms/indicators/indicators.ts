import { RISK_LEVELS, type RiskLevel } from '#values/risk-levels.ts'
import type { Link } from '../links.ts'
import type { Looked } from '../look.ts'
import { type Evidence, evidenceIn } from '../message.ts'
import { sourceOf } from '../text/mapped.ts'
import type { Found } from '../text/phrases.ts'
import type { Brand, BrandKind } from '../urls/brands.ts'
import type { Topic } from './lexicon.ts'

export const INDICATOR_TYPES = [
  ...([
    'bank_impersonation',
    'delivery_scam',
    'prize_scam',
    'urgency_language',
    'suspicious_url',
    'credential_request',
  ] as const),
  ...(['government_impersonation', 'family_impersonation', 'job_scam', 'crypto_scam', 'wrong_number'] as const),
  'phishing_wording',
] as const
export type IndicatorType = (typeof INDICATOR_TYPES)[number]

export type Indicator = { type: IndicatorType; severity: RiskLevel; evidence: Evidence }

/** An address with so much against it is shown, or counts as malicious. */
export const SUSPICIOUS_FROM = 0.3
export const MALICIOUS_FROM = 0.7
/** So many addresses are told of one by one. */
const LINKS_TOLD_MAX = 5
/** "New phone, same number". */
const SAME_NUMBER =
  /\b(?:same number|number(?:.?s| is| stays) (?:still )?the same|mismo numero|numero (?:es|sigue siendo) el mismo)\b/
/** A stranger's opening is short. */
const OPENING_LENGTH_MAX = 240

/** What of a message is like a known kind of deceit, each with what was seen; the same message always gives the same ones. */
export function indicatorsOf(looked: Looked): Indicator[] {
  const { topics, links, phones, mails, amounts, sender, message, brands, code } = looked
  const has = (...some: Topic[]) => some.some(topic => topics[topic].length > 0)
  const strange = links.filter(({ isOfficial }) => !isOfficial)
  const isLed = strange.length > 0
  const imitated = strange.map(({ imitates }) => imitates).filter(brand => brand !== null)
  const named = [...brands.map(({ brand }) => brand), ...(sender.brand === null ? [] : [sender.brand]), ...imitated]
  const names = (...kinds: BrandKind[]) => named.some(({ kind }) => kinds.includes(kind))
  const imitates = (...kinds: BrandKind[]) => imitated.some(({ kind }) => kinds.includes(kind))
  /** Nothing but official addresses, if any, and no other way to answer than what everybody has. */
  const isReachable = isLed || phones.length > 0 || mails.length > 0 || has('callToAction')
  const keepsSecret = has('keepSecret') && !isLed
  const found: Indicator[] = []

  function tell(type: IndicatorType, severity: RiskLevel, ...seen: (readonly Found[] | Evidence | undefined)[]): void {
    for (const one of seen) {
      const evidence = one === undefined ? undefined : 'source' in one ? one : evidenceOf(one)
      if (evidence === undefined) continue
      found.push({ type, severity, evidence })
      return
    }
  }
  const evidenceOf = ([first]: readonly Found[]) =>
    first && evidenceIn('text', message.text, sourceOf(looked.skeleton, first))
  const mentions = (...kinds: BrandKind[]) => brands.filter(({ brand }) => kinds.includes(brand.kind))
  const linkTo = (...kinds: BrandKind[]) =>
    strange.find(link => link.imitates !== null && kinds.includes(link.imitates.kind))?.evidence
  /** The sender's name, where that alone says whom the message pretends to come from. */
  const callsItself = (...kinds: BrandKind[]) =>
    sender.brand !== null && kinds.includes(sender.brand.kind) ? evidenceOfSender(message.sender ?? '') : undefined
  const worst = (led: RiskLevel, not: RiskLevel) => (isLed ? led : not)

  const asksCode = code.theft !== null || asksByMistake(looked)
  const asksSecret = (has('credential') && !keepsSecret) || asksCode
  const alarms = has('alarm') && !keepsSecret
  if ((names('bank', 'payment') || has('bank')) && (alarms || asksSecret) && isReachable)
    tell(
      'bank_impersonation',
      names('bank', 'payment') ? worst('critical', 'medium') : worst('high', 'medium'),
      topics.alarm,
      mentions('bank', 'payment'),
      topics.bank,
      topics.credential,
      callsItself('bank', 'payment'),
    )
  else if (imitates('bank', 'payment')) tell('bank_impersonation', 'critical', linkTo('bank', 'payment'))

  const isDelivery = names('delivery') || has('delivery')
  if (
    isDelivery &&
    has('deliveryProblem') &&
    (isLed || (has('callToAction') && links.length === 0 && amounts.length > 0))
  )
    tell('delivery_scam', worst('high', 'medium'), topics.deliveryProblem)
  else if (imitates('delivery')) tell('delivery_scam', 'critical', linkTo('delivery'))

  if (topics.prize.length > 1 && (isReachable || amounts.length > 0))
    tell('prize_scam', worst('high', 'medium'), topics.prize)

  if (
    (names('government') || has('government')) &&
    (has('owed') || alarms || asksSecret) &&
    (isLed || phones.length > 0)
  )
    tell(
      'government_impersonation',
      names('government') ? worst('critical', 'high') : worst('high', 'medium'),
      mentions('government'),
      topics.government,
      topics.owed,
      linkTo('government'),
      callsItself('government'),
    )
  else if (imitates('government')) tell('government_impersonation', 'critical', linkTo('government'))

  if (asksSecret)
    tell(
      'credential_request',
      asksCode ? 'high' : worst('high', 'medium'),
      code.theft === null ? undefined : [code.theft],
      asksCode ? topics.codeAsked : topics.credential,
    )

  const isNewNumber = has('newNumber') && !SAME_NUMBER.test(looked.skeleton.text)
  if (has('familyOpener') && (isNewNumber || (has('moneyAsked') && !sender.isKnownContact)))
    tell(
      'family_impersonation',
      isNewNumber && (has('moneyAsked', 'urgency') || phones.length > 0) ? 'critical' : 'medium',
      topics.familyOpener,
    )

  if ((has('job') && (has('dailyPay') || amounts.length > 0)) || (has('dailyPay') && isReachable && amounts.length > 0))
    if (isReachable) tell('job_scam', has('job') && has('dailyPay') ? 'high' : 'medium', topics.job, topics.dailyPay)

  if (has('crypto') && has('profit')) tell('crypto_scam', worst('high', 'medium'), topics.profit, topics.crypto)
  else if (imitates('crypto')) tell('crypto_scam', 'high', linkTo('crypto'))

  if (has('wrongNumber') && links.length === 0 && message.text.length <= OPENING_LENGTH_MAX && !sender.isKnownContact)
    tell('wrong_number', 'low', topics.wrongNumber)

  const isThreat = found.length > 0
  // Codes expire: a note that brings one puts nobody under pressure.
  const isOrdinaryCode = code.isHeld && !isLed && !asksSecret
  if (has('urgency') && !isOrdinaryCode)
    tell('urgency_language', isThreat && isLed ? 'high' : isThreat ? 'medium' : 'low', topics.urgency)
  return [...found, ...suspiciousLinks(looked, strange)]
}

/** "If a contact asks you for a code", "si alguien le pide un código". */
const IF_ASKED = [
  /\bif (?:an?|any|some)\w*(?: \w+){0,2} asks? (?:you )?(?:for|to)\b/,
  /\bsi (?:un|alg)\w*(?: \w+)? (?:te|les?|os) pid\w+\b/,
]

/** Whether a message asks for a code that came by mistake, and does not only warn of those who do. */
export function asksByMistake({ topics, skeleton }: Pick<Looked, 'topics' | 'skeleton'>): boolean {
  if (topics.codeAsked.length === 0 || topics.mistake.length === 0 || topics.keepSecret.length > 0) return false
  return !IF_ASKED.some(pattern => pattern.test(skeleton.text))
}

/** The name without what is around it. */
function evidenceOfSender(sender: string): Evidence {
  const start = sender.length - sender.trimStart().length
  return evidenceIn('sender', sender, { start, end: sender.trimEnd().length })
}

/** The brand that a sender calls itself after, while a link leads elsewhere. */
export function mismatchOf({ sender, links }: Looked): { brand: Brand; link: Link } | null {
  if (sender.brand === null) return null
  const link = links.find(({ isOfficial }) => !isOfficial)
  return link === undefined || links.some(({ owner }) => owner === sender.brand) ? null : { brand: sender.brand, link }
}

function suspiciousLinks(looked: Looked, strange: readonly Link[]): Indicator[] {
  const mismatch = mismatchOf(looked)
  const severityOf = ({ risk }: Link): RiskLevel => (risk >= MALICIOUS_FROM ? 'critical' : 'high')
  const told = strange
    .filter(({ risk }) => risk >= SUSPICIOUS_FROM)
    .map(link => ({ type: 'suspicious_url' as const, severity: severityOf(link), evidence: link.evidence }))
    .sort((a, b) => RISK_LEVELS.indexOf(b.severity) - RISK_LEVELS.indexOf(a.severity))
    .slice(0, LINKS_TOLD_MAX)
  if (told.length > 0 || mismatch === null) return told
  return [{ type: 'suspicious_url', severity: 'high', evidence: mismatch.link.evidence }]
}
