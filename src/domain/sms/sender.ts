import { createHash } from 'node:crypto'
import { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { brandsIn } from './brand-mentions.ts'
import { normalise } from './text/normalise.ts'
import { skeletonOf } from './text/skeleton.ts'
import { joinSpacedWords } from './text/spaced-words.ts'
import { wordsOf } from './text/words.ts'
import { BRAND_WORDS, type Brand } from './urls/brands.ts'

export const SENDER_TYPES = [
  ...(['short_code', 'alphanumeric', 'local_number', 'foreign_number', 'email_gateway', 'unknown_number'] as const),
  'known_contact',
] as const
export type SenderType = (typeof SENDER_TYPES)[number]

const SEPARATORS = /[\s().\-/\u00a0\u2010-\u2015]/g
const E164 = /^\+[1-9]\d{6,14}$/
const SHORT_CODE = /^\d{3,6}$/
const MAIL = /^[^\s@]+@[^\s@]+$/
/** The rest of a longer sender is ignored. */
const LENGTH_MAX = 320

export function senderOf(
  sender: string | null,
  { country, contacts }: { country: string | null; contacts: ReadonlySet<string> | null },
) {
  const displayed = normalise((sender ?? '').slice(0, LENGTH_MAX)).text.trim()
  const number = displayed.replace(SEPARATORS, '')
  const isKnownContact = E164.test(number) && contacts?.has(createHash('sha256').update(number).digest('hex')) === true
  const type = isKnownContact ? 'known_contact' : typeOf(displayed, number, country)
  const isPersonal = !isKnownContact && (type === 'email_gateway' || isMobile(number))
  const brand = type === 'alphanumeric' ? brandOf(displayed) : null
  return { type, isKnownContact, isPersonal, brand }
}

function typeOf(displayed: string, number: string, country: string | null): SenderType {
  if (MAIL.test(displayed)) return 'email_gateway'
  if (SHORT_CODE.test(number)) return 'short_code'
  const code = country !== null && isSupportedCountry(country) ? getCountryCallingCode(country) : undefined
  if (E164.test(number) && code !== undefined)
    // No calling code is a prefix of another.
    return number.startsWith(`+${code}`) ? 'local_number' : 'foreign_number'
  return /\p{L}/u.test(displayed) && !/^\d(?:[.,]\d+)?E\+?\d+$/i.test(displayed) ? 'alphanumeric' : 'unknown_number'
}

function isMobile(number: string): boolean {
  return E164.test(number) && parsePhoneNumberFromString(number)?.getType() === 'MOBILE'
}

function brandOf(displayed: string): Brand | null {
  const { text } = skeletonOf(joinSpacedWords(normalise(displayed.replace(/[-_.]/g, ' '))))
  return brandsIn(wordsOf(text), { isName: true })[0]?.brand ?? findTruncatedName(displayed)
}

/** Networks truncate sender names to 11 characters: `Servientreg`. */
const NAME_LENGTH_MAX = 11

function findTruncatedName(displayed: string): Brand | null {
  if (displayed.length !== NAME_LENGTH_MAX) return null
  const name = displayed.toLowerCase()
  const longer = BRAND_WORDS.filter(({ text }) => text.length > NAME_LENGTH_MAX && text.startsWith(name))
  // "Servientrega" before "Servientrega Ecuador".
  return longer.sort((one, other) => one.text.length - other.text.length)[0]?.brand ?? null
}
