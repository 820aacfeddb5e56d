import type { Analysis } from '../analysis.ts'
import type { Evidence, Message, Source } from '../message.ts'

/** What of a message and its analysis is sealed: all that holds or quotes the message, and the words that go with it. */
export type Content = {
  text: string
  sender: string | null
  urls: readonly string[]
  evidence: Place[]
  descriptions: string[]
  links: (Omit<JudgedUrl, 'evidence'> & { evidence: Place })[]
  recommendations: string[]
}
type JudgedUrl = Analysis['url_analysis']['urls'][number]

/** Evidence without what it quotes, which stands in the message beside it. */
type Place = Omit<Evidence, 'text'>

/** Where the content of an analysis is sealed. */
export function contentPlace(analysisId: string): string {
  return `${analysisId}|content`
}

export function contentOf(
  { text, sender, extractedUrls }: Pick<Message, 'text' | 'sender' | 'extractedUrls'>,
  { threat_indicators, url_analysis, recommendations }: Analysis,
): Content {
  return {
    ...{ text, sender, urls: extractedUrls, recommendations },
    evidence: threat_indicators.map(({ evidence }) => placeOf(evidence)),
    descriptions: threat_indicators.map(({ description }) => description),
    links: url_analysis.urls.map(url => ({ ...url, evidence: placeOf(url.evidence) })),
  }
}

/** The evidence as it was, quoting the message again. */
export function evidenceOf({ text, sender, urls }: Pick<Content, 'text' | 'sender' | 'urls'>, place: Place): Evidence {
  const sources: Record<Source, string> = { text, sender: sender ?? '', extracted_urls: urls[place.index ?? 0] ?? '' }
  return { ...place, text: sources[place.source].slice(place.start, place.end) }
}

/** Whom the harmful addresses of a message belong to, the worst first: the registered domains, or hosts that have none; of what leads nowhere and runs, its scheme. */
export function maliciousDomains({ links }: Pick<Content, 'links'>): string[] {
  const malicious = links.filter(({ verdict }) => verdict === 'malicious').sort((a, b) => b.risk - a.risk)
  return [...new Set(malicious.map(({ domain, host, url }) => domain ?? (host || schemeOf(url))))]
}

function schemeOf(url: string): string {
  return url.slice(0, url.indexOf(':') + 1).toLowerCase()
}

function placeOf({ text: _, ...place }: Evidence): Place {
  return place
}
