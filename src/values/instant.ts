import { z } from 'zod'

/** ISO 8601 date and time with an offset. */
export const anyInstant = z.iso.datetime({ offset: true })

/** The years that all stores and readers can hold: PostgreSQL has no year 0, ISO 8601 no year of five digits. */
export const storable = [
  (text: string) => Number.isFinite(Date.parse(text)) && /^(?!0000)\d{4}-/.test(new Date(text).toISOString()),
  { error: 'is out of range', when: ({ issues }: { issues: unknown[] }) => issues.length === 0 },
] as const

/**
 * As callers send it, within the years that can be stored; read as UTC and to the microsecond, because PostgreSQL takes neither an
 * offset of 16 hours nor a fraction of a hundred digits.
 */
export const instant = anyInstant.refine(...storable).transform(text => {
  const [, microseconds = ''] = /\.\d{3}(\d{1,3})/.exec(text) ?? []
  return new Date(text).toISOString().replace('Z', `${microseconds}Z`)
})

/** Of filters with a window of time. */
export const sinceBeforeUntil = [
  ({ since, until }: { since?: string | undefined; until?: string | undefined }) =>
    since === undefined || until === undefined || new Date(since) < new Date(until),
  { error: 'must be before until', path: ['since'] as PropertyKey[] },
] as const

/** A time as answers tell it; `what` begins the sentence that describes it. */
export function timestamp(what: string) {
  return z.string().describe(`${what}; ISO 8601, UTC, milliseconds.`)
}

/** As above, of something that may not have happened; `what` says when it is null. */
export function timestampOrNull(what: string) {
  return z.string().nullable().describe(`${what}; ISO 8601, UTC, milliseconds.`)
}
