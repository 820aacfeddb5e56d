import { LRUCache } from 'lru-cache'
import { withTimeout } from '#concurrency/timeout.ts'
import { clients, STATUS_AGE_MS_MAX } from '#domain/auth/clients/decider.ts'
import type { Service } from '#service.ts'

/** `unknown`: the event store has not answered, or not recently. */
export type ClientStatus = 'active' | 'suspended' | 'unknown'

/** Read again after this, in the background: a delivery rarely waits for the event store. */
const FRESH_MS_MAX = 1_000
const CACHED_MAX = 20_000
/** How long a delivery waits for the event store before its queue is paused. */
const READ_WAIT_MS_MAX = 1_000

/** How long a status is used while every read fails: a process that is cut off alone learns of no suspension. */
const STALE_IF_ERROR_MS_MAX = 600_000

/** `readAtMs`: before the read, so that a late response counts as old. `answeredAtMs`: of the last successful read. */
type CachedStatus = { status: ClientStatus; readAtMs: number; answeredAtMs: number }

const NEVER_READ = { status: 'unknown', answeredAtMs: Number.NEGATIVE_INFINITY } as const

/**
 * Read from the clients' own streams: no read model has to be up to date. A status is used for `STATUS_AGE_MS_MAX`
 * after its read, and for `staleIfErrorMsMax` while reads fail at once: such an outage stops no deliveries.
 */
export function createClientStatusCache(
  { execute, log }: Pick<Service, 'execute' | 'log'>,
  { staleIfErrorMsMax = STALE_IF_ERROR_MS_MAX } = {},
) {
  const cache = new LRUCache<string, CachedStatus>({ max: CACHED_MAX })
  const pendingReads = new Map<string, Promise<void>>()

  async function read(clientId: string): Promise<void> {
    const readAtMs = performance.now()
    try {
      const { state } = await execute.load(clients, clientId)
      const status = state.status === 'disabled' ? 'suspended' : 'active'
      cache.set(clientId, { status, readAtMs, answeredAtMs: readAtMs })
    } catch (error) {
      log.debug({ err: error, client_id: clientId }, 'webhooks: status of a client not read')
      const { status, answeredAtMs } = cache.get(clientId) ?? NEVER_READ
      const isUsed = readAtMs - answeredAtMs < staleIfErrorMsMax
      cache.set(clientId, { status: isUsed ? status : 'unknown', readAtMs, answeredAtMs })
    }
  }

  function refresh(clientId: string): Promise<void> {
    const pending = pendingReads.get(clientId)
    if (pending !== undefined) return pending
    const reading = read(clientId).finally(() => pendingReads.delete(clientId))
    pendingReads.set(clientId, reading)
    return reading
  }

  const ageMs = ({ readAtMs }: CachedStatus) => performance.now() - readAtMs

  return {
    async of(clientId: string): Promise<ClientStatus> {
      const before = cache.get(clientId)
      if (before !== undefined && ageMs(before) < FRESH_MS_MAX) return before.status
      const refreshed = refresh(clientId)
      if (before !== undefined && before.status !== 'unknown' && ageMs(before) < STATUS_AGE_MS_MAX) return before.status
      await withTimeout(READ_WAIT_MS_MAX, refreshed).catch(() => undefined)
      const after = cache.get(clientId)
      return after !== undefined && ageMs(after) < STATUS_AGE_MS_MAX ? after.status : 'unknown'
    },
  }
}
export type ClientStatusCache = ReturnType<typeof createClientStatusCache>
