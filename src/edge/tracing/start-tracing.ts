import type { Logger } from 'pino'
import type { Config } from '#config/config.ts'
import type { Tracing } from './tracing.ts'

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
