import { z } from 'zod'
import { inboundKind } from '#bus/inbound/inbound-kind.ts'
import { reportLink } from './report-link.ts'

/** A link that another service found: what `POST /links` takes. */
export const linkInbound = inboundKind({
  kind: 'link.reported',
  name: 'InboundLink',
  summary: 'Report a link',
  description: 'As `POST /links` does.',
  schema: z.object({ url: z.url() }),
  invalid: 'URL_001',
  example: { url: 'https://evil.example/' },
  async take(service, context, { data }) {
    await reportLink(service, context, data.url)
    return 'recorded'
  },
})
