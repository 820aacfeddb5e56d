import type { Row } from '#declarations/read-model.ts'

/** In JSON notation: NUL and half a surrogate pair, which PostgreSQL can't store. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/

/** Characters that PostgreSQL can't store become U+FFFD, because they would stop the read model for ever. */
export function storableJson(rows: readonly Row[]): string {
  const json = JSON.stringify(rows)
  return UNSTORABLE.test(json) ? JSON.stringify(rows, (_, value) => storable(value)) : json
}

function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [storableText(name), inner]))
}

function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}
