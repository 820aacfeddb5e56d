import { LRUCache } from 'lru-cache'
import { clients } from '#domain/auth/clients/decider.ts'
import type { Service } from '#service.ts'
import { fieldRejection, type Rejection } from '#values/errors.ts'
import { isToken } from './subject.ts'

/** A suspension takes effect after this. Each message would cost a reading of its client otherwise. */
const ACTIVE_MS_MAX = 1_000
const CLIENTS_MAX = 10_000

export type ClientRefusals = ReturnType<typeof createClientRefusals>

export function createClientRefusals({ execute }: Pick<Service, 'execute'>) {
  const active = new LRUCache<string, true>({ max: CLIENTS_MAX, ttl: ACTIVE_MS_MAX })

  return {
    /** Why nothing of this client is taken; null: it is active. */
    async refusalOf(client_id: string): Promise<Rejection | null> {
      if (!isToken(client_id)) return refusal('is not a known client')
      if (active.has(client_id)) return null
      const { state } = await execute.load(clients, client_id)
      if (state.status !== 'active')
        return refusal(state.status === 'absent' ? 'is not a known client' : 'is suspended')
      active.set(client_id, true)
      return null
    },
  }
}

function refusal(reason: string): Rejection {
  return fieldRejection('INVALID_REQUEST', [{ field: 'client_id', reason }])
}
