import { hash } from 'node:crypto'
import { parse, v7 as uuidv7 } from 'uuid'

/** Fixed for ever: every derived id depends on it. */
const NAMESPACE = parse('6d2c1f4e-6c0b-4d2a-9a57-3f1f0a6c5e11')

/** Ordered by time within its prefix. The prefix names the kind of id and keeps it distinct from words of a path. */
export function newId(prefix: string): string {
  return `${prefix}_${uuidv7()}`
}

export function newUuid(): string {
  return uuidv7()
}

/** Version 5 (RFC 9562) of the JSON, so that ("a","bc") and ("ab","c") differ. The library takes three times longer. */
export function derivedUuid(...parts: (string | number)[]): string {
  const sha1 = hash('sha1', Buffer.concat([NAMESPACE, Buffer.from(JSON.stringify(parts))]))
  const variant = '89ab'[Number.parseInt(sha1.charAt(16), 16) & 3]
  const rest = `${variant}${sha1.slice(17, 20)}-${sha1.slice(20, 32)}`
  return `${sha1.slice(0, 8)}-${sha1.slice(8, 12)}-5${sha1.slice(13, 16)}-${rest}`
}

export function derivedId(prefix: string, ...parts: (string | number)[]): string {
  return `${prefix}_${derivedUuid(...parts)}`
}
