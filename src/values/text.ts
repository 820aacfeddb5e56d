import { z } from 'zod'

/** PostgreSQL stores no NUL, and half of a surrogate pair is not a character. */
export const STORABLE_TEXT = /^[^\0\p{Cs}]*$/u

export const ID_LENGTH_MAX = 128

/** Without control characters and broken surrogates, which cannot be stored or shown everywhere. */
export function plainText(lengthMax: number) {
  return z
    .string()
    .min(1)
    .max(lengthMax)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not contain control characters')
}

/** Null where it is missing. */
export const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform(value => value ?? null)
