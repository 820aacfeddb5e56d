import { type Evidence, EXTRACTED_URLS_MAX, evidenceIn, type Message } from './message.ts'
import type { MappedText } from './text/mapped-text.ts'
import { normalise } from './text/normalise.ts'
import { type ExtractedUrl, extractUrls } from './urls/extract-urls.ts'
import { type InspectedUrl, inspectUrl } from './urls/inspect-url.ts'
import { URL_LENGTH_MAX } from './urls/parse-url.ts'

export type Link = InspectedUrl & { url: string; evidence: Evidence }

/** So many different addresses are told of, those with the most against them. */
export const LINKS_MAX = 64
/** So many are inspected, which takes a few milliseconds; what comes behind them is counted. */
const INSPECTED_MAX = 256

/** What the caller found is read up to here, all together: a message has few addresses, and reading these takes a few milliseconds. */
const EXTRACTED_URLS_LENGTH_MAX = 32_768

export type Links = { links: readonly Link[]; count: number; inText: readonly ExtractedUrl[] }

/** The different addresses of a message: of its text first, then those that only the caller found. */
export function linksOf(message: Message, plain: MappedText): Links {
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
    // The caller says that it is one: also where the text of a message would not be taken for an address.
    const whole = { url: extracted.trim(), isHidden: false, span: { start: 0, end: extracted.length } }
    const { url, isHidden, span } = found ?? whole
    if (url !== '') add(url, isHidden, () => evidenceIn('extracted_urls', extracted, span, index))
  }
  return { links: riskiestOf([...byKey.values()]), count: byKey.size + counted.size, inText }
}

/** Whoever fills a message with harmless addresses hides none behind them. The order stays. */
function riskiestOf(links: readonly Link[]): readonly Link[] {
  if (links.length <= LINKS_MAX) return links
  const worst = new Set([...links].sort((a, b) => b.risk - a.risk).slice(0, LINKS_MAX))
  return links.filter(link => worst.has(link))
}
