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

/**
 * The end of the log in memory: for each append, SQLite queries of every `$all` subscriber took longer than the append.
 */
export class Tail {
  private readonly log: EventLog
  private readonly bytesMax: number
  private entries: (Entry | undefined)[] = []
  private head = 0
  private bytes = 0
  private startsAfter: number
  private last: number

  constructor(log: EventLog, bytesMax = TAIL_BYTES_MAX) {
    this.log = log
    this.bytesMax = bytesMax
    this.last = log.lastPosition()
    this.startsAfter = this.last
  }

  add(events: readonly RecordedEvent[]): void {
    for (const event of events) {
      this.entries.push({ event, isVisible: isVisibleInAll(event.stream) })
      this.bytes += costOf(event)
      this.last = event.position
    }
    while (this.bytes > this.bytesMax) this.dropOldest()
    if (this.head < DROPPED_MAX && this.head < this.entries.length) return
    this.entries = this.entries.slice(this.head)
    this.head = 0
  }

  lastPosition(): number {
    return this.last
  }

  allAfter(position: number, limit: number, filter: FilterClause): LogPage {
    if (position < this.startsAfter) return this.log.allAfter(position, limit, filter)
    const events: RecordedEvent[] = []
    let considered = 0
    let bytes = 0
    let scannedTo = position
    for (let at = this.firstAfter(position); considered < limit && bytes < PAGE_BYTES; at++) {
      const entry = this.entries[at]
      if (entry === undefined) break
      if (!entry.isVisible) continue
      const { event } = entry
      considered++
      scannedTo = event.position
      if (!filter.matches(event)) continue
      events.push(event)
      bytes += event.body.length
    }
    if (considered > 0) return { events, considered, scannedTo, exhausted: false }
    return { events, considered, scannedTo: Math.max(position, this.last), exhausted: true }
  }

  private dropOldest(): void {
    const { event } = this.entries[this.head]!
    // Frees the body at once, before the entry is removed.
    this.entries[this.head] = undefined
    this.startsAfter = event.position
    this.bytes -= costOf(event)
    this.head++
  }

  private firstAfter(position: number): number {
    let low = this.head
    let high = this.entries.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.entries[middle]!.event.position > position) high = middle
      else low = middle + 1
    }
    return low
  }
}

function costOf({ stream, type, body }: RecordedEvent): number {
  return ENTRY_BYTES + 2 * (stream.length + type.length) + body.length
}
