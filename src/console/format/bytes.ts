const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const
const STEP = 1_000

/** `12.3 MB`. `locale`: the browser's. */
export function formatBytes(bytes: number, locale?: string): string {
  const power = bytes < STEP ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3))
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: power === 0 ? 0 : 1 })
  return `${number.format(bytes / STEP ** power)} ${UNITS[power]}`
}
