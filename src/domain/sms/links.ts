import { type Evidence, EXTRACTED_URLS_MAX, evidenceIn, type Message } from './message.ts'
import type { Mapped } from './text/mapped.ts'
import { normalise } from './text/normalise.ts'
import { type Extracted, extractUrls } from './urls/extract.ts'
import { type Inspected, inspectUrl } from './urls/inspect.ts'

export type Link = Inspected & { url: string; evidence: Evidence }

/** So many different addresses are inspected; what comes behind them is counted. */
export const LINKS_MAX = 64

export type Links = { links: readonly Link[]; found: number; inText: readonly Extracted[] }

/** The different addresses of a message: of its text first, then those that only the caller found. */
export function linksOf(message: Message, plain: Mapped): Links {
  const inText = extractUrls(plain)
  const links: Link[] = []
  const keys = new Set<string>()
  const uninspected = new Set<string>()

  function take(url: string, isHidden: boolean, evidence: () => Evidence): void {
    if (links.length === LINKS_MAX) return void uninspected.add(url.toLowerCase())
    const inspected = inspectUrl(url, { isHidden })
    if (inspected === null || keys.has(inspected.key)) return
    keys.add(inspected.key)
    links.push({ ...inspected, url, evidence: evidence() })
  }
  for (const { url, isHidden, span } of inText) take(url, isHidden, () => evidenceIn('text', message.text, span))
  for (const [index, given] of message.extractedUrls.slice(0, EXTRACTED_URLS_MAX).entries()) {
    const [found] = extractUrls(normalise(given.slice(0, GIVEN_LENGTH_MAX)))
    // The caller says that it is one: also where the text of a message would not be taken for an address.
    const whole = { url: given.trim(), isHidden: false, span: { start: 0, end: given.length } }
    const { url, isHidden, span } = found ?? whole
    if (url !== '') take(url, isHidden, () => evidenceIn('extracted_urls', given, span, index))
  }
  return { links, found: links.length + uninspected.size, inText }
}
/** Of a longer one the beginning tells where it leads. */
const GIVEN_LENGTH_MAX = 10_240
