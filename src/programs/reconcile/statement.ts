import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { readConfig } from '#config/config.ts'
import { connectPostgres } from '#edge/postgres/pool.ts'
import { startOfflineDatabase } from '#lifecycle/offline-stores.ts'
import { STATEMENT_ENCODINGS } from '#modules/refunds/reconciliation/statement.ts'
import { writeStatement } from '#modules/refunds/reconciliation/write-statement.ts'
import { sandboxBookings } from '#services/refunds/payments/sandbox-statement.ts'
import { CommandError, parseTime, runCommand, type SubCommand, UsageError } from '#terminal/command-line.ts'
import { CLIENT_OPTION } from './stores.ts'

const COMMAND = {
  start: 'npm run reconcile -- statement',
  about: `Writes the statement of the sandbox network: what it paid, refused and took back within a period. Needs PostgreSQL, where the sandbox
keeps what it did. A payment network of your own brings its own statements.`,
  options: {
    from: { type: 'string', value: 'TIME', help: 'from this time; ISO 8601 with an offset' },
    to: { type: 'string', value: 'TIME', help: 'up to before this time; now unless given' },
    ...CLIENT_OPTION,
    format: { type: 'string', value: STATEMENT_ENCODINGS.join('|'), default: 'ndjson', help: 'JSON lines, or CSV' },
    output: { type: 'string', short: 'o', value: 'FILE', help: 'where to; stdout unless given' },
  },
} as const

export const statementCommand: SubCommand = {
  form: '',
  summary: 'writes the statement of the sandbox network',
  run: argv =>
    runCommand(
      COMMAND,
      async ({ values: { from: first, to: last, client = null, format, output } }) => {
        const from = parseTime('--from', first)
        const to = parseTime('--to', last) ?? new Date().toISOString()
        if (from === undefined) throw new UsageError('since when? give --from')
        if (Date.parse(from) >= Date.parse(to)) throw new UsageError('--from must be before --to')
        const encoding = STATEMENT_ENCODINGS.find(name => name === format)
        if (encoding === undefined) throw new UsageError(`--format must be one of ${STATEMENT_ENCODINGS.join(', ')}`)
        const config = readConfig()
        if (config.PAYMENT_NETWORK !== 'sandbox') throw new CommandError('the payment network is not the sandbox')
        const stores = await startOfflineDatabase(config)
        const db = await connectPostgres(stores.databaseUrl)
        try {
          const text = writeStatement(encoding, { from, to }, sandboxBookings(db, { from, to }, client))
          if (output === undefined) await pipeline(text, process.stdout, { end: false })
          else await pipeline(text, createWriteStream(output))
        } catch (error) {
          if (error instanceof Error && 'syscall' in error)
            throw new CommandError(`it can't be written: ${error.message}`)
          throw error
        } finally {
          await db.end()
          await stores.stop()
        }
      },
      argv,
    ),
}
