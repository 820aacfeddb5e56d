import { sql } from 'slonik'
import { z } from 'zod'
import { createBatcher } from '#concurrency/batcher.ts'
import { secretSealContext } from '#domain/webhooks/secret.ts'
import type { Service } from '#service.ts'
import { type SigningKey, signingKey } from './sign.ts'

/** An endpoint as a dispatcher needs it. */
export type Endpoint = {
  webhook: string
  webhook_id: string
  client_id: string
  revision: number
  status: 'active' | 'disabled' | 'deleted'
  url: URL | null
  rate_per_second: number | null
  /** Newest first. */
  keys: SigningKey[]
  /** Its newest outcomes were good ones: a process that starts may trust it at once. */
  healthy: boolean
}

const Row = z.object({
  webhook: z.string(),
  client_id: z.string(),
  revision: z.number(),
  status: z.enum(['active', 'disabled', 'deleted']),
  url: z.string(),
  rate_per_second: z.number().nullable(),
  healthy: z.boolean(),
  secrets: z.array(z.object({ version: z.number(), sealed: z.string(), expires_at: z.string().nullable() })),
})

/** Endpoints that one query reads. */
const ROWS_MAX = 256

/**
 * The endpoints this process delivers to, kept until their row changes: a changed row says so on a channel, and every poll
 * compares revisions in case the word was lost. Clear secrets live here and nowhere else.
 */
export function createEndpoints(service: Pick<Service, 'db' | 'vault'>) {
  const known = new Map<string, Promise<Endpoint | null>>()

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
      const cached = known.get(webhook)
      if (cached !== undefined) return cached
      const loading = load(webhook)
      known.set(webhook, loading)
      loading.catch(() => known.delete(webhook))
      return loading
    },
    forget: (webhook: string) => void known.delete(webhook),
    forgetAll: () => known.clear(),
  }
}
export type Endpoints = ReturnType<typeof createEndpoints>
