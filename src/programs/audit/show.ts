import { onPaper } from '#modules/audit/paper.ts'
import { peopleOf } from '#modules/audit/people.ts'
import { toldRecord } from '#modules/audit/told-record.ts'
import { CommandError, runCommand, type SubCommand } from '#terminal/command-line.ts'
import { CLIENT_OPTION, foundRecord, personal, READER, recordAsked, withEventStore, words } from './records.ts'

const COMMAND = {
  start: 'npm run audit -- show',
  forms: ['KIND ID'],
  about: `Prints everything that happened to one record, oldest first: an event a line, as JSON, with all that its hash was made of. What is sealed
stays sealed, and what is about an erased person is left out. Says whether the chain of its hashes holds, and ends with 1 when it does not.

Kinds of records: ${words.join(', ')}`,
  options: CLIENT_OPTION,
} as const

export const showCommand: SubCommand = {
  form: 'KIND ID',
  does: 'prints everything that happened to one record, and whether its chain holds',
  run: argv =>
    runCommand(
      COMMAND,
      ({ positionals, values: { client } }) => {
        const asked = recordAsked(positionals, 2)
        return withEventStore(async store => {
          const found = await foundRecord(store, { ...asked, client })
          const { leftOut } = await peopleOf({ store }, personal, found)
          for (const event of found.events)
            process.stdout.write(`${JSON.stringify(onPaper(event, leftOut.fieldsOf(event)))}\n`)
          const { chain } = toldRecord(found, leftOut, { reader: READER, moment: null, page: { after: -1, limit: 0 } })!
          const counted = `${chain.events} ${chain.events === 1 ? 'event' : 'events'}`
          if (!chain.intact)
            throw new CommandError(`${counted}; the chain of hashes breaks at revision ${chain.first_broken_revision}`)
          process.stderr.write(`${counted}; the chain of hashes holds, its head is ${chain.head_hash}\n`)
        })
      },
      argv,
    ),
}
