export type Period = 'hour' | 'day' | 'month'

const SHOWN: Record<Period, Intl.DateTimeFormatOptions> = {
  hour: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  day: { day: 'numeric', month: 'short' },
  month: { month: 'short', year: 'numeric' },
}

/** The start of a period in UTC, in which the service counts. `locale`: the browser's. */
export function formatPeriod(start: string, period: Period, locale?: string): string {
  return new Intl.DateTimeFormat(locale, { ...SHOWN[period], timeZone: 'UTC' }).format(new Date(start))
}
