import type { EventStore } from '#event-sourcing/event-store.ts'
import type { Tracing } from './tracing.ts'

/** Traces hold the category of the stream only. */
export function traceAppends(store: EventStore, tracing: Tracing): EventStore {
  return {
    ...store,
    async append(stream, expected, events) {
      const kind = stream.split('-', 1)[0]
      const span = tracing.startWithin(`append ${kind}`)
      if (span === undefined) return store.append(stream, expected, events)
      const attributes = {
        'db.system.name': 'eventstoredb',
        'db.operation.name': 'append',
        'db.collection.name': kind,
        'db.operation.batch.size': events.length,
      }
      try {
        await store.append(stream, expected, events)
        span.end(attributes, 'ok')
      } catch (error) {
        span.end({ ...attributes, 'error.type': error instanceof Error ? error.constructor.name : 'unknown' }, 'failed')
        throw error
      }
    },
  }
}
