import { type Evidence, EXTRACTED_URLS_MAX, evidenceIn, type Message } from './message.ts'
import type { Mapped } from './text/mapped.ts'
import { normalise } from './text/normalise.ts'
import { URL_LENGTH_MAX } from './urls/address.ts'
import { type Extracted, extractUrls } from './urls/extract.ts'
import { type Inspected, inspectUrl } from './urls/inspect.ts'

export type Link = Inspected & { url: string; evidence: Evidence }

/** So many different addresses are told of, those with the most against them. */
export const LINKS_MAX = 64
/** So many are inspected, which takes a few milliseconds; what comes behind them is counted. */
const INSPECTED_MAX = 256

/** What the caller found is read up to here, all together: a message has few addresses, and reading these takes a few milliseconds. */
const GIVEN_READ_MAX = 32_768

export type Links = { links: readonly Link[]; found: number; inText: readonly Extracted[] }

/** The different addresses of a message: of its text first, then those that only the caller found. */
export function linksOf(message: Message, plain: Mapped): Links {
  const inText = extractUrls(plain)
  const byKey = new Map<string, Link>()
  const counted = new Set<string>()

  function take(url: string, isHidden: boolean, evidence: () => Evidence): void {
    if (byKey.size === INSPECTED_MAX) return void counted.add(url)
    const inspected = inspectUrl(url, { isHidden })
    if (inspected === null || byKey.has(inspected.key)) return
    byKey.set(inspected.key, { ...inspected, url, evidence: evidence() })
  }
  for (const { url, isHidden, span } of inText) take(url, isHidden, () => evidenceIn('text', message.text, span))
  const taken = new Set(inText.map(({ url }) => url))
  let left = GIVEN_READ_MAX
  for (const [index, given] of message.extractedUrls.slice(0, EXTRACTED_URLS_MAX).entries()) {
    if (taken.has(given)) continue
    taken.add(given)
    if (left <= 0) {
      counted.add(given)
      continue
    }
    const shown = given.slice(0, Math.min(URL_LENGTH_MAX, left))
    left -= shown.length
    const [found] = extractUrls(normalise(shown))
    // The caller says that it is one: also where the text of a message would not be taken for an address.
    const whole = { url: given.trim(), isHidden: false, span: { start: 0, end: given.length } }
    const { url, isHidden, span } = found ?? whole
    if (url !== '') take(url, isHidden, () => evidenceIn('extracted_urls', given, span, index))
  }
  return { links: worstOf([...byKey.values()]), found: byKey.size + counted.size, inText }
}

/** Whoever fills a message with harmless addresses hides none behind them. The order stays. */
function worstOf(links: readonly Link[]): readonly Link[] {
  if (links.length <= LINKS_MAX) return links
  const worst = new Set([...links].sort((a, b) => b.risk - a.risk).slice(0, LINKS_MAX))
  return links.filter(link => worst.has(link))
}
