import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Service } from '#service.ts'
import { Rejection } from '#values/errors.ts'
import type { Api } from './api.ts'
import { withOldNames } from './old-metric-names.ts'
import { type Health, LiveResponse, NotReadyResponse, ReadyResponse } from './operations-schemas.ts'
import { parseBearerToken } from './parse-bearer-token.ts'

const NOT_READY_RETRY_AFTER_S = 2

export function operationsRoutes(
  api: Api,
  service: Pick<Service, 'config' | 'metrics'>,
  health: () => Promise<Health>,
): void {
  const { metrics } = service
  const config = { scope: 'public', limit: 'none' } as const
  const described = { tags: ['operations'] }

  api.get(
    '/health/live',
    {
      config,
      schema: {
        ...described,
        operationId: 'live',
        summary: 'The process responds',
        description:
          'Succeeds while the process can respond: restart the process if it fails. The result does not depend on other systems.',
        response: { 200: LiveResponse },
      },
    },
    async () => ({ status: 'live' as const }),
  )

  api.get(
    '/health/ready',
    {
      config: { ...config, errors: ['SERVICE_UNAVAILABLE'] },
      schema: {
        ...described,
        operationId: 'ready',
        summary: 'Every part works, with its state and lag',
        description:
          'Shows whether each configured part works, so that a load balancer can choose a process. 503 names the parts that do not work; repeat after `Retry-After`.',
        response: { 200: ReadyResponse, 503: NotReadyResponse },
      },
    },
    async (_request, reply) => {
      const { ready, parts } = await health()
      if (!ready) reply.header('retry-after', NOT_READY_RETRY_AFTER_S)
      return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not_ready', parts })
    },
  )

  // For METRICS_TOKEN and for this machine; other callers get 404.
  api.get('/metrics', { config, schema: { hide: true } }, async (request, reply) => {
    if (!isLocal(request, service.config) && !hasMetricsToken(request, service.config))
      throw new Rejection('NOT_FOUND', { reason: 'no such path' })
    return reply.type(metrics.contentType).send(withOldNames(await metrics.metrics()))
  })
}

/** By the connection, not by headers. A request forwarded by a local proxy comes from elsewhere. */
function isLocal({ socket, headers }: FastifyRequest, { TRUST_PROXY }: Service['config']): boolean {
  if (TRUST_PROXY && headers['x-forwarded-for'] !== undefined) return false
  const address = socket.remoteAddress ?? ''
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}

function hasMetricsToken({ headers }: FastifyRequest, { METRICS_TOKEN }: Service['config']): boolean {
  const token = parseBearerToken(headers)
  if (METRICS_TOKEN === undefined || token === undefined) return false
  return timingSafeEqual(hash('sha256', token, 'buffer'), hash('sha256', METRICS_TOKEN, 'buffer'))
}
