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
/** One try to send a batch, its repeats included; a collector that hangs is given up on. */
const EXPORT_MS_MAX = 5_000
/** Spans kept while they can't be sent; later ones are dropped. One is about 1 KiB. */
const QUEUE_MAX = 2_048
/** How long an end waits for the collector. */
const FLUSH_MS_MAX = 2_000
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT }

/**
 * OpenTelemetry's SDK without its globals and without patching modules: several services can run in one process, and what a
 * span holds is named where it is ended. Spans are sent in the background; nothing waits for the collector.
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
    return {
      traceId: span.spanContext().traceId,
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

/** `tracestate` is left out: it would carry text of the caller's into the export. */
function contextOf(traceparent: string | undefined): Context {
  const remote = traceparent === undefined ? null : parseTraceParent(traceparent)
  return remote === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true })
}

/** Says once that the collector does not take spans, and once that it does again. */
function logFailures(exporter: SpanExporter, log: Logger): SpanExporter {
  let failing = false
  return {
    export: (spans, done) =>
      exporter.export(spans, result => {
        const failed = result.code !== ExportResultCode.SUCCESS
        if (failed && !failing) log.warn({ err: result.error }, 'traces are not taken by the collector')
        if (!failed && failing) log.info('traces are taken by the collector again')
        failing = failed
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
}
