import { type MappedText, type Span, sourceSpanOf } from '../text/mapped-text.ts'
import { BRAND_WORDS } from './brands.ts'
import { WORD_TLDS } from './domain-lists.ts'
import { registrableDomainOf } from './parse-url.ts'
import { refang } from './refang.ts'

export type ExtractedUrl = {
  /** Refanged. */
  url: string
  span: Span
  /** Whether it was defanged. */
  isHidden: boolean
}

const RUN = /[^\s<>"“”„«»`{}|\\^]+/gu
const MAY_HOLD_ADDRESS = /[\p{L}\p{N}-]\.[\p{L}\p{N}]|:/u
/** The start of a URL with a scheme, also within another URL. */
const SCHEME =
  /https?(?::\/\/|%3a%2f%2f)|(?:ftp|whatsapp|tg|intent|market):\/\/|(?<![\p{L}\p{N}])(?:javascript:|vbscript:|data:[a-z]+\/)/giu
const HOST = /[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}._-]*/gu
const AFTER_HOST = /^(?::\d{1,5})?(?:[/?#].*)?/su
const IP = /^\d{1,3}(?:\.\d{1,3}){3}$/
/** At the end of a URL, these belong to the sentence. */
const TRAILING = '.,;:!?\'’)]}>*_~"…-'

/** Runs that may contain a URL; later ones are ignored. */
export const URLS_MAX = 1_000

/** Takes linear time. */
export function extractUrls(plain: MappedText): ExtractedUrl[] {
  const refanged = refang(plain)
  const found: ExtractedUrl[] = []
  let hidden = 0
  let candidates = 0
  for (const { 0: run, index } of refanged.text.matchAll(RUN)) {
    if (!MAY_HOLD_ADDRESS.test(run)) continue
    candidates += 1
    if (candidates > URLS_MAX) break
    for (const { start, end } of urlsIn(run)) {
      if (found.length === URLS_MAX) return found
      const span = { start: index + start, end: index + end }
      while (hidden < refanged.hidden.length && refanged.hidden[hidden]!.end <= span.start) hidden += 1
      const isHidden = hidden < refanged.hidden.length && refanged.hidden[hidden]!.start < span.end
      found.push({ url: run.slice(start, end), span: sourceSpanOf(refanged, span), isHidden })
    }
  }
  return found
}

function urlsIn(run: string): Span[] {
  const starts = Array.from(run.matchAll(SCHEME), ({ index }) => index)
  const named = starts.flatMap((start, at) => {
    const end = trimmedEnd(run, start, endOfHost(run, start, starts[at + 1] ?? run.length))
    return /^[a-z]+(?:%3a%2f%2f|:\/{0,2}).*[\p{L}\p{N}]/isu.test(run.slice(start, end)) ? [{ start, end }] : []
  })
  return [...bareUrlsIn(run.slice(0, starts[0] ?? run.length)), ...named]
}

/** Ends the URL before a character that no host has, or before other scripts: `https://example.com👉here`. */
function endOfHost(run: string, start: number, end: number): number {
  const before = AUTHORITY.exec(run.slice(start, end))
  if (before === null) return end
  const { scheme = '', host = '' } = before.groups!
  const at = host.search(NO_HOST)
  if (host.includes('@') || at < 0) return end
  return start + scheme.length + at
}
const AUTHORITY = /^(?<scheme>(?:https?|ftp):\/{2,8})(?<host>[^/?#]{1,320})/i
const NO_HOST = /(?<=\.[a-zA-Z]{2,24})\P{ASCII}[^.]*$|[^\p{L}\p{N}\p{M}.。_:%[\]-]|:(?!\d|[^\]]*\])/u

/** URLs without a scheme. */
function bareUrlsIn(part: string): Span[] {
  const found: Span[] = []
  let until = 0
  for (const { 0: letters, index } of part.matchAll(HOST)) {
    if (index < until) continue
    const host = letters.replace(/[._-]{1,64}$/, '')
    if (!host.includes('.')) continue
    const rest = host === letters ? AFTER_HOST.exec(part.slice(index + host.length))![0] : ''
    const isMail = part[index - 1] === '@' || part[index + host.length] === '@'
    const isBeforeColon = /^: ?(?!\d)/.test(part.slice(index + host.length, index + host.length + 2))
    if (isMail || !isUrl(host, rest, isBeforeColon)) continue
    until = trimmedEnd(part, index, index + host.length + rest.length)
    found.push({ start: index, end: until })
  }
  return found
}

/** Suffixes that hardly ever begin a sentence. */
const UNAMBIGUOUS_SUFFIXES = new Set(['com', 'net', 'org', 'co.uk', 'com.mx', 'com.ar', 'com.co', 'gov', 'info', 'xyz'])
const BRAND_NAMES = new Set(BRAND_WORDS.map(({ text }) => text.replaceAll(' ', '')))

function isUrl(host: string, rest: string, isBeforeColon: boolean): boolean {
  const hasPath = rest.length > 1
  if (IP.test(host)) return hasPath
  const registrable = registrableDomainOf(host.toLowerCase())
  if (registrable === null) return false
  const { domain, suffix } = registrable
  if (hasPath || /^www\./i.test(host)) return true
  const ending = host.slice(host.lastIndexOf('.') + 1)
  // "See you.Live long", "your order.Com…" are new sentences, "Amazon.Com" is a name.
  if (/^\p{Lu}\p{Ll}/u.test(ending) && (ending === 'Info' || !/^\p{Lu}\p{Ll}/u.test(host))) return false
  // "Out for delivery.info: https://…"
  if (suffix === 'info' && isBeforeColon) return false
  if (UNAMBIGUOUS_SUFFIXES.has(suffix)) return true
  const name = domain.slice(0, -suffix.length - 1)
  const isMadeUp = /[\d-]/.test(name) || BRAND_NAMES.has(name) || registrable.subdomain !== ''
  return isMadeUp || (WORD_TLDS.has(suffix) ? name.length >= NAME_LENGTH_LONG : name.length >= NAME_LENGTH_MIN)
}
const NAME_LENGTH_MIN = 3
const NAME_LENGTH_LONG = 9

function trimmedEnd(run: string, start: number, end: number): number {
  let open = 0
  for (let at = start; at < end; at += 1) open += run[at] === '(' ? 1 : run[at] === ')' ? -1 : 0
  while (end > start && TRAILING.includes(run[end - 1]!)) {
    if (run[end - 1] === ')' && open++ >= 0) break
    end -= 1
  }
  return end
}
