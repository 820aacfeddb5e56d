import type { DomainEvent, EventMetadata, Recorded } from './decider.ts'

/** A place in the log of all events. Both numbers are stored and handed back: a filtered checkpoint may have them differ. */
export type Position = { commit: bigint; prepare: bigint }

export type NewEvent = { id: string; type: string; data: object; metadata: EventMetadata }

/** An event read from `$all`, with its place in the log. */
export type LoggedEvent = Recorded<DomainEvent> & { position: Position }

/**
 * An event of the log that can't be read: someone else wrote it, it is damaged, or it was written by a newer version of this
 * service. `unreadable` says which. Whoever follows the log decides: to stop in front of it, or to set it aside and go on.
 */
export type UnreadableLogEvent = {
  id: string
  stream: string
  revision: number
  type: string
  position: Position
  unreadable: string
}

export function isReadable(event: LoggedEvent | UnreadableLogEvent): event is LoggedEvent {
  return !('unreadable' in event)
}

export type SubscribeOptions = {
  /** Stream name prefixes; an event belongs when its stream starts with one of them. */
  prefixes: string[]
  /** The last handled position; null = from the beginning. */
  from: Position | null
  signal: AbortSignal
  /**
   * A place that the log has. A node whose log ends before it lags behind and counts as one that is away: where its log ends, the one that is to be
   * read goes on.
   */
  to?: Position
  /**
   * Called with what came since the last call, in log order and never concurrently. `position` is the checkpoint to store
   * with the batch; `events` may be empty when only the position moved. A rejection ends the subscription with it.
   */
  handle(batch: { events: (LoggedEvent | UnreadableLogEvent)[]; position: Position }): Promise<void>
  /** Told each time everything written so far has been handled. */
  onCaughtUp?(): void
  /** Told when the subscription stands, when the connection is lost, with the error, and when it is back; it re-subscribes by itself. */
  onState?(state: 'live' | 'reconnecting', error?: unknown): void
  /** Whether events of the store's own come too, which say that it hides others: as unreadable ones, with their data in words. */
  includeSystemEvents?: boolean
  /** Events per `handle` call at most. */
  batchMax?: number
  /** Pause after a call with fewer events than that, so that what comes meanwhile is one call; it ends when so many have come. None unless said. */
  batchDelayMs?: number
  /** So long nothing may come where the log grows; then it is begun anew. Its own time unless said. */
  idleMsMax?: number
}

/** The event store as the application sees it. Errors: WrongRevision, StoreUnavailable. */
/** Whether nothing in front of `older` is asked for; `newest` is the last event of the stream. */
export type IsTailStart = (older: Recorded<DomainEvent>, newest: Recorded<DomainEvent>) => boolean

export type EventStore = {
  /**
   * Appends all events or none. `expected` is the revision of the stream's last event, or 'no_stream'. Repeating an append
   * with the same ids and revision succeeds without writing again.
   */
  append(stream: string, expected: number | 'no_stream', events: NewEvent[]): Promise<void>
  /**
   * A whole stream, or its part from `fromRevision` on, the first `max` events of it; empty when there is none. Rejects at an event that can't be
   * read.
   */
  read(stream: string, fromRevision?: number, max?: number): Promise<Recorded<DomainEvent>[]>
  /** The end of a stream, in its order, back to the first event that is enough, which is in it; all of it where none is. */
  readTail(stream: string, isTailStart: IsTailStart): Promise<Recorded<DomainEvent>[]>
  /** A catch-up subscription to the log; resolves when the signal is aborted, rejects when `handle` did. */
  subscribe(options: SubscribeOptions): Promise<void>
  /** The place of the last event of the log, whosever it is; null when there is none. */
  end(): Promise<Position | null>
  /** The event at exactly this place of the log; null when there is none, as in another log than the place is of. */
  at(position: Position): Promise<LoggedEvent | UnreadableLogEvent | null>
  /** Resolves when the store answers a read; rejects with StoreUnavailable. */
  ping(): Promise<void>
  close(): Promise<void>
}
