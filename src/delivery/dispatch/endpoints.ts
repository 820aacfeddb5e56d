import { sql } from 'slonik'
import { z } from 'zod'
import { createBatcher } from '#concurrency/batcher.ts'
import { secretSealContext } from '#domain/webhooks/secret.ts'
import type { Service } from '#service.ts'
import { type SigningKey, signingKey } from './sign.ts'

export type Endpoint = Omit<z.infer<typeof Row>, 'url' | 'secrets'> & {
  webhook_id: string
  url: URL | null
  keys: SigningKey[]
}

const Row = z.object({
  webhook: z.string(),
  client_id: z.string(),
  revision: z.number(),
  status: z.enum(['active', 'disabled', 'deleted']),
  url: z.string(),
  rate_per_second: z.number().nullable(),
  /** Its last outcomes were successes: a process that starts can treat it as quick. */
  healthy: z.boolean(),
  secrets: z.array(z.object({ version: z.number(), sealed: z.string(), expires_at: z.string().nullable() })),
})

const ROWS_MAX = 256

/**
 * The endpoints of this process's deliveries, cached until their row changes. A notification announces a change; polls
 * compare revisions in case one was lost. Plaintext secrets exist only here.
 */
export function createEndpoints(service: Pick<Service, 'db' | 'vault'>) {
  const cache = new Map<string, Promise<Endpoint | null>>()

  const readRow = createBatcher(async (webhooks: string[]) => {
    const rows = await service.db.any(sql.type(Row)`
      select webhook, client_id, revision, status, url, rate_per_second, secrets,
        last_success_day is not null and cardinality(failed_days) = 0 as healthy
      from ops.webhook_endpoints where webhook = any(${sql.array(webhooks, 'uuid')})`)
    const found = new Map(rows.map(row => [row.webhook, row]))
    return webhooks.map(webhook => found.get(webhook) ?? null)
  }, ROWS_MAX)

  async function load(webhook: string): Promise<Endpoint | null> {
    const row = await readRow(webhook)
    if (row === null) return null
    const webhook_id = `wh_${webhook}`
    const { secrets, url, ...rest } = row
    const keys = await Promise.all(
      secrets.map(async ({ version, sealed, expires_at }) => {
        const secret = await service.vault.open(sealed, secretSealContext(webhook_id, version))
        return secret === null ? [] : [signingKey(version, secret, expires_at)]
      }),
    )
    return { ...rest, webhook_id, url: url === '' ? null : new URL(url), keys: keys.flat() }
  }

  return {
    get(webhook: string): Promise<Endpoint | null> {
      const cached = cache.get(webhook)
      if (cached !== undefined) return cached
      const loading = load(webhook)
      cache.set(webhook, loading)
      loading.catch(() => cache.delete(webhook))
      return loading
    },
    forget: (webhook: string) => void cache.delete(webhook),
    forgetAll: () => cache.clear(),
  }
}
export type Endpoints = ReturnType<typeof createEndpoints>
