import type { Span } from './text/mapped-text.ts'

/** What is analysed. */
export type Message = {
  text: string
  /** As the phone shows it; null where it is not known. */
  sender: string | null
  /** What the caller found in the text, in any writing. */
  extractedUrls: readonly string[]
  /** Of the client, ISO 3166 in two capital letters; null where its record has none. */
  country: string | null
  /** Lower-case hex SHA-256 of the E.164 numbers that the user knows; null where nothing was said. */
  contacts: ReadonlySet<string> | null
}

/** Longer texts are analysed up to here, in UTF-16 units; ten times what phones send as one message (GSM 03.38: 255 parts are allowed, about 10 used). */
export const TEXT_LENGTH_MAX = 10_000
/** Addresses beyond so many are not read from `extractedUrls`. */
export const EXTRACTED_URLS_MAX = 1_000

export type Source = 'text' | 'sender' | 'extracted_urls'

/** What an indicator saw, as it stands in the source: `text` is the source from `start` to `end`, in UTF-16 units. */
export type Evidence = Span & {
  source: Source
  /** Which of `extracted_urls`. */
  index?: number
  text: string
}

export function evidenceIn(source: Source, whole: string, { start, end }: Span, index?: number): Evidence {
  return { source, ...(index === undefined ? {} : { index }), start, end, text: whole.slice(start, end) }
}
