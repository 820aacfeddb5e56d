import { parse, v5 as uuidv5, v7 as uuidv7 } from 'uuid'

/** Fixed for ever: every derived id depends on it. */
const NAMESPACE = parse('6d2c1f4e-6c0b-4d2a-9a57-3f1f0a6c5e11')

/** Ordered by time within its prefix. The prefix names the kind of id and keeps it distinct from words of a path. */
export function newId(prefix: string): string {
  return `${prefix}_${uuidv7()}`
}

export function newUuid(): string {
  return uuidv7()
}

export function derivedUuid(...parts: (string | number)[]): string {
  // JSON, so that ("a","bc") and ("ab","c") differ. Bytes, because the library converts texts slower than it hashes.
  return uuidv5(Buffer.from(JSON.stringify(parts)), NAMESPACE)
}

export function derivedId(prefix: string, ...parts: (string | number)[]): string {
  return `${prefix}_${derivedUuid(...parts)}`
}
