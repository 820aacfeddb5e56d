import type { StatementPeriod } from '#domain/refunds/reconciliation/compare.ts'
import type { SandboxBooking } from '#services/refunds/payments/sandbox-statement.ts'
import { toMajor } from '#values/money.ts'
import { COLUMNS, CSV_HEADER, CSV_TRAILER, STATEMENT_FORMAT, type StatementEncoding } from './statement.ts'

/** In the format that `loadStatement` reads. The sandbox's texts need no quotes in CSV. */
export async function* writeStatement(
  encoding: StatementEncoding,
  { from, to }: StatementPeriod,
  pages: AsyncIterable<readonly SandboxBooking[]>,
): AsyncGenerator<string> {
  const isCsv = encoding === 'csv'
  yield isCsv
    ? `${CSV_HEADER},${from},${to}\r\n${COLUMNS.join(',')}\r\n`
    : jsonLine({ format: STATEMENT_FORMAT, from, to })
  let lines = 0
  for await (const bookings of pages) {
    lines += bookings.length
    yield bookings
      .map(({ type, key, reference, status, amount_minor, currency, at }) => {
        const amount = toMajor(amount_minor, currency)
        const line = { type, key, reference, status, amount, currency, at }
        return isCsv ? `${COLUMNS.map(name => line[name]).join(',')}\r\n` : jsonLine(line)
      })
      .join('')
  }
  yield isCsv ? `${CSV_TRAILER},${lines}\r\n` : jsonLine({ end: true, lines })
}

function jsonLine(value: object): string {
  return `${JSON.stringify(value)}\n`
}
