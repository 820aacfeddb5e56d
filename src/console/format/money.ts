import { exponentOf } from '../../values/currencies.ts'

/** `1,234.50 EUR`: with the decimals of the currency, whatever the browser's tables have. `locale`: the browser's. */
export function formatMoney(amount: number, currency: string, locale?: string): string {
  const decimals = exponentOf(currency)
  const options = decimals === undefined ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return `${new Intl.NumberFormat(locale, options).format(amount)} ${currency}`
}
