import { parse, v5 as uuidv5, v7 as uuidv7 } from 'uuid'

/** Our namespace for derived ids (a random UUID, fixed for ever: every derived id depends on it). */
const NAMESPACE = parse('6d2c1f4e-6c0b-4d2a-9a57-3f1f0a6c5e11')

/**
 * A fresh id, ordered by time within its prefix. Prefixes keep an id from being taken for a word of a path and tell a reader what
 * it names; each module has its own.
 */
export function newId(prefix: string): string {
  return `${prefix}_${uuidv7()}`
}

/** The same for what is named without a prefix. */
export function newUuid(): string {
  return uuidv7()
}

/** A UUID that is a function of its parts, so that a repeat of the same thing has the same name. */
export function derivedUuid(...parts: (string | number)[]): string {
  // The separator can't occur in a JSON string literal, so ("a","bc") and ("ab","c") differ.
  // Given as bytes: the library's own conversion of texts costs more than the hash.
  return uuidv5(Buffer.from(JSON.stringify(parts)), NAMESPACE)
}

/** A prefixed id that is a function of its parts. */
export function derivedId(prefix: string, ...parts: (string | number)[]): string {
  return `${prefix}_${derivedUuid(...parts)}`
}
