import type { Logger } from 'pino'
import type { Config } from '#config.ts'

/** What a span says of its work: names and figures of ours, nothing a caller sent. */
export type Attributes = Record<string, string | number | undefined>

export type Span = {
  /** 32 hex digits. */
  traceId: string
  /** Spans that `work` starts, also later, are children of this one. */
  within<T>(work: () => T): T
  end(attributes: Attributes, outcome: 'ok' | 'failed'): void
}

export type Tracing = {
  /** Starts a span of the trace that a caller's `traceparent` names, or else of a new one. */
  start(kind: 'server' | 'client', name: string, traceparent?: string): Span
  /** Starts a span within the one that the work belongs to; undefined when it belongs to none. */
  startWithin(name: string): Span | undefined
  /** Sends what is left, within a bound. */
  stop(): Promise<void>
}

/** Undefined when no collector is configured: then nothing of OpenTelemetry is even loaded. */
export async function startTracing(config: Config, log: Logger): Promise<Tracing | undefined> {
  const url = tracesUrlOf(config)
  if (url === undefined) return undefined
  const { exportTraces } = await import('./otlp.ts')
  return exportTraces(url, config.OTEL_SERVICE_NAME, log)
}

/** As the OTLP specification has it: the address of the signal as it is, else the general one with the signal's path. */
function tracesUrlOf(config: Config): string | undefined {
  if (config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT !== undefined) return config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
  return config.OTEL_EXPORTER_OTLP_ENDPOINT && `${config.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, '')}/v1/traces`
}
