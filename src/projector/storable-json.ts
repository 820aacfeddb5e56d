import type { Row } from '#declarations/read-model.ts'

/** What PostgreSQL has no text for, as JSON writes it: NUL, and half of a surrogate pair. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/

/**
 * Rows as JSON that PostgreSQL can read. What it has no character for shows as U+FFFD: the event itself keeps it, and a read model that stops in
 * front of such an event would stop for ever.
 */
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
