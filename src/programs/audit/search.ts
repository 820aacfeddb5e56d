import { isReadable } from '#event-sourcing/event-store.ts'
import { onPaper, unreadableOnPaper } from '#modules/audit/paper.ts'
import { type LogSearch, searchLog } from '#modules/audit/search-log.ts'
import { type Redactor, readLeftOut } from '#privacy/redaction.ts'
import { CommandError, runCommand, type SubCommand, timeOf, UsageError } from '#terminal/command-line.ts'
import { createProgress, inDigits } from '#terminal/progress.ts'
import { all, personal, withEventStore, words } from './records.ts'

const types = all.flatMap(audited => audited.types)

const COMMAND = {
  start: 'npm run audit -- search',
  about: `Prints the events that fit all that is asked for, in the order in which they were recorded: one a line, as JSON, as "show" prints them. It
goes through the whole log of the event store, and needs no more memory for a long one.

Kinds of records: ${words.join(', ')}`,
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
  does: 'prints the events of an actor, a request, a person, a record, a type or a time',
  run: argv =>
    runCommand(
      COMMAND,
      ({ values: { actor, 'request-id': request_id, subject, object, family, type, since, until, client } }) => {
        if (family !== undefined && !words.includes(family))
          throw new UsageError(`--family must be one of ${words.join(', ')}`)
        if (type !== undefined && !types.includes(type)) throw new UsageError(`--type: there are no events "${type}"`)
        const search: LogSearch = {
          ...{ client_id: client ?? null, actor: actor ?? null, request_id: request_id ?? null },
          ...{ subject: subject ?? null, family: family ?? null, type: type ?? null },
          objects: object === undefined ? null : all.flatMap(({ idsOf }) => idsOf(object, client ?? '')),
          since: timeOf('--since', since) ?? null,
          until: timeOf('--until', until) ?? null,
        }
        if (search.since !== null && search.until !== null && new Date(search.since) >= new Date(search.until))
          throw new UsageError('--since must be before --until')
        return printed(search)
      },
      argv,
    ),
}

async function printed(search: LogSearch): Promise<void> {
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())
  const progress = createProgress()
  let said = { read: 0, found: 0, unreadable: 0 }
  await withEventStore(async store => {
    const to = await store.end()
    if (to === null) return
    let leftOut: Redactor | undefined
    try {
      leftOut = await readLeftOut(store, personal, interrupted.signal)
      const { fieldsOf } = leftOut
      const asked = { search, to, signal: interrupted.signal, leftOut }
      const found = searchLog(store, all, asked, counts => {
        said = counts
        progress.show(() => `${inDigits(counts.read)} events read, ${inDigits(counts.found)} found`)
      })
      for await (const events of found) {
        const lines = events.map(event =>
          JSON.stringify(isReadable(event) ? onPaper(event, fieldsOf(event)) : unreadableOnPaper(event)),
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
  const unread = said.unreadable === 0 ? '' : `; ${inDigits(said.unreadable)} could not be read`
  process.stderr.write(`${inDigits(said.found)} of ${inDigits(said.read)} events found${unread}\n`)
}
