import { reconciliations } from '#domain/refunds/reconciliation/decider.ts'
import { flagRecord } from '#domain/refunds/reconciliation/record.ts'
import { readLog } from '#edge/eventstore/read-log.ts'
import { fold } from '#event-sourcing/decider.ts'
import { isReadable } from '#event-sourcing/event-store.ts'
import { subCommand } from '#terminal/command-line.ts'
import { CLIENT_OPTION, withEventStore } from './stores.ts'

const COMMAND = {
  start: 'npm run reconcile -- flags',
  summary: 'prints the open flags',
  about: 'Prints the open flags, a line of JSON each.',
  options: { ...CLIENT_OPTION, all: { type: 'boolean', help: 'resolved flags too' } },
} as const

export const flagsCommand = subCommand(COMMAND, ({ values: { client, all = false } }) =>
  withEventStore(async (store, signal) => {
    const to = await store.end()
    const streams = new Set<string>()
    const prefixes = [reconciliations.prefix]
    if (to !== null)
      for await (const { events } of readLog(store, { prefixes, to, signal }))
        for (const event of events) if (isReadable(event)) streams.add(event.stream)
    for (const stream of streams) {
      const events = (await store.read(stream)).map(reconciliations.parse)
      for (const flag of fold(reconciliations.decider, events).flags) {
        if ((client !== undefined && flag.client_id !== client) || (!all && flag.resolution !== null)) continue
        // A resolution can name a person. The audit shows it, because it redacts erased persons.
        const { resolution: _, ...shown } = flagRecord(reconciliations.idOf({ stream }), flag)
        console.log(JSON.stringify({ client_id: flag.client_id, ...shown }))
      }
    }
  }),
)
