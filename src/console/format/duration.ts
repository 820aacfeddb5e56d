import { formatAge } from './age.ts'

const MINUTE_S = 60

/** `0.25 s`, `2 d 3 h`: two digits or two units. `locale`: the browser's. */
export function formatDuration(seconds: number, locale?: string): string {
  if (seconds >= MINUTE_S) return formatAge(Math.round(seconds))
  return `${new Intl.NumberFormat(locale, { maximumSignificantDigits: 2 }).format(seconds)} s`
}
