import type { PointInTime } from '#modules/audit/moment.ts'
import { peopleOf } from '#modules/audit/people.ts'
import { toldRecord } from '#modules/audit/told-record.ts'
import { CommandError, runCommand, type SubCommand, timeOf, UsageError } from '#terminal/command-line.ts'
import { CLIENT_OPTION, foundRecord, personal, READER, recordAsked, withEventStore, words } from './records.ts'

const COMMAND = {
  start: 'npm run audit -- as-of',
  forms: ['KIND ID TIME', 'KIND ID --revision N'],
  about: `Prints what one record was at a time, or right after one event, as JSON: folded from its events alone. Before its first event it has no
state.

Kinds of records: ${words.join(', ')}`,
  options: {
    revision: { type: 'string', value: 'N', help: 'right after the event of this revision, 0 for the first' },
    ...CLIENT_OPTION,
  },
} as const

export const asOfCommand: SubCommand = {
  form: 'KIND ID TIME',
  does: 'prints what one record was at a time, from its events alone',
  run: argv =>
    runCommand(
      COMMAND,
      ({ positionals, values: { client, revision } }) => {
        const asked = recordAsked(positionals, 3)
        const moment = momentOf(positionals[2], revision)
        return withEventStore(async store => {
          const found = await foundRecord(store, { ...asked, client })
          const { leftOut } = await peopleOf({ store }, personal, found)
          const told = toldRecord(found, leftOut, { reader: READER, moment, page: { after: -1, limit: 0 } })
          if (told === null)
            throw new CommandError(`there is no revision ${revision}; the last one is ${found.events.at(-1)?.revision}`)
          const { client_id, revision: last, state } = told
          const as_of = 'as_of' in moment ? moment.as_of : null
          const said = { family: asked.family, id: found.id, client_id, as_of, revision: last, state }
          process.stdout.write(`${JSON.stringify(said, null, 2)}\n`)
        })
      },
      argv,
    ),
}

function momentOf(time: string | undefined, revision: string | undefined): Exclude<PointInTime, null> {
  if (time !== undefined && revision !== undefined) throw new UsageError('a time or --revision, not both')
  if (time !== undefined) return { as_of: timeOf('TIME', time) }
  if (revision === undefined) throw new UsageError('as of when? give a time like 2026-11-01T00:00:00Z, or --revision')
  if (!/^(0|[1-9]\d{0,8})$/.test(revision)) throw new UsageError('--revision must be a whole number from 0')
  return { revision: Number(revision) }
}
