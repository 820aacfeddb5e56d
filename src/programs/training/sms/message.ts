import type { Grams } from '#domain/sms/model/grams.ts'
import type { ParsedMessage } from '#domain/sms/parse-message.ts'

/** Promotion is unsolicited but does not deceive. */
export const CLASSES = ['ham', 'promotion', 'smishing'] as const
export type Class = (typeof CLASSES)[number]

export type Sample = {
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
  parsed: ParsedMessage
  grams: Grams
}
