/** What a span says of its work: names and figures of ours, nothing a caller sent. */
export type Attributes = Record<string, string | number | undefined>

export type TraceSpan = {
  /** 32 hex digits. */
  traceId: string
  /** Spans that `work` starts, also later, are children of this one. */
  within<T>(work: () => T): T
  end(attributes: Attributes, outcome: 'ok' | 'failed'): void
}

export type Tracing = {
  /** Starts a span of the trace that a caller's `traceparent` names, or else of a new one. */
  start(kind: 'server' | 'client', name: string, traceparent?: string): TraceSpan
  /** Starts a span within the one that the work belongs to; undefined when it belongs to none. */
  startWithin(name: string): TraceSpan | undefined
  /** Sends what is left, within a bound. */
  stop(): Promise<void>
}
