import { createBatcher } from '#concurrency/batcher.ts'
import { PLATFORM_CLIENT_ID } from '#domain/auth/platform.ts'
import { servers } from '#domain/vpn/servers/decider.ts'
import type { Slot } from '#domain/vpn/servers/events.ts'
import type { Server } from '#domain/vpn/servers/state.ts'
import { StoreUnavailable } from '#event-sourcing/store-errors.ts'
import { systemContext } from '#reactions/system-context.ts'
import type { Service } from '#service.ts'
import { Rejection } from '#values/errors.ts'
import { newId } from '#values/ids.ts'

/** Other instances write too. A request may wait for two batches, within its 8 s. */
const RETRY_BUDGET_MS = 2_500
const BATCH_MAX = 500

type SlotRequest = { take: Slot } | { giveBack: readonly string[] }
type Outcome = { server: Server } | { error: unknown }

/** Requests that arrive during an append go into the next one: instances compete for the stream, not their callers. */
export function createSlots(service: Pick<Service, 'execute' | 'now'>) {
  const batchers = new Map<number, (request: SlotRequest) => Promise<Outcome>>()

  function batcherOf(server_id: number) {
    const existing = batchers.get(server_id)
    if (existing !== undefined) return existing
    const batcher = createBatcher<SlotRequest, Outcome>(requests => runBatch(server_id, requests), BATCH_MAX)
    batchers.set(server_id, batcher)
    return batcher
  }

  async function runBatch(server_id: number, requests: readonly SlotRequest[]): Promise<Outcome[]> {
    const session_ids = requests.flatMap(one => ('giveBack' in one ? one.giveBack : []))
    const slots = requests.flatMap(one => ('take' in one ? [one.take] : []))
    // Releases first: they make room.
    const released = session_ids.length === 0 ? null : await run(server_id, { type: 'give_back', session_ids })
    const taken = slots.length === 0 ? null : await run(server_id, { type: 'take', slots })
    return requests.map(one => ('take' in one ? taken! : released!))
  }

  async function run(server_id: number, command: Parameters<typeof servers.decider.decide>[0]): Promise<Outcome> {
    const cause = { correlation_id: newId('req'), causation_id: null }
    const context = systemContext('vpn-slots', PLATFORM_CLIENT_ID, cause, service.now())
    try {
      const id = servers.id(server_id)
      const { state } = await service.execute.run(servers, id, command, context, { retryBudgetMs: RETRY_BUDGET_MS })
      if (state.status === 'absent') throw new Error(`${servers.stream(id)} is not there`)
      return { server: state }
    } catch (error) {
      return { error }
    }
  }

  return {
    /** Errors: VPN_002, also under contention; VPN_003, VPN_004. */
    async take(server_id: number, slot: Slot): Promise<Server> {
      const outcome = await batcherOf(server_id)({ take: slot })
      if ('error' in outcome) throw isContention(outcome.error) ? contended(outcome.error) : outcome.error
      if (!outcome.server.held.has(slot.session_id)) throw new Rejection('VPN_002')
      return outcome.server
    },
    /** Idempotent. */
    async release(server_id: number, ...session_ids: readonly string[]): Promise<void> {
      const outcome = await batcherOf(server_id)({ giveBack: session_ids })
      if ('error' in outcome) throw outcome.error
    },
  }
}

function isContention(error: unknown): error is Rejection {
  const isRefused = error instanceof Rejection && error.code === 'SERVICE_UNAVAILABLE'
  return isRefused && !(error.cause instanceof StoreUnavailable)
}

function contended(cause: Rejection): Rejection {
  return new Rejection('VPN_002', { reason: 'too many connect at once' }, { cause })
}
