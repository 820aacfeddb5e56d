import type { Span } from './text/mapped-text.ts'

export type Message = {
  text: string
  /** As the phone shows it; null if unknown. */
  sender: string | null
  /** URLs that the caller found, in any notation. */
  extractedUrls: readonly string[]
  /** The client's country, ISO 3166-1 alpha-2; null if unknown. */
  country: string | null
  /** Lower-case hex SHA-256 of the E.164 numbers of the user's contacts; null if not sent. */
  contacts: ReadonlySet<string> | null
}

/** UTF-16 units; ten times what phones send as one message (GSM 03.38 allows 255 parts, phones use about 10). */
export const TEXT_LENGTH_MAX = 10_000
export const EXTRACTED_URLS_MAX = 1_000

export type Source = 'text' | 'sender' | 'extracted_urls'

/** A quote: `text` is the source from `start` to `end`, in UTF-16 units. */
export type Evidence = Span & {
  source: Source
  /** Index in `extracted_urls`. */
  index?: number
  text: string
}

export function evidenceIn(source: Source, whole: string, { start, end }: Span, index?: number): Evidence {
  return { source, ...(index === undefined ? {} : { index }), start, end, text: whole.slice(start, end) }
}
