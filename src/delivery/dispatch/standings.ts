import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { clients } from '#domain/auth/clients/decider.ts'
import type { Service } from '#service.ts'

/** `unknown`: the event store has not said yet. */
export type Standing = 'active' | 'suspended' | 'unknown'

/** A suspension holds in every process after this and the time of one read. */
const REMEMBERED_MS = 2_000
const REMEMBERED_MAX = 20_000
/** A store that is away or silent stops nobody's deliveries for longer: what was known goes on being true. */
const ASKED_MS_MAX = 1_000

/**
 * Whether clients may be told anything, from their own streams: no read model has to be up to date for it. Only what was never
 * known is unknown.
 */
export function createStandings({ execute, log }: Pick<Service, 'execute' | 'log'>) {
  const known = new LRUCache<string, { standing: Standing; askedAtMs: number }>({ max: REMEMBERED_MAX })
  const asking = new Map<string, Promise<void>>()

  async function read(clientId: string): Promise<void> {
    const remember = (standing: Standing) => known.set(clientId, { standing, askedAtMs: performance.now() })
    try {
      const { state } = await execute.load(clients, clientId)
      remember(state.status === 'disabled' ? 'suspended' : 'active')
    } catch (error) {
      log.debug({ err: error, client_id: clientId }, 'webhooks: standing of a client not read')
      remember(known.get(clientId)?.standing ?? 'unknown')
    }
  }

  function ask(clientId: string): Promise<void> {
    const already = asking.get(clientId)
    if (already !== undefined) return already
    const answer = read(clientId).finally(() => asking.delete(clientId))
    asking.set(clientId, answer)
    return answer
  }

  return {
    async of(clientId: string): Promise<Standing> {
      const before = known.get(clientId)
      if (before !== undefined && performance.now() - before.askedAtMs < REMEMBERED_MS) return before.standing
      const over = new AbortController()
      await Promise.race([
        ask(clientId),
        delay(ASKED_MS_MAX, undefined, { signal: over.signal }).catch(() => undefined),
      ])
      over.abort()
      return known.get(clientId)?.standing ?? 'unknown'
    },
  }
}
export type Standings = ReturnType<typeof createStandings>
