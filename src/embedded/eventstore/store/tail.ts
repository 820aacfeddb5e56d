import type { RecordedEvent } from '#embedded/eventstore/event.ts'
import { type FilterClause, isVisibleInAll } from './filter.ts'
import { type EventLog, type LogPage, PAGE_BYTES } from './log.ts'

interface Entry {
  readonly event: RecordedEvent
  readonly isVisible: boolean
}

/** Subscribers that keep up are a few flushes behind at most; others read the disk. */
export const TAIL_BYTES_MAX = 4 * 1024 * 1024

/** Cost of an event in addition to its bytes: objects, string headers, its entry. An upper estimate. */
const ENTRY_BYTES = 512

const DROPPED_MAX = 1024

export type Tail = ReturnType<typeof createTail>

/** In memory, because for each append SQLite queries of every `$all` subscriber took longer than the append. */
export function createTail(log: EventLog, bytesMax = TAIL_BYTES_MAX) {
  let entries: (Entry | undefined)[] = []
  let head = 0
  let bytes = 0
  let last = log.lastPosition()
  let startsAfter = last

  function dropOldest(): void {
    const { event } = entries[head]!
    // Frees the body at once, before the entry is removed.
    entries[head] = undefined
    startsAfter = event.position
    bytes -= costOf(event)
    head++
  }

  function firstAfter(position: number): number {
    let low = head
    let high = entries.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (entries[middle]!.event.position > position) high = middle
      else low = middle + 1
    }
    return low
  }

  return {
    add(events: readonly RecordedEvent[]): void {
      for (const event of events) {
        entries.push({ event, isVisible: isVisibleInAll(event.stream) })
        bytes += costOf(event)
        last = event.position
      }
      while (bytes > bytesMax) dropOldest()
      if (head < DROPPED_MAX && head < entries.length) return
      entries = entries.slice(head)
      head = 0
    },
    lastPosition: () => last,
    allAfter(position: number, limit: number, filter: FilterClause): LogPage {
      if (position < startsAfter) return log.allAfter(position, limit, filter)
      const events: RecordedEvent[] = []
      let considered = 0
      let pageBytes = 0
      let scannedTo = position
      for (let at = firstAfter(position); considered < limit && pageBytes < PAGE_BYTES; at++) {
        const entry = entries[at]
        if (entry === undefined) break
        if (!entry.isVisible) continue
        const { event } = entry
        considered++
        scannedTo = event.position
        if (!filter.matches(event)) continue
        events.push(event)
        pageBytes += event.body.length
      }
      if (considered > 0) return { events, considered, scannedTo, exhausted: false }
      return { events, considered, scannedTo: Math.max(position, last), exhausted: true }
    },
  }
}

function costOf({ stream, type, body }: RecordedEvent): number {
  return ENTRY_BYTES + 2 * (stream.length + type.length) + body.length
}
