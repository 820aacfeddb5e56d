import { toExportRecord } from '#modules/audit/export-record.ts'
import { loadRecordRedactor } from '#modules/audit/load-record-redactor.ts'
import { viewRecord } from '#modules/audit/view-record.ts'
import { CommandError, runCommand, type SubCommand } from '#terminal/command-line.ts'
import {
  CLIENT_OPTION,
  familyNames,
  parseRecordArguments,
  personal,
  READER,
  requireRecord,
  withEventStore,
} from './records.ts'

const COMMAND = {
  start: 'npm run audit -- show',
  forms: ['KIND ID'],
  about: `Prints everything that happened to one record, oldest first: an event a line, as JSON, with all that its hash was made of. What is sealed
stays sealed, and what is about an erased person is left out. Says whether the chain of its hashes holds, and ends with 1 when it does not.

Kinds of records: ${familyNames.join(', ')}`,
  options: CLIENT_OPTION,
} as const

export const showCommand: SubCommand = {
  form: 'KIND ID',
  summary: 'prints everything that happened to one record, and whether its chain holds',
  run: argv =>
    runCommand(
      COMMAND,
      ({ positionals, values: { client } }) => {
        const request = parseRecordArguments(positionals, 2)
        return withEventStore(async store => {
          const found = await requireRecord(store, { ...request, client })
          const { redactor } = await loadRecordRedactor({ store }, personal, found)
          for (const event of found.events)
            process.stdout.write(`${JSON.stringify(toExportRecord(event, redactor.redactedPaths(event)))}\n`)
          const { chain } = viewRecord(found, redactor, {
            reader: READER,
            pointInTime: null,
            page: { after: -1, limit: 0 },
          })!
          const counted = `${chain.events} ${chain.events === 1 ? 'event' : 'events'}`
          if (!chain.intact)
            throw new CommandError(`${counted}; the chain of hashes breaks at revision ${chain.first_broken_revision}`)
          process.stderr.write(`${counted}; the chain of hashes holds, its head is ${chain.head_hash}\n`)
        })
      },
      argv,
    ),
}
