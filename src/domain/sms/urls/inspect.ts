import { isLookAlike, latinOf } from '../text/homoglyphs.ts'
import { type Address, addressOf } from './address.ts'
import { BRAND_WORDS, type Brand, OFFICIAL } from './brands.ts'
import { BAIT_WORDS, COMMON_SITES, isOpenPlace, OFFICIAL_SUFFIX, RISKY_ENDINGS, SHORTENERS } from './lists.ts'
import { likenessOf } from './look-alike.ts'

/** What speaks against an address, and how much by itself: 1 would be certainty. Reasons add up as independent ones do. */
export const URL_REASONS = {
  not_web: 0.9,
  look_alike_spelling: 0.85,
  brand_in_subdomain: 0.85,
  brand_in_name: 0.75,
  userinfo: 0.75,
  mixed_script: 0.75,
  ip_host: 0.7,
  hidden: 0.5,
  redirect: 0.4,
  odd_port: 0.4,
  punycode: 0.4,
  shortener: 0.35,
  risky_ending: 0.35,
  bait_words: 0.3,
  free_host: 0.3,
  random_name: 0.3,
  many_hyphens: 0.2,
  many_subdomains: 0.2,
  not_encrypted: 0.05,
} as const
export type UrlReason = keyof typeof URL_REASONS

export type Inspected = {
  address: Address
  /** The same for every way of writing the same address. */
  key: string
  reasons: readonly UrlReason[]
  /** By the reasons alone, 0 to 1. */
  risk: number
  /** Whose likeness it takes. */
  imitates: Brand | null
  /** Whose own domain it is. */
  owner: Brand | null
  /** On a domain that is given to authorities, universities and banks only. */
  isAuthority: boolean
  /** On a known site, but where anybody may write. */
  isOpenPlace: boolean
  /** On a domain of a known brand, of an authority, or of a site that everybody knows; and nothing is wrong with the rest. */
  isOfficial: boolean
}

const HYPHENS_MANY = 3
const LABELS_MANY = 3

