/** Values of ours, no text of a caller. */
export type Attributes = Record<string, string | number | undefined>

export type TraceSpan = {
  traceId: string
  /** For what continues the trace elsewhere. Source: https://www.w3.org/TR/trace-context/#traceparent-header */
  traceparent: string
  /** Spans started by `work`, also later, are children of this one. */
  within<T>(work: () => T): T
  end(attributes: Attributes, outcome: 'ok' | 'failed'): void
}

export type Tracing = {
  /** Continues the trace of `traceparent`, or starts a new one. */
  start(kind: 'server' | 'client', name: string, traceparent?: string): TraceSpan
  /** A child of the current span; undefined without one. */
  startWithin(name: string): TraceSpan | undefined
  stop(): Promise<void>
}
