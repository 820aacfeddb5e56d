import type { Logger } from 'pino'
import type { Config } from '#config/config.ts'

/** Values of ours, no text of a caller. */
export type Attributes = Record<string, string | number | undefined>

export type TraceSpan = {
  traceId: string
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

/** Undefined without a collector; then OpenTelemetry is not loaded. */
export async function startTracing(config: Config, log: Logger): Promise<Tracing | undefined> {
  const url = tracesUrlOf(config)
  if (url === undefined) return undefined
  const { exportTraces } = await import('./otlp.ts')
  return exportTraces(url, config.OTEL_SERVICE_NAME, log)
}

/** As in the OTLP specification: the signal's address, or else the general one with the signal's path. */
function tracesUrlOf(config: Config): string | undefined {
  if (config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT !== undefined) return config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
  return config.OTEL_EXPORTER_OTLP_ENDPOINT && `${config.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, '')}/v1/traces`
}
