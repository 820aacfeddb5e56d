import { prose } from '#values/prose.ts'
import { findDemand, isWarning } from './indicators/demands.ts'
import {
  findSenderMismatch,
  type Indicator,
  MALICIOUS_FROM,
  requestsMistakenCode,
  SUSPICIOUS_FROM,
} from './indicators/indicators.ts'
import { LINKS_MAX } from './links.ts'
import type { IndicatorType } from './localised-texts.ts'
import type { ParsedMessage } from './parse-message.ts'
import type { PhoneNumber } from './phone-numbers.ts'
import type { BrandKind } from './urls/brands.ts'

/** Raise it with any change of a rule, a floor, a list or the lexicon: every analysis records it. */
export const RULES_VERSION = 7

type RuleInput = { parsed: ParsedMessage; indicators: readonly Indicator[]; has(...types: IndicatorType[]): boolean }
type Rule = { description: string; floor(input: RuleInput): number | null }

const SCAM_TYPES: IndicatorType[] = [
  ...(['bank_impersonation', 'delivery_scam', 'prize_scam', 'credential_request', 'government_impersonation'] as const),
  ...(['job_scam', 'crypto_scam', 'family_impersonation'] as const),
]

/**
 * Floors under the model's score. A floor below 0.60 (medium) is for messages that are mostly harmless, one above 0.85
 * (critical) for messages that hardly ever are.
 */
export const RULES = {
  malicious_link_with_story: {
    description: 'A URL that imitates a brand or hides its target, in a message with a known scam or with urgency.',
    floor: ({ parsed, has }) =>
      maxRisk(parsed) >= MALICIOUS_FROM && has(...SCAM_TYPES, 'urgency_language') ? 0.9 : null,
  },
  malicious_link: {
    description: 'A URL that imitates a brand, hides its target or runs a script.',
    floor: ({ parsed }) => (maxRisk(parsed) >= MALICIOUS_FROM ? 0.7 : null),
  },
  suspicious_link_with_story: {
    description: 'A shortened, risky or unusual URL, in a message with a known scam.',
    // Shops shorten links and give prizes, too.
    floor: ({ parsed, has }) => {
      if (maxRisk(parsed) < SUSPICIOUS_FROM) return null
      return has(...SCAM_TYPES.filter(type => type !== 'prize_scam')) ? 0.65 : has('prize_scam') ? 0.4 : null
    },
  },
  sender_mismatch: {
    description: 'A sender with the name of a brand and a link to another domain, in a message with a known scam.',
    floor: ({ parsed, has }) =>
      findSenderMismatch(parsed) === null ? null : has(...SCAM_TYPES, 'urgency_language') ? 0.7 : 0.4,
  },
  new_number_of_family: {
    description: 'A relative with a new number who needs something.',
    floor: ({ indicators }) =>
      indicators.some(({ type, severity }) => type === 'family_impersonation' && severity === 'critical') ? 0.8 : null,
  },
  code_by_mistake: {
    description: 'A code that the reader received, allegedly by mistake, is requested.',
    floor: ({ parsed }) => (requestsMistakenCode(parsed) ? 0.7 : null),
  },
  theft_of_code: {
    description: 'A one-time code that the reader receives is requested.',
    floor: ({ parsed: { code } }) => (code.theft === null ? null : 0.75),
  },
  unusual_demand: {
    description: prose(
      'Demands that no organisation makes: a card for a courier, secrecy, cash, irreversible payments, data in a',
      'reply, premium numbers.',
    ),
    floor: ({ parsed }) => (findDemand(parsed) === null ? null : 0.65),
  },
  call_to_mobile: {
    description:
      'A mobile number to call, in a message of an organisation about a problem. Organisations have other numbers.',
    floor: ({ parsed }) => (isCallToMobile(parsed) ? 0.65 : null),
  },
  organisation_on_personal_number: {
    description: prose(
      'A sender with a mobile number or e-mail address that poses as an organisation, in a message with a known',
      'scam and a contact.',
    ),
    floor: ({ parsed, has }) => (isOnPersonalNumber(parsed) && has(...SCAM_TYPES, 'suspicious_url') ? 0.65 : null),
  },
  safe_account: {
    description: 'Savings are to be moved to an allegedly safe account.',
    floor: ({ parsed }) => {
      const { safeAccount, keepSecret } = parsed.topics
      return safeAccount.length > 0 && keepSecret.length === 0 && !isWarning(parsed) ? 0.7 : null
    },
  },
  gift_card_payment: {
    description: 'Gift cards as a means of payment, which no organisation accepts.',
    floor: ({ parsed }) => {
      const { giftCardPayment, owed, government, moneyAsked, alarm } = parsed.topics
      const isDemanded = owed.length + government.length + moneyAsked.length + alarm.length > 0
      return giftCardPayment.length > 0 && isDemanded ? 0.65 : null
    },
  },
  data_for_prize: {
    description: 'A prize for which bank or personal data are requested.',
    // A lottery asks to sign in at its own site.
    floor: ({ parsed: { topics, links }, has }) => {
      const isAtHome =
        links.length > 0 && links.every(({ isOfficial, hasUserContent }) => isOfficial && !hasUserContent)
      return topics.prize.length > 0 && has('credential_request') && !isAtHome ? 0.65 : null
    },
  },
  easy_work: {
    description: 'Easy work for good pay, with a contact.',
    floor: ({ indicators }) =>
      indicators.some(({ type, severity }) => type === 'job_scam' && severity === 'high') ? 0.65 : null,
  },
  profit_with_link: {
    description: 'Profits from crypto-currencies, with a link.',
    floor: ({ indicators }) =>
      indicators.some(({ type, severity }) => type === 'crypto_scam' && severity === 'high') ? 0.65 : null,
  },
  disguised: {
    description: 'Words or URLs that are disguised from machines, in a message with a known scam.',
    floor: ({ parsed, has }) => {
      const isHidden = parsed.links.some(({ reasons }) => reasons.includes('hidden'))
      return (parsed.disguised > 0 || isHidden) && has(...SCAM_TYPES) && parsed.links.some(link => !link.isOfficial)
        ? 0.7
        : null
    },
  },
  many_links: {
    description: 'More URLs than the analysis lists.',
    floor: ({ parsed }) => (parsed.linkCount > LINKS_MAX ? 0.3 : null),
  },
} as const satisfies Readonly<Record<string, Rule>>

