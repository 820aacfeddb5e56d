import { isConfusable, latinOf } from '../text/homoglyphs.ts'
import { findBrandImitation } from './brand-imitation.ts'
import { BRAND_WORDS, type Brand, OFFICIAL } from './brands.ts'
import { BAIT_WORDS, COMMON_SITES, hasUserContent, OFFICIAL_SUFFIX, RISKY_TLDS, SHORTENERS } from './domain-lists.ts'
import { type ParsedUrl, parseUrl } from './parse-url.ts'

/** The probability that a URL is malicious, given the reason. Reasons are combined as independent ones. */
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

export type InspectedUrl = NonNullable<ReturnType<typeof inspectUrl>>

const HYPHENS_MANY = 3
const LABELS_MANY = 3

/** Null if the text is no URL. Makes no network request. */
export function inspectUrl(text: string, { isHidden }: { isHidden: boolean }) {
  const parsedUrl = parseUrl(text)
  if (parsedUrl === null) return null
  const { host, registrable, path, port } = parsedUrl
  if (registrable === null && !parsedUrl.isIp && !parsedUrl.isSchemeExplicit) return null
  const domain = registrable?.domain ?? host
  // Some authorities are public suffixes.
  const owner = OFFICIAL.get(domain) ?? OFFICIAL.get(registrable?.suffix ?? '') ?? null
  const isAuthority = OFFICIAL_SUFFIX.test(registrable?.suffix ?? host)
  const isKnown = owner !== null || isAuthority || COMMON_SITES.has(domain)
  const isShortened = SHORTENERS.has(domain)
  const reasons: UrlReason[] = []
  const addReasonIf: AddReasonIf = (condition, reason) => void (condition && reasons.push(reason))
  addReasonIf(!/^https?$/.test(parsedUrl.scheme), 'not_web')
  addReasonIf(parsedUrl.isIp, 'ip_host')
  addReasonIf(parsedUrl.hasUserinfo, 'userinfo')
  addReasonIf(port !== '', 'odd_port')
  addReasonIf(isHidden, 'hidden')
  addReasonIf(isShortened, 'shortener')
  addReasonIf(isKnown && !isShortened && /(?:https?:|[=/])\/\//i.test(decoded(path)), 'redirect')
  const imitates = isKnown || isShortened ? null : findImitation(parsedUrl, addReasonIf)
  if (!isKnown) inspectName(parsedUrl, addReasonIf)
  addReasonIf(parsedUrl.isSchemeExplicit && parsedUrl.scheme === 'http', 'not_encrypted')
  const hard = reasons.filter(reason => reason !== 'not_encrypted' && reason !== 'hidden')
  return {
    parsedUrl,
    /** The same for all notations of a URL. */
    key: `${host}${path.replace(/\/$/, '')}`,
    reasons,
    /** From the reasons, 0 to 1. */
    risk: 1 - reasons.reduce((rest, reason) => rest * (1 - URL_REASONS[reason]), 1),
    imitates,
    owner,
    isAuthority,
    /** On a known site, in a part where every user can publish. */
    hasUserContent: hasUserContent(host, path),
    /** On a known domain, without other reasons than `not_encrypted` or `hidden`. */
    isOfficial: isKnown && hard.length === 0,
  }
}

/** Decodes twice, because a URL may be encoded twice to hide its target. */
function decoded(path: string): string {
  let text = path
  for (let times = 0; times < 2; times += 1)
    text = text.replace(/%[2-7][\da-f]/gi, code => String.fromCharCode(Number.parseInt(code.slice(1), 16)))
  return text
}

type AddReasonIf = (condition: boolean, reason: UrlReason) => void

function findImitation(parsedUrl: ParsedUrl, addReasonIf: AddReasonIf): Brand | null {
  const { unicodeHost, registrable } = parsedUrl
  if (registrable === null) return null
  const labels = unicodeHost.split('.')
  const suffixLabels = registrable.suffix.split('.').length
  const own = labels.at(-1 - suffixLabels) ?? ''
  const name = findBrandImitation(own)
  // Brands own their name in more countries than are listed: such a domain is neither official nor an imitation.
  if (name?.kind === 'word' && isCountrySuffix(registrable.suffix) && name.brand.words.includes(own)) return null
  if (name?.kind === 'spelling' && isCountrySuffix(registrable.suffix) && isWordAsName(parsedUrl, own)) return null
  if (name !== null) {
    addReasonIf(name.kind === 'spelling', 'look_alike_spelling')
    addReasonIf(name.kind === 'word', 'brand_in_name')
    return name.brand
  }
  for (const label of labels.slice(0, -1 - suffixLabels)) {
    const found = findBrandImitation(label)
    if (found === null) continue
    addReasonIf(true, 'brand_in_subdomain')
    return found.brand
  }
  return null
}

/** A word with accents that is also a brand's name: "your order at París.cl". */
function isWordAsName({ isSchemeExplicit, path }: ParsedUrl, own: string): boolean {
  return !isSchemeExplicit && path === '/' && COMMON_NAMES.has(own.normalize('NFD').replace(/\p{M}+/gu, ''))
}
const COMMON_NAMES = new Set(BRAND_WORDS.filter(({ isCommon }) => isCommon).map(({ text }) => text))

function isCountrySuffix(suffix: string): boolean {
  return /^(?:(?:com?|net|org)\.)?[a-z]{2}$/.test(suffix) && !RISKY_TLDS.has(suffix)
}

function inspectName({ host, unicodeHost, registrable, isIp }: ParsedUrl, addReasonIf: AddReasonIf): void {
  if (isIp || host === '') return
  const labels = unicodeHost.split('.')
  addReasonIf(labels.some(hasMixedScripts), 'mixed_script')
  // Accents and ñ are letters of Spanish.
  addReasonIf(/[^\p{Script=Latin}\d.-]/u.test(unicodeHost), 'punycode')
  if (registrable === null) return
  const ending = registrable.suffix.split('.').at(-1)!
  addReasonIf(RISKY_TLDS.has(ending), 'risky_ending')
  addReasonIf(registrable.isFreeHost, 'free_host')
  const name = registrable.domain.slice(0, -registrable.suffix.length - 1)
  const tokens = `${registrable.subdomain}.${name}`.split(/[-.]/)
  addReasonIf(
    tokens.some(token => token !== 'www' && BAIT_WORDS.has(token) && token.length > 2) && tokens.length > 2,
    'bait_words',
  )
  addReasonIf(isRandom(name), 'random_name')
  addReasonIf(unicodeHost.split('-').length > HYPHENS_MANY, 'many_hyphens')
  addReasonIf(registrable.subdomain.split('.').length > LABELS_MANY, 'many_subdomains')
}

function hasMixedScripts(label: string): boolean {
  const isLookAlike = () => /^[a-z0-9-]+$/.test(Array.from(label, latinOf).join(''))
  return Array.from(label).some(isConfusable) && (/[a-z]/i.test(label) || isLookAlike())
}

/** Digits between letters, or more consecutive consonants than words have. */
function isRandom(name: string): boolean {
  return (
    /[a-z]\d+[a-z]/.test(name) ||
    /[bcdfghjklmnpqrstvwxz]{5}/.test(name) ||
    /^(?=.*\d)[a-z\d]{8,}$/.test(name) ||
    /^[a-z]{1,2}\d+$|^\d+[a-z]{1,2}$/.test(name)
  )
}
