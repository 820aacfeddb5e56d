import { LINK_TYPE, type RecordedEvent } from '#embedded/eventstore/event.ts'
import { dataOf } from '#embedded/eventstore/record.ts'
import type { NodeStore } from '#embedded/eventstore/store/store.ts'
import { firstRevision, isSoftDeleted, isTombstoned, oldestVisible } from '#embedded/eventstore/store/streams.ts'
import type { ResolvedEvent } from './encode.ts'

/** A link event holds `revision@stream`. */
export function resolve(event: RecordedEvent, store: NodeStore): ResolvedEvent {
  if (event.type !== LINK_TYPE) return { event, link: undefined }
  const [, revision, stream] = /^(\d+)@(.+)$/s.exec(dataOf(event.body).toString('utf8')) ?? []
  if (revision === undefined || stream === undefined) return { event, link: undefined }
  return { event: target(stream, Number(revision), store), link: event }
}

function target(stream: string, revision: number, store: NodeStore): RecordedEvent | undefined {
  const state = store.streams.get(stream)
  if (isTombstoned(state) || isSoftDeleted(state) || revision < firstRevision(state)) return undefined
  const event = store.log.stream(stream, revision, revision, 1)[0]
  return event && event.created >= oldestVisible(state, Date.now()) ? event : undefined
}
