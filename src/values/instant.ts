import { z } from 'zod'

export const anyInstant = z.iso.datetime({ offset: true })

/** PostgreSQL has no year 0, ISO 8601 no year of five digits. */
export const storable = [
  (text: string) => Number.isFinite(Date.parse(text)) && /^(?!0000)\d{4}-/.test(new Date(text).toISOString()),
  { error: 'is out of range', when: ({ issues }: { issues: unknown[] }) => issues.length === 0 },
] as const

/** In UTC and microseconds: PostgreSQL accepts neither an offset of 16 hours nor a fraction of 100 digits. */
export const instant = anyInstant.refine(...storable).transform(text => {
  const [, microseconds = ''] = /\.\d{3}(\d{1,3})/.exec(text) ?? []
  return new Date(text).toISOString().replace('Z', `${microseconds}Z`)
})

export const sinceBeforeUntil = [
  ({ since, until }: { since?: string | undefined; until?: string | undefined }) =>
    since === undefined || until === undefined || new Date(since) < new Date(until),
  { error: 'must be before until', path: ['since'] as PropertyKey[] },
] as const

/** A bound finer than a millisecond, which events don't have, is just before the next one. */
export function boundMs(text: string): number {
  return Date.parse(text) + (/\.\d{3}0*[1-9]/.test(text) ? 1 : 0)
}

/** `what` begins the sentence that describes it. */
export function timestamp(what: string) {
  return z.string().describe(`${what}; ISO 8601, UTC, milliseconds.`)
}

/** `what` states when it is null. */
export function timestampOrNull(what: string) {
  return z.string().nullable().describe(`${what}; ISO 8601, UTC, milliseconds.`)
}
