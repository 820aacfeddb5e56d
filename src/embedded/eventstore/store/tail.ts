import type { RecordedEvent } from '#embedded/eventstore/event.ts'
import { type FilterClause, isVisibleInAll } from './filter.ts'
import { type EventLog, type LogPage, PAGE_BYTES } from './log.ts'

/** An event of the tail, and whether `$all` shows it. */
interface Entry {
  readonly event: RecordedEvent
  readonly isVisible: boolean
}

/** Bytes of the newest events kept in memory. Followers who keep up are a few flushes behind at most; whoever is further behind reads the disk. */
export const TAIL_BYTES_MAX = 4 * 1024 * 1024

/** What an event costs beside its bytes: objects, strings' heads, its place in the list. Generously, so that the bound is one. */
const ENTRY_BYTES = 512

/** The places of dropped entries are cut off the list when there are so many, and not one by one. */
const DROPPED_MAX = 1024

/**
 * The end of the log in memory: each append wakes everybody who follows `$all`, each with a filter of its own, and asking SQLite several questions
 * for each of them took longer than the append. It says of `$all` what the log on disk says, and asks it where it does not reach back far enough.
 * Told of events only once they are on disk.
 */
export class Tail {
  private readonly log: EventLog
  private readonly bytesMax: number
  private entries: (Entry | undefined)[] = []
  /** Entries before this one are dropped, and their places empty. */
  private head = 0
  private bytes = 0
  /** All events behind this position are here. */
  private startsAfter: number
  private last: number

  constructor(log: EventLog, bytesMax = TAIL_BYTES_MAX) {
    this.log = log
    this.bytesMax = bytesMax
    this.last = log.lastPosition()
    this.startsAfter = this.last
  }

  /** These are on disk now, behind all others. */
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

  /** Position of the last event in the log, -1 when it is empty. */
  lastPosition(): number {
    return this.last
  }

  /** As the log's own: the next events of `$all` after a position, looking at no more than `limit`. */
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
    // A thousand that wait to be cut off would hold a thousand bodies.
    this.entries[this.head] = undefined
    this.startsAfter = event.position
    this.bytes -= costOf(event)
    this.head++
  }

  /** Index of the first entry behind a position. */
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

/** Names are counted as the two bytes of a character that they may take. */
function costOf({ stream, type, body }: RecordedEvent): number {
  return ENTRY_BYTES + 2 * (stream.length + type.length) + body.length
}
