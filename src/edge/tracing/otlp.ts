import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { type Context, type Span as OtelSpan, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import type { TraceSpan, Tracing } from './tracing.ts'

const SEND_EVERY_MS = 1_000
const EXPORT_MS_MAX = 5_000
/** Buffered spans, about 1 KiB each; more are dropped. */
const QUEUE_MAX = 2_048
const FLUSH_MS_MAX = 2_000
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT }

/**
 * OpenTelemetry's SDK without globals and patched modules: several services can run in one process, and each span's
 * attributes are listed where it ends. Spans are sent in the background.
 */
export function exportTraces(url: string, serviceName: string, log: Logger): Tracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: logFailures(new OTLPTraceExporter({ url, timeoutMillis: EXPORT_MS_MAX }), log),
        exportTimeoutMillis: EXPORT_MS_MAX,
        maxQueueSize: QUEUE_MAX,
        scheduledDelayMillis: SEND_EVERY_MS,
      }),
    ],
  })
  const tracer = provider.getTracer('security-service')
  const current = new AsyncLocalStorage<Context>()

  function spanOf(span: OtelSpan, parent: Context): TraceSpan {
    const context = trace.setSpan(parent, span)
    const { traceId, spanId, traceFlags } = span.spanContext()
    return {
      traceId,
      traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
      within: work => current.run(context, work),
      end(attributes, outcome) {
        span.setAttributes(attributes)
        if (outcome === 'failed') span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      },
    }
  }

  return {
    start(kind, name, traceparent) {
      const parent = contextOf(traceparent)
      return spanOf(tracer.startSpan(name, { kind: KINDS[kind] }, parent), parent)
    },
    startWithin(name) {
      const parent = current.getStore()
      return parent && spanOf(tracer.startSpan(name, { kind: SpanKind.CLIENT }, parent), parent)
    },
    async stop() {
      const sent = new AbortController()
      const flushTimeout = delay(FLUSH_MS_MAX, undefined, { signal: sent.signal }).catch(() => undefined)
      await Promise.race([provider.shutdown().catch(() => undefined), flushTimeout])
      sent.abort()
    },
  }
}

/** Without `tracestate`, which would export a caller's text. */
function contextOf(traceparent: string | undefined): Context {
  const remote = traceparent === undefined ? null : parseTraceParent(traceparent)
  return remote === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true })
}

/** Logs once that the collector refuses spans, and once that it accepts them again. */
function logFailures(exporter: SpanExporter, log: Logger): SpanExporter {
  let failing = false
  return {
    export: (spans, done) =>
      exporter.export(spans, result => {
        const failed = result.code !== ExportResultCode.SUCCESS
        if (failed && !failing) log.warn({ err: result.error }, 'the collector refuses traces')
        if (!failed && failing) log.info('the collector accepts traces again')
        failing = failed
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
}
