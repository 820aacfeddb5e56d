import { z } from 'zod'

/** A short text of a caller: no control characters, no broken surrogates (neither can be stored or shown everywhere). */
export function plainText(lengthMax: number) {
  return z
    .string()
    .min(1)
    .max(lengthMax)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not contain control characters')
}
