import type { PointInTime } from '#modules/audit/point-in-time.ts'
import { CommandError, parseTime, subCommand, UsageError } from '#terminal/command-line.ts'
import { CLIENT_OPTION, familyNames, parseRecordArguments, withRecord } from './records.ts'

const COMMAND = {
  start: 'npm run audit -- as-of',
  summary: 'prints the state of one record at a time, from its events alone',
  forms: ['KIND ID TIME', 'KIND ID --revision N'],
  about: `Prints the state of one record at a time, or right after one event, as JSON, computed from its events alone. Before its first event a
record has no state.

Kinds of records: ${familyNames.join(', ')}`,
  options: {
    revision: { type: 'string', value: 'N', help: 'right after the event of this revision, 0 for the first' },
    ...CLIENT_OPTION,
  },
} as const

export const asOfCommand = subCommand(COMMAND, ({ positionals, values: { client, revision } }) => {
  const { family, id } = parseRecordArguments(positionals, 3)
  const point = parsePoint(positionals[2], revision)
  return withRecord({ family, id, client }, ({ found, viewAt }) => {
    const view = viewAt(point)
    if (view === null)
      throw new CommandError(`there is no revision ${revision}; the last one is ${found.events.at(-1)?.revision}`)
    const { client_id, revision: last, state } = view
    const as_of = 'as_of' in point ? point.as_of : null
    const output = { family, id: found.id, client_id, as_of, revision: last, state }
    process.stdout.write(`${JSON.stringify(output, null, 2)}\n`)
  })
})

function parsePoint(time: string | undefined, revision: string | undefined): Exclude<PointInTime, null> {
  if (time !== undefined && revision !== undefined) throw new UsageError('a time or --revision, not both')
  if (time !== undefined) return { as_of: parseTime('TIME', time) }
  if (revision === undefined) throw new UsageError('as of when? give a time like 2026-11-01T00:00:00Z, or --revision')
  if (!/^(0|[1-9]\d{0,8})$/.test(revision)) throw new UsageError('--revision must be a whole number from 0')
  return { revision: Number(revision) }
}