export type RuleName = keyof typeof RULES

export function matchingRules(
  parsed: ParsedMessage,
  indicators: readonly Indicator[],
): { rule: RuleName; floor: number }[] {
  const has = (...types: IndicatorType[]) => indicators.some(({ type }) => types.includes(type))
  return Object.entries<Rule>(RULES).flatMap(([rule, definition]) => {
    const floor = definition.floor({ parsed, indicators, has })
    return floor === null ? [] : [{ rule: rule as RuleName, floor }]
  })
}

const ORGANISATIONS: ReadonlySet<string> = new Set<BrandKind>([
  ...(['bank', 'payment', 'delivery', 'government', 'telecom', 'technology'] as const),
])

function isOfOrganisation({ brands, sender, topics }: ParsedMessage): boolean {
  return (
    brands.some(({ brand }) => ORGANISATIONS.has(brand.kind)) ||
    sender.brand !== null ||
    topics.bank.length + topics.government.length > 0
  )
}

function isCallToMobile(parsed: ParsedMessage): boolean {
  const { phones, topics, message } = parsed
  const digitsOf = (text: string) => text.replace(/\D/g, '')
  const sender = digitsOf(message.sender ?? '')
  const isOther = ({ start, end }: PhoneNumber) => !sender.endsWith(digitsOf(message.text.slice(start, end)).slice(-9))
  const hasProblem =
    topics.alarm.length + topics.owed.length + topics.deliveryProblem.length + topics.urgency.length > 0 ||
    (topics.credential.length > 0 && topics.keepSecret.length === 0)
  const calls = phones.filter(({ use, isMobile }) => use === 'telephone' && isMobile)
  return hasProblem && isOfOrganisation(parsed) && calls.some(phone => sender === '' || isOther(phone))
}

function isOnPersonalNumber(parsed: ParsedMessage): boolean {
  const { sender, links, phones } = parsed
  if (!sender.isPersonal || !isOfOrganisation(parsed)) return false
  return links.some(({ isOfficial }) => !isOfficial) || phones.some(({ use }) => use === 'telephone')
}

function maxRisk({ links }: ParsedMessage): number {
  return Math.max(0, ...links.map(({ risk }) => risk))
}
