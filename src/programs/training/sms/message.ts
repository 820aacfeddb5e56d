import { textGrams } from '#domain/sms/model/grams.ts'
import { parseMessage } from '#domain/sms/parse-message.ts'

/** Promotion is unsolicited but does not deceive. */
export const CLASSES = ['ham', 'promotion', 'smishing'] as const
export type Class = (typeof CLASSES)[number]

export type Sample = ReturnType<typeof parseText> & {
  source: string
  label: Class
  sender: string
  /** The data set's category; empty if it has none. */
  category: string
  /** Milliseconds; null if unknown or unreliable. */
  at: number | null
  /** The recipient; empty if unknown. */
  user: string
  /** Equal for texts that differ only in digits, case and signs. */
  key: string
}

export function parseText(text: string, sender: string | null) {
  const parsed = parseMessage({ text, sender, extractedUrls: [], country: null, contacts: null })
  return { parsed, grams: textGrams(parsed) }
}

export function ownSample(source: string, label: Class, key: string, text: string, sender: string | null): Sample {
  return { ...parseText(text, sender), source, label, key, sender: '', category: '', at: null, user: '' }
}
