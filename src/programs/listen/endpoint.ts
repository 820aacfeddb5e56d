import { hostname } from 'node:os'
import type { Client } from '#client/index.ts'

const MADE_BY = 'npm run listen'

type EndpointOptions = { url: string; events: string[]; description: string; secret?: string }

/** The next process removes the endpoint of a killed one. */
export async function registerEndpoint(client: Client, { url, events, description, secret }: EndpointOptions) {
  await removeLeftOver(client)
  const metadata = { made_by: MADE_BY, host: hostname(), pid: process.pid }
  const webhook = await client.createWebhook({
    body: { url, events, description, metadata, ...(secret === undefined ? {} : { secret }) },
  })
  return {
    webhook,
    remove: () => client.deleteWebhook({ path: { webhook_id: webhook.webhook_id } }),
  }
}

async function removeLeftOver(client: Client): Promise<void> {
  const { data } = await client.listWebhooks()
  for (const { webhook_id, metadata } of data) {
    const { made_by, host, pid } = metadata
    const isOurs = made_by === MADE_BY && host === hostname() && typeof pid === 'number'
    if (isOurs && !isAlive(pid)) await client.deleteWebhook({ path: { webhook_id } }).catch(() => undefined)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
