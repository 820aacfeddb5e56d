import type { AnalysisAnswer } from './analysis.ts'

type Quote = AnalysisAnswer['threat_indicators'][number]['evidence'] & object

/** A quote with the number that it has on the page, and what it is evidence of. */
export type NumberedQuote = Quote & { number: number; of: string }

/** A part of a text: whether quotes have it, and the numbers of those that end with it. */
export type MarkedPart = { text: string; isMarked: boolean; ending: readonly number[] }

/** Quotes in the order of the analysis: of its indicators, then of its URLs. A place has one number. */
export function evidenceOf({ threat_indicators, url_analysis: { urls } }: AnalysisAnswer): NumberedQuote[] {
  const found: NumberedQuote[] = []
  const add = (quote: Quote | null, of: string) => {
    if (quote === null) return
    const known = found.find(one => placeOf(one) === placeOf(quote))
    if (known === undefined) found.push({ ...quote, number: found.length + 1, of })
    else known.of += `, ${of}`
  }
  for (const { type, evidence } of threat_indicators) add(evidence, type)
  for (const { verdict, evidence } of urls ?? []) add(evidence, `${verdict} URL`)
  return found
}

/** The number of a quote on the page. */
export function numberOf(all: readonly NumberedQuote[], quote: Quote): number | undefined {
  return all.find(one => placeOf(one) === placeOf(quote))?.number
}

/** Cuts a text at the ends of its quotes, which may overlap. `index`: of the URL, where the text is one. */
export function markedParts(
  text: string,
  all: readonly NumberedQuote[],
  source: Quote['source'],
  index?: number,
): MarkedPart[] {
  const own = all.filter(quote => quote.source === source && quote.index === index)
  const ends = own.flatMap(({ start, end }) => [start, end])
  const cuts = [...new Set([0, ...ends, text.length])].filter(at => at >= 0 && at <= text.length).sort((a, b) => a - b)
  return cuts.slice(0, -1).map((from, at) => {
    const to = cuts[at + 1]!
    const having = own.filter(({ start, end }) => start <= from && end >= to)
    const ending = having.filter(({ end }) => end === to).map(({ number }) => number)
    return { text: text.slice(from, to), isMarked: having.length > 0, ending }
  })
}

function placeOf({ source, index, start, end }: Quote): string {
  return [source, index ?? '', start, end].join(' ')
}
