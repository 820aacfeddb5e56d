import { isReadable } from '#event-sourcing/event-store.ts'
import { toExportRecord, toUnreadableRecord } from '#modules/audit/export-record.ts'
import { type LogSearch, searchLog } from '#modules/audit/search-log.ts'
import { loadRedactor, type Redactor } from '#privacy/redaction.ts'
import { CommandError, parseTime, runCommand, type SubCommand, UsageError } from '#terminal/command-line.ts'
import { createProgressLine, formatCount } from '#terminal/progress.ts'
import { familyNames, historyViews, personal, withEventStore } from './records.ts'

const types = historyViews.flatMap(audited => audited.types)

const COMMAND = {
  start: 'npm run audit -- search',
  about: `Prints the events that fit all that is asked for, in the order in which they were recorded: one a line, as JSON, as "show" prints them. It
goes through the whole log of the event store, and needs no more memory for a long one.

Kinds of records: ${familyNames.join(', ')}`,
  options: {
    actor: { type: 'string', value: 'ID', help: 'what this user, machine or part of the service caused' },
    'request-id': { type: 'string', value: 'ID', help: 'what this request caused' },
    subject: { type: 'string', value: 'ID', help: 'what is about this person' },
    object: { type: 'string', value: 'ID', help: 'what happened to this record, and who read it' },
    family: { type: 'string', value: 'KIND', help: 'records of this kind alone' },
    type: { type: 'string', value: 'TYPE', help: 'events of this type alone' },
    since: { type: 'string', value: 'TIME', help: 'events of this time and later; ISO 8601 with an offset' },
    until: { type: 'string', value: 'TIME', help: 'events of before this time' },
    client: { type: 'string', value: 'ID', help: 'events of this client alone' },
  },
} as const

export const searchCommand: SubCommand = {
  form: '',
  summary: 'prints the events of an actor, a request, a person, a record, a type or a time',
  run: argv =>
    runCommand(
      COMMAND,
      ({ values: { actor, 'request-id': request_id, subject, object, family, type, since, until, client } }) => {
        if (family !== undefined && !familyNames.includes(family))
          throw new UsageError(`--family must be one of ${familyNames.join(', ')}`)
        if (type !== undefined && !types.includes(type)) throw new UsageError(`--type: there are no events "${type}"`)
        const search: LogSearch = {
          ...{ client_id: client ?? null, actor: actor ?? null, request_id: request_id ?? null },
          ...{ subject: subject ?? null, family: family ?? null, type: type ?? null },
          objects: object === undefined ? null : historyViews.flatMap(({ idsOf }) => idsOf(object, client ?? '')),
          since: parseTime('--since', since) ?? null,
          until: parseTime('--until', until) ?? null,
        }
        if (search.since !== null && search.until !== null && new Date(search.since) >= new Date(search.until))
          throw new UsageError('--since must be before --until')
        return printMatches(search)
      },
      argv,
    ),
}

async function printMatches(search: LogSearch): Promise<void> {
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())
  const progress = createProgressLine()
  let totals = { read: 0, found: 0, unreadable: 0 }
  await withEventStore(async store => {
    const to = await store.end()
    if (to === null) return
    let leftOut: Redactor | undefined
    try {
      leftOut = await loadRedactor(store, personal, interrupted.signal)
      const { redactedPaths } = leftOut
      const request = { search, to, signal: interrupted.signal, leftOut }
      const found = searchLog(store, historyViews, request, counts => {
        totals = counts
        progress.show(() => `${formatCount(counts.read)} events read, ${formatCount(counts.found)} found`)
      })
      for await (const events of found) {
        const lines = events.map(event =>
          JSON.stringify(isReadable(event) ? toExportRecord(event, redactedPaths(event)) : toUnreadableRecord(event)),
        )
        // A reader that is slower than the log is waited for.
        if (!process.stdout.write(`${lines.join('\n')}\n`))
          await new Promise(resolve => process.stdout.once('drain', resolve))
      }
    } catch (error) {
      if (interrupted.signal.aborted) throw new CommandError('interrupted: not everything was searched')
      throw error
    } finally {
      leftOut?.close()
      progress.clear()
    }
  })
  const unread = totals.unreadable === 0 ? '' : `; ${formatCount(totals.unreadable)} could not be read`
  process.stderr.write(`${formatCount(totals.found)} of ${formatCount(totals.read)} events found${unread}\n`)
}
