import { once } from 'node:events'
import { isReadable } from '#event-sourcing/event-store.ts'
import { withOfflineEventStore } from '#lifecycle/offline-stores.ts'
import { toExportRecord, toUnreadableRecord } from '#modules/audit/export-record.ts'
import { type LogSearch, searchLog } from '#modules/audit/search-log.ts'
import { loadRedactor } from '#privacy/redaction.ts'
import { readServiceConfig } from '#service-config.ts'
import { abortOnInterrupt } from '#terminal/abort-on-termination.ts'
import { CommandError, parseChoice, parseTime, subCommand, UsageError } from '#terminal/command-line.ts'
import { createProgressLine, formatCount } from '#terminal/progress.ts'
import { familyNames, historyViews, personalData } from './records.ts'

const types = historyViews.flatMap(view => view.types)

const COMMAND = {
  start: 'npm run audit -- search',
  summary: 'prints the events of an actor, a request, a person, a record, a type or a time',
  about: `Prints the events that match all options, in the order in which they were recorded: one a line, as JSON, as "show" prints them. Reads the
whole log of the event store; memory use does not grow with the log.

Kinds of records: ${familyNames.join(', ')}`,
  options: {
    actor: { type: 'string', value: 'ID', help: 'events caused by this user, machine or part of the service' },
    'request-id': { type: 'string', value: 'ID', help: 'events caused by this request' },
    'correlation-id': { type: 'string', value: 'ID', help: 'events that followed from this request' },
    subject: { type: 'string', value: 'ID', help: 'events about this person' },
    object: { type: 'string', value: 'ID', help: 'events of this record, and reads of it' },
    family: { type: 'string', value: 'KIND', help: 'records of this kind alone' },
    type: { type: 'string', value: 'TYPE', help: 'events of this type alone' },
    since: { type: 'string', value: 'TIME', help: 'events at this time and later; ISO 8601 with an offset' },
    until: { type: 'string', value: 'TIME', help: 'events before this time' },
    client: { type: 'string', value: 'ID', help: 'events of this client alone' },
  },
} as const

export const searchCommand = subCommand(
  COMMAND,
  ({ values: { actor, subject, object, family, type, since, until, client, ...ids } }) => {
    const { 'request-id': request_id, 'correlation-id': correlation_id } = ids
    if (family !== undefined) parseChoice('--family', family, familyNames)
    if (type !== undefined && !types.includes(type)) throw new UsageError(`--type: there are no events "${type}"`)
    const search: LogSearch = {
      ...{ client_id: client ?? null, actor: actor ?? null, request_id: request_id ?? null },
      correlation_id: correlation_id ?? null,
      ...{ subject: subject ?? null, family: family ?? null, type: type ?? null },
      objects: object === undefined ? null : historyViews.flatMap(({ idsOf }) => idsOf(object, client ?? '')),
      since: parseTime('--since', since) ?? null,
      until: parseTime('--until', until) ?? null,
    }
    if (search.since !== null && search.until !== null && new Date(search.since) >= new Date(search.until))
      throw new UsageError('--since must be before --until')
    return printMatches(search)
  },
)

async function printMatches(search: LogSearch): Promise<void> {
  const signal = abortOnInterrupt(new CommandError('interrupted: not everything was searched'))
  using progress = createProgressLine()
  let totals = { read: 0, found: 0, unreadable: 0 }
  await withOfflineEventStore(readServiceConfig(), async store => {
    const to = await store.end()
    if (to === null) return
    const redactor = await loadRedactor(store, personalData, signal)
    const pages = searchLog(store, historyViews, { search, to, signal, leftOut: redactor }, counts => {
      totals = counts
      progress.show(() => `${formatCount(counts.read)} events read, ${formatCount(counts.found)} found`)
    })
    try {
      for await (const events of pages) {
        const lines = events.map(event =>
          JSON.stringify(
            isReadable(event) ? toExportRecord(event, redactor.redactedPaths(event)) : toUnreadableRecord(event),
          ),
        )
        // Waits for a reader that is slower than the log.
        if (!process.stdout.write(`${lines.join('\n')}\n`)) await once(process.stdout, 'drain')
      }
    } finally {
      redactor.close()
    }
  })
  progress.clear()
  const unread = totals.unreadable === 0 ? '' : `; ${formatCount(totals.unreadable)} could not be read`
  process.stderr.write(`${formatCount(totals.found)} of ${formatCount(totals.read)} events found${unread}\n`)
}
