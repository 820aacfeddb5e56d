import type { FastifyReply, FastifyRequest } from 'fastify'
import { Histogram } from 'prom-client'
import type { Service } from '#service.ts'

const BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const UNROUTED = 'none'
const MS_PER_S = 1_000
const NOT_MEASURED = { observe: () => undefined }

/** The only fields of a log line: no body, header, query or path, so no text of a caller is logged. */
export function createAccessLog({ log, metrics }: Pick<Service, 'log' | 'metrics'>) {
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_S,
    registers: [metrics],
  })
  // Looking up a child by its labels costs more than the rest of this function.
  const children = new Map<string, { observe(value: number): void }>()

  return (request: FastifyRequest, reply: FastifyReply): void => {
    const { method, id: request_id, traceId: trace_id, errorCode } = request
    const route = request.routeOptions.url ?? UNROUTED
    const status = reply.statusCode
    const ms = reply.elapsedTime
    const key = `${method} ${route} ${status}`
    let child = children.get(key)
    if (child === undefined) {
      child = isOpenEnded(request) ? NOT_MEASURED : seconds.labels({ method, route, status })
      children.set(key, child)
    }
    child.observe(ms / MS_PER_S)
    const { sub, client_id } = request.caller ?? {}
    log.info(
      { request_id, trace_id, method, route, status, ms, code: errorCode ?? undefined, client_id, sub },
      'answered',
    )
  }
}

/** Lasts as long as its reader wants, so its time shows nothing. */
function isOpenEnded({ routeOptions, errorCode }: FastifyRequest): boolean {
  return errorCode === null && routeOptions.config?.isOpenEnded === true
}
