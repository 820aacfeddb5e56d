import type { Analysis } from '../classify.ts'
import type { Evidence, Message, Source } from '../message.ts'

/** The sealed part of an analysis: the message, its quotes and the texts for the recipient. */
export type Content = {
  text: string
  sender: string | null
  urls: readonly string[]
  evidence: EvidencePosition[]
  descriptions: string[]
  links: (Omit<Analysis['url_analysis']['urls'][number], 'evidence'> & { evidence: EvidencePosition })[]
  recommendations: string[]
}

/** Without the quote, which the stored message contains. */
type EvidencePosition = Omit<Evidence, 'text'>

export function contentOf(
  { text, sender, extractedUrls }: Pick<Message, 'text' | 'sender' | 'extractedUrls'>,
  { threat_indicators, url_analysis, recommendations }: Analysis,
): Content {
  return {
    ...{ text, sender, urls: extractedUrls, recommendations },
    evidence: threat_indicators.map(({ evidence }) => positionOf(evidence)),
    descriptions: threat_indicators.map(({ description }) => description),
    links: url_analysis.urls.map(url => ({ ...url, evidence: positionOf(url.evidence) })),
  }
}

export function evidenceOf(
  { text, sender, urls }: Pick<Content, 'text' | 'sender' | 'urls'>,
  position: EvidencePosition,
): Evidence {
  const sources: Record<Source, string> = {
    text,
    sender: sender ?? '',
    extracted_urls: urls[position.index ?? 0] ?? '',
  }
  return { ...position, text: sources[position.source].slice(position.start, position.end) }
}

/** Per malicious URL, the highest risk first: its registrable domain, else its host, else its scheme. */
export function maliciousDomains({ links }: Pick<Content, 'links'>): string[] {
  const malicious = links.filter(({ verdict }) => verdict === 'malicious').sort((a, b) => b.risk - a.risk)
  const schemeOf = (url: string) => url.slice(0, url.indexOf(':') + 1).toLowerCase()
  return [...new Set(malicious.map(({ domain, host, url }) => domain ?? (host || schemeOf(url))))]
}

function positionOf({ text: _, ...place }: Evidence): EvidencePosition {
  return place
}
