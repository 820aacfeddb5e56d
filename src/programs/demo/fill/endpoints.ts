import type { FillPart } from './fill-part.ts'

/** No process listens there, so that deliveries fail. */
const NOTHING_LISTENS = 'https://127.0.0.1:9/hook'

export const fillEndpoints: FillPart = async (client, _name, _now, signal) => {
  const body = { url: NOTHING_LISTENS, events: ['*'], description: 'demo endpoint that fails' }
  const { webhook_id } = await client.createWebhook({ body }, { signal })
  return `endpoint ${webhook_id}, whose deliveries fail`
}
