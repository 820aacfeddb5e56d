import { toExportRecord } from '#modules/audit/export-record.ts'
import { CommandError, subCommand } from '#terminal/command-line.ts'
import { CLIENT_OPTION, familyNames, parseRecordArguments, withRecord } from './records.ts'

const COMMAND = {
  start: 'npm run audit -- show',
  summary: 'prints the events of one record, and whether its hash chain holds',
  forms: ['KIND ID'],
  about: `Prints the events of one record, oldest first: one a line, as JSON, with everything that its hash covers. Sealed values stay sealed, and data
about erased persons is left out. Reports whether the hash chain holds, and ends with 1 when it does not.

Kinds of records: ${familyNames.join(', ')}`,
  options: CLIENT_OPTION,
} as const

export const showCommand = subCommand(COMMAND, ({ positionals, values: { client } }) =>
  withRecord({ ...parseRecordArguments(positionals, 2), client }, ({ found, redactor, viewAt }) => {
    for (const event of found.events)
      process.stdout.write(`${JSON.stringify(toExportRecord(event, redactor.redactedPaths(event)))}\n`)
    const { chain } = viewAt(null)!
    const count = `${chain.events} ${chain.events === 1 ? 'event' : 'events'}`
    if (!chain.intact)
      throw new CommandError(`${count}; the chain of hashes breaks at revision ${chain.first_broken_revision}`)
    process.stderr.write(`${count}; the chain of hashes holds, its head is ${chain.head_hash}\n`)
  }),
)
