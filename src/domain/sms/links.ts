import { type Evidence, EXTRACTED_URLS_MAX, evidenceIn, type Message } from './message.ts'
import type { MappedText } from './text/mapped-text.ts'
import { normalise } from './text/normalise.ts'
import { extractUrls } from './urls/extract-urls.ts'
import { type InspectedUrl, inspectUrl } from './urls/inspect-url.ts'
import { URL_LENGTH_MAX } from './urls/parse-url.ts'

export type Link = InspectedUrl & { url: string; evidence: Evidence }

/** Distinct URLs of an analysis, those with the highest risk. */
export const LINKS_MAX = 64
/** Inspecting so many takes a few milliseconds; further ones are only counted. */
const INSPECTED_MAX = 256

/** Characters of all `extractedUrls` that are read, which takes a few milliseconds. */
const EXTRACTED_URLS_LENGTH_MAX = 32_768

/** The distinct URLs of a message: those of its text, then those that only the caller found. */
export function linksOf(message: Message, plain: MappedText) {
  const inText = extractUrls(plain)
  const byKey = new Map<string, Link>()
  const counted = new Set<string>()

  function add(url: string, isHidden: boolean, evidence: () => Evidence): void {
    if (byKey.size === INSPECTED_MAX) return void counted.add(url)
    const inspected = inspectUrl(url, { isHidden })
    if (inspected === null || byKey.has(inspected.key)) return
    byKey.set(inspected.key, { ...inspected, url, evidence: evidence() })
  }
  for (const { url, isHidden, span } of inText) add(url, isHidden, () => evidenceIn('text', message.text, span))
  const added = new Set(inText.map(({ url }) => url))
  let left = EXTRACTED_URLS_LENGTH_MAX
  for (const [index, extracted] of message.extractedUrls.slice(0, EXTRACTED_URLS_MAX).entries()) {
    if (added.has(extracted)) continue
    added.add(extracted)
    if (left <= 0) {
      counted.add(extracted)
      continue
    }
    const clipped = extracted.slice(0, Math.min(URL_LENGTH_MAX, left))
    left -= clipped.length
    const [found] = extractUrls(normalise(clipped))
    // The caller declares it a URL, even if it would not be one in a text.
    const whole = { url: extracted.trim(), isHidden: false, span: { start: 0, end: extracted.length } }
    const { url, isHidden, span } = found ?? whole
    if (url !== '') add(url, isHidden, () => evidenceIn('extracted_urls', extracted, span, index))
  }
  return { links: riskiestOf([...byKey.values()]), count: byKey.size + counted.size, inText }
}

/** Keeps the order. Many harmless URLs must not displace a risky one. */
function riskiestOf(links: readonly Link[]): readonly Link[] {
  if (links.length <= LINKS_MAX) return links
  const worst = new Set([...links].sort((a, b) => b.risk - a.risk).slice(0, LINKS_MAX))
  return links.filter(link => worst.has(link))
}