/** Null when the text is no address. Nothing is asked of the network. */
export function inspectUrl(text: string, { isHidden }: { isHidden: boolean }): Inspected | null {
  const address = addressOf(text)
  if (address === null) return null
  const { host, registered, path, port } = address
  if (registered === null && !address.isIp && !address.isSchemeSaid) return null
  const domain = registered?.domain ?? host
  // Some authorities are a public suffix themselves.
  const owner = OFFICIAL.get(domain) ?? OFFICIAL.get(registered?.suffix ?? '') ?? null
  const isAuthority = OFFICIAL_SUFFIX.test(registered?.suffix ?? host)
  const isKnown = owner !== null || isAuthority || COMMON_SITES.has(domain)
  const reasons: UrlReason[] = []
  const when = (is: boolean, reason: UrlReason) => void (is && reasons.push(reason))
  when(!/^https?$/.test(address.scheme), 'not_web')
  when(address.isIp, 'ip_host')
  when(address.hasUserinfo, 'userinfo')
  when(port !== '', 'odd_port')
  when(isHidden, 'hidden')
  when(isShortened(domain), 'shortener')
  when(isKnown && !isShortened(domain) && /(?:https?:|[=/])\/\//i.test(decoded(path)), 'redirect')
  const likeness = isKnown || isShortened(domain) ? null : imitated(address, when)
  if (!isKnown) judgeName(address, when)
  when(address.isSchemeSaid && address.scheme === 'http', 'not_encrypted')
  const hard = reasons.filter(reason => reason !== 'not_encrypted' && reason !== 'hidden')
  return {
    address,
    key: `${host}${path.replace(/\/$/, '')}`,
    reasons,
    risk: 1 - reasons.reduce((rest, reason) => rest * (1 - URL_REASONS[reason]), 1),
    imitates: likeness,
    owner,
    isAuthority,
    isOpenPlace: isOpenPlace(host, path),
    isOfficial: isKnown && hard.length === 0,
  }
}

/** As often as somebody may have encoded it to hide what it says. */
function decoded(path: string): string {
  let text = path
  for (let times = 0; times < 2; times += 1)
    text = text.replace(/%[2-7][\da-f]/gi, code => String.fromCharCode(Number.parseInt(code.slice(1), 16)))
  return text
}

export function isShortened(domain: string): boolean {
  return SHORTENERS.has(domain)
}

type When = (is: boolean, reason: UrlReason) => void

function imitated(address: Address, when: When): Brand | null {
  const { shownHost, registered } = address
  if (registered === null) return null
  const labels = shownHost.split('.')
  const suffixLabels = registered.suffix.split('.').length
  const own = labels.at(-1 - suffixLabels) ?? ''
  const name = likenessOf(own)
  // Brands have their bare name in many countries, more than are listed; then it is neither official nor an imitation.
  if (name?.how === 'word' && isOfCountry(registered.suffix) && name.brand.words.includes(own)) return null
  if (name?.how === 'spelling' && isOfCountry(registered.suffix) && isWordAsName(address, own)) return null
  if (name !== null) {
    when(name.how === 'spelling', 'look_alike_spelling')
    when(name.how === 'word', 'brand_in_name')
    return name.brand
  }
  for (const label of labels.slice(0, -1 - suffixLabels)) {
    const found = likenessOf(label)
    if (found === null) continue
    when(true, 'brand_in_subdomain')
    return found.brand
  }
  return null
}

/** A word with its accents that is a brand's name, too, and no more than that: "your order at París.cl". */
function isWordAsName({ isSchemeSaid, path }: Address, own: string): boolean {
  return !isSchemeSaid && path === '/' && COMMON_NAMES.has(own.normalize('NFD').replace(/\p{M}+/gu, ''))
}
const COMMON_NAMES = new Set(BRAND_WORDS.filter(({ isCommon }) => isCommon).map(({ text }) => text))

function isOfCountry(suffix: string): boolean {
  return /^(?:(?:com?|net|org)\.)?[a-z]{2}$/.test(suffix) && !RISKY_ENDINGS.has(suffix)
}

function judgeName({ host, shownHost, registered, isIp }: Address, when: When): void {
  if (isIp || host === '') return
  const labels = shownHost.split('.')
  when(labels.some(isMixed), 'mixed_script')
  // Accents and ñ are letters of whoever reads Spanish.
  when(/[^\p{Script=Latin}\d.-]/u.test(shownHost), 'punycode')
  if (registered === null) return
  const ending = registered.suffix.split('.').at(-1)!
  when(RISKY_ENDINGS.has(ending), 'risky_ending')
  when(registered.isFreeHost, 'free_host')
  const name = registered.domain.slice(0, -registered.suffix.length - 1)
  const tokens = `${registered.subdomain}.${name}`.split(/[-.]/)
  when(
    tokens.some(token => token !== 'www' && BAIT_WORDS.has(token) && token.length > 2) && tokens.length > 2,
    'bait_words',
  )
  when(isRandom(name), 'random_name')
  when(shownHost.split('-').length > HYPHENS_MANY, 'many_hyphens')
  when(registered.subdomain.split('.').length > LABELS_MANY, 'many_subdomains')
}

/** Letters of more than one script in a label, one of which looks like another's. */
function isMixed(label: string): boolean {
  return /[a-z]/i.test(label)
    ? Array.from(label).some(isLookAlike)
    : Array.from(label).some(isLookAlike) && isAllLatin(label)
}

function isAllLatin(label: string): boolean {
  return /^[a-z0-9-]+$/.test(Array.from(label, latinOf).join(''))
}

/** Letters and digits that nobody says: digits between letters, or more consonants in a row than words have. */
function isRandom(name: string): boolean {
  return (
    /[a-z]\d+[a-z]/.test(name) ||
    /[bcdfghjklmnpqrstvwxz]{5}/.test(name) ||
    /^(?=.*\d)[a-z\d]{8,}$/.test(name) ||
    /^[a-z]{1,2}\d+$|^\d+[a-z]{1,2}$/.test(name)
  )
}
