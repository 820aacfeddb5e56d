import { z } from 'zod'

/** Any text that stores can hold: PostgreSQL has no NUL, and half of a surrogate pair is no character. */
export const STORABLE_TEXT = /^[^\0\p{Cs}]*$/u

/** Characters of an id, a caller's own or ours. */
export const ID_LENGTH_MAX = 128

/** A short text of a caller: no control characters, no broken surrogates (neither can be stored or shown everywhere). */
export function plainText(lengthMax: number) {
  return z
    .string()
    .min(1)
    .max(lengthMax)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not contain control characters')
}
