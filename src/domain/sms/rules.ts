import { findDemand, isWarning } from './indicators/demands.ts'
import {
  findSenderMismatch,
  type Indicator,
  type IndicatorType,
  MALICIOUS_FROM,
  requestsMistakenCode,
  SUSPICIOUS_FROM,
} from './indicators/indicators.ts'
import { LINKS_MAX } from './links.ts'
import type { ParsedMessage } from './parse-message.ts'
import type { PhoneNumber } from './phone-numbers.ts'
import type { BrandKind } from './urls/brands.ts'

/** Raise it with any change of a rule, a floor, a list or the lexicon: every analysis says by which rules it was made. */
export const RULES_VERSION = 7

type RuleInput = { parsed: ParsedMessage; indicators: readonly Indicator[]; has(...types: IndicatorType[]): boolean }
type Rule = { means: string; of(seen: RuleInput): number | null }

/** What stories of deceit are about. */
const SCAM_TYPES: IndicatorType[] = [
  ...(['bank_impersonation', 'delivery_scam', 'prize_scam', 'credential_request', 'government_impersonation'] as const),
  ...(['job_scam', 'crypto_scam', 'family_impersonation'] as const),
]

/**
 * Floors under the model's score, which they never lower. What is harmless more often than not stays below 0.60 ("look at it"), what
 * hardly ever is lies above 0.85 ("do not touch it").
 */
export const RULES = {
  malicious_link_with_story: {
    means: 'An address that imitates or hides, in a message that tells a known story or puts under pressure.',
    of: ({ parsed, has }) => (maxRisk(parsed) >= MALICIOUS_FROM && has(...SCAM_TYPES, 'urgency_language') ? 0.9 : null),
  },
  malicious_link: {
    means: 'An address that imitates a brand, hides its name or runs a script.',
    of: ({ parsed }) => (maxRisk(parsed) >= MALICIOUS_FROM ? 0.7 : null),
  },
  suspicious_link_with_story: {
    means: 'A shortened, risky or odd address, in a message that tells a known story.',
    // Shops shorten links, too, and give prizes: those two together are no more than worth a look.
    of: ({ parsed, has }) => {
      if (maxRisk(parsed) < SUSPICIOUS_FROM) return null
      return has(...SCAM_TYPES.filter(type => type !== 'prize_scam')) ? 0.65 : has('prize_scam') ? 0.4 : null
    },
  },
  sender_mismatch: {
    means:
      'A sender that calls itself after a brand, and a link that leads elsewhere, in a message that tells a known story.',
    of: ({ parsed, has }) =>
      findSenderMismatch(parsed) === null ? null : has(...SCAM_TYPES, 'urgency_language') ? 0.7 : 0.4,
  },
  new_number_of_family: {
    means: 'Somebody of the family with a new number, who needs something.',
    of: ({ indicators }) =>
      indicators.some(({ type, severity }) => type === 'family_impersonation' && severity === 'critical') ? 0.8 : null,
  },
  code_by_mistake: {
    means: 'A code is asked for that came to the reader, by mistake as it says.',
    of: ({ parsed }) => (requestsMistakenCode(parsed) ? 0.7 : null),
  },
  theft_of_code: {
    means: 'A one-time code that the reader gets is asked for.',
    of: ({ parsed: { code } }) => (code.theft === null ? null : 0.75),
  },
  unusual_demand: {
    means:
      'Demands that no organisation makes: a card for a courier, silence, cash, payments that nobody can take back, data in an answer, premium numbers.',
    of: ({ parsed }) => (findDemand(parsed) === null ? null : 0.65),
  },
  call_to_mobile: {
    means:
      'A mobile number to call, in a message that speaks as an organisation and of a problem. Organisations have other numbers.',
    of: ({ parsed }) => (isCallToMobile(parsed) ? 0.65 : null),
  },
  organisation_on_personal_number: {
    means: 'A mobile number or an e-mail address that speaks as an organisation, tells a known story and leads on.',
    of: ({ parsed, has }) => (isOnPersonalNumber(parsed) && has(...SCAM_TYPES, 'suspicious_url') ? 0.65 : null),
  },
  safe_account: {
    means: 'Savings are to be moved to an account that is said to be safe.',
    of: ({ parsed }) => {
      const { safeAccount, keepSecret } = parsed.topics
      return safeAccount.length > 0 && keepSecret.length === 0 && !isWarning(parsed) ? 0.7 : null
    },
  },
  gift_card_payment: {
    means: 'Gift cards as a means of payment, which no organisation takes.',
    of: ({ parsed }) => {
      const { giftCardPayment, owed, government, moneyAsked, alarm } = parsed.topics
      const isDemanded = owed.length + government.length + moneyAsked.length + alarm.length > 0
      return giftCardPayment.length > 0 && isDemanded ? 0.65 : null
    },
  },
  data_for_prize: {
    means: 'A prize for which bank or personal data are to be sent.',
    // A lottery's own site is signed in to for news of a ticket.
    of: ({ parsed: { topics, links }, has }) => {
      const isAtHome =
        links.length > 0 && links.every(({ isOfficial, hasUserContent }) => isOfficial && !hasUserContent)
      return topics.prize.length > 0 && has('credential_request') && !isAtHome ? 0.65 : null
    },
  },
  easy_work: {
    means: 'Easy work for good pay, with a way to answer.',
    of: ({ indicators }) =>
      indicators.some(({ type, severity }) => type === 'job_scam' && severity === 'high') ? 0.65 : null,
  },
  profit_with_link: {
    means: 'Profits from crypto-currencies, with a link.',
    of: ({ indicators }) =>
      indicators.some(({ type, severity }) => type === 'crypto_scam' && severity === 'high') ? 0.65 : null,
  },
  disguised: {
    means: 'Words or addresses that are disguised from machines, in a message that tells a known story.',
    of: ({ parsed, has }) => {
      const isHidden = parsed.links.some(({ reasons }) => reasons.includes('hidden'))
      return (parsed.disguised > 0 || isHidden) && has(...SCAM_TYPES) && parsed.links.some(link => !link.isOfficial)
        ? 0.7
        : null
    },
  },
  many_links: {
    means: 'More addresses than are told of.',
    of: ({ parsed }) => (parsed.linkCount > LINKS_MAX ? 0.3 : null),
  },
} as const satisfies Readonly<Record<string, Rule>>

export type RuleName = keyof typeof RULES

/** Which rules hold, with their floors. */
export function matchingRules(
  parsed: ParsedMessage,
  indicators: readonly Indicator[],
): { rule: RuleName; floor: number }[] {
  const has = (...types: IndicatorType[]) => indicators.some(({ type }) => types.includes(type))
  return Object.entries<Rule>(RULES).flatMap(([rule, { of }]) => {
    const floor = of({ parsed, indicators, has })
    return floor === null ? [] : [{ rule: rule as RuleName, floor }]
  })
}

/** Kinds of brands that write to their customers. */
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
