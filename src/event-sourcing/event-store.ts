import type { DomainEvent, EventMetadata, Recorded } from './decider.ts'

/** A position in the log of all events. Both numbers are stored: in a filtered checkpoint they may differ. */
export type Position = { commit: bigint; prepare: bigint }

export type NewEvent = { id: string; type: string; data: object; metadata: EventMetadata }

export type LoggedEvent = Recorded<DomainEvent> & { position: Position }

/** Foreign, damaged, or of a newer version. The subscriber stops before it, or parks it and continues. */
export type UnreadableLogEvent = {
  id: string
  stream: string
  revision: number
  type: string
  position: Position
  unreadable: string
}

export type LogEvent = LoggedEvent | UnreadableLogEvent

export function isReadable(event: LogEvent): event is LoggedEvent {
  return !('unreadable' in event)
}

export type SubscribeOptions = {
  prefixes: string[]
  /** The last handled position; null = from the beginning. */
  from: Position | null
  signal: AbortSignal
  /** A known position of the log. A node whose log ends before it lags, and counts as unavailable. */
  to?: Position
  /**
   * Receives new events in log order, never concurrently. `position` is the checkpoint to store with them; `events` may
   * be empty when only the position moved. A rejection ends the subscription.
   */
  handle(batch: { events: LogEvent[]; position: Position }): Promise<void>
  /** Called each time when everything written so far was handled. */
  onCaughtUp?(): void
  /** `live` after each connect, `reconnecting` with the error after a loss; it resubscribes by itself. */
  onState?(state: 'live' | 'reconnecting', error?: unknown): void
  /** Includes the store's own events that hide others, as unreadable ones. */
  includeSystemEvents?: boolean
  batchMax?: number
  /** Pause after an incomplete batch, so that the next has more events; a full one ends it. None by default. */
  batchDelayMs?: number
  /** Reconnects when no event arrives for this long although the log grows. */
  idleMsMax?: number
}

/** Whether the tail may begin at `older`; `newest` is the stream's last event. */
export type IsTailStart = (older: Recorded<DomainEvent>, newest: Recorded<DomainEvent>) => boolean

export type EventStore = {
  /** All or none. `expected`: the last event's revision. A repeat (same ids, revision) succeeds and writes nothing. */
  append(stream: string, expected: number | 'no_stream', events: NewEvent[]): Promise<void>
  /** At most `max` events from `fromRevision` on; empty without a stream. Rejects at an unreadable event. */
  read(stream: string, fromRevision?: number, max?: number): Promise<Recorded<DomainEvent>[]>
  /** The end of a stream, from the last event that satisfies `isTailStart`; the whole stream when none does. */
  readTail(stream: string, isTailStart: IsTailStart): Promise<Recorded<DomainEvent>[]>
  /** A catch-up subscription; resolves when the signal is aborted, rejects when `handle` did. */
  subscribe(options: SubscribeOptions): Promise<void>
  /** Position of the log's last event; null when it is empty. */
  end(): Promise<Position | null>
  /** The event at exactly this position; null when there is none, as in another log. */
  at(position: Position): Promise<LogEvent | null>
  /** Rejects with StoreUnavailable. */
  ping(): Promise<void>
  close(): Promise<void>
}
