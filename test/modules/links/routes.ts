import { z } from 'zod'
import { month, planOf, second } from '#edge/rate-limits/plans.ts'
import { type Api, type CustomLimit, contextOf } from '#http/api.ts'
import type { Service } from '#service.ts'
import { Link, listLinks } from './list-links.ts'
import { reportLink } from './report-link.ts'

const reportLimit = (reportsMax: number): CustomLimit => ({
  name: 'links',
  plan: planOf(second(1_000), month(reportsMax)),
  details: { module_code: 'URL_004' },
})
const described = { tags: ['links'] }

export function linkRoutes(api: Api, service: Service, reportsMax: number): void {
  api.post(
    '/links',
    {
      config: { scope: 'any', limit: reportLimit(reportsMax), invalid: 'URL_001', errorShape: 'nested' },
      schema: {
        ...described,
        operationId: 'reportLink',
        summary: 'Report a link',
        body: z.strictObject({ url: z.url() }),
        response: { 202: z.object({ link_id: z.string() }) },
      },
    },
    async (request, reply) => {
      const link_id = await reportLink(service, contextOf(request, service.now()), request.body.url)
      return reply.code(202).send({ link_id })
    },
  )

  api.get(
    '/links',
    {
      config: { scope: 'any' },
      schema: {
        ...described,
        operationId: 'listLinks',
        summary: 'Your links',
        response: { 200: z.object({ data: z.array(Link) }) },
      },
    },
    async request => ({ data: await listLinks(service.db, request.caller.client_id) }),
  )
}
