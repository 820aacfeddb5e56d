import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { withOfflineDatabase } from '#lifecycle/offline-stores.ts'
import { STATEMENT_ENCODINGS } from '#modules/refunds/reconciliation/statement.ts'
import { writeStatement } from '#modules/refunds/reconciliation/write-statement.ts'
import { readServiceConfig } from '#service-config.ts'
import { sandboxBookings } from '#services/refunds/payments/sandbox-statement.ts'
import { CommandError, parseChoice, parseTime, subCommand, UsageError } from '#terminal/command-line.ts'
import { CLIENT_OPTION } from './stores.ts'

const COMMAND = {
  start: 'npm run reconcile -- statement',
  summary: 'writes the statement of the sandbox network',
  about: `Writes the statement of the sandbox network: what it paid, refused and took back within a period. Reads the sandbox's tables in
PostgreSQL. Another payment network issues its own statements.`,
  options: {
    from: { type: 'string', value: 'TIME', help: 'from this time; ISO 8601 with an offset' },
    to: { type: 'string', value: 'TIME', help: 'before this time; now unless given' },
    ...CLIENT_OPTION,
    format: { type: 'string', value: STATEMENT_ENCODINGS.join('|'), default: 'ndjson', help: 'JSON lines, or CSV' },
    output: { type: 'string', short: 'o', value: 'FILE', help: 'the file; stdout unless given' },
  },
} as const

export const statementCommand = subCommand(
  COMMAND,
  async ({ values: { from: first, to: last, client = null, format, output } }) => {
    const from = parseTime('--from', first)
    const to = parseTime('--to', last) ?? new Date().toISOString()
    if (from === undefined) throw new UsageError('since when? give --from')
    if (Date.parse(from) >= Date.parse(to)) throw new UsageError('--from must be before --to')
    const encoding = parseChoice('--format', format, STATEMENT_ENCODINGS)
    const config = readServiceConfig()
    if (config.PAYMENT_NETWORK !== 'sandbox') throw new CommandError('the payment network is not the sandbox')
    await withOfflineDatabase(config, async db => {
      const text = writeStatement(encoding, { from, to }, sandboxBookings(db, { from, to }, client))
      try {
        if (output === undefined) await pipeline(text, process.stdout, { end: false })
        else await pipeline(text, createWriteStream(output))
      } catch (error) {
        if (!(error instanceof Error && 'syscall' in error)) throw error
        throw new CommandError(`it can't be written: ${error.message}`)
      }
    })
  },
)
