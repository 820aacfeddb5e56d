import type { Grams } from '#domain/sms/model/grams.ts'
import type { ParsedMessage } from '#domain/sms/parse-message.ts'

/** Promotion is what nobody asked for and nobody is deceived by. */
export const CLASSES = ['ham', 'promotion', 'smishing'] as const
export type Class = (typeof CLASSES)[number]

/** A message of a data set, looked at. */
export type Sample = {
  source: string
  label: Class
  sender: string
  /** The data set's own word for what kind it is; empty where it has none. */
  category: string
  /** Milliseconds; null where it is not known or not to be trusted. */
  at: number | null
  /** Who received it, empty where nobody knows. */
  user: string
  /** The same for texts that differ in digits, case and signs only. */
  key: string
  parsed: ParsedMessage
  grams: Grams
}
