/** From 0 to 1, with the four decimals that the service records. */
export function formatScore(score: number, locale?: string): string {
  return new Intl.NumberFormat(locale, { minimumFractionDigits: 4, maximumFractionDigits: 4 }).format(score)
}
