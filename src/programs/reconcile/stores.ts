import { userInfo } from 'node:os'
import type { EventStore } from '#event-sourcing/event-store.ts'
import { isStoreUnavailable, withOfflineEventStore } from '#lifecycle/offline-stores.ts'
import { createProgramContext } from '#lifecycle/program-context.ts'
import { readServiceConfig } from '#service-config.ts'
import { abortOnInterrupt } from '#terminal/abort-on-termination.ts'
import { CommandError } from '#terminal/command-line.ts'

export const CLIENT_OPTION = {
  client: { type: 'string', value: 'ID', help: 'the refunds of this client alone; of all clients unless given' },
} as const

export async function withEventStore<T>(work: (store: EventStore, signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = abortOnInterrupt()
  try {
    return await withOfflineEventStore(readServiceConfig(), store => work(store, signal))
  } catch (error) {
    const why = signal.aborted ? 'interrupted' : isStoreUnavailable(error) ? 'the event store gave no answer' : null
    throw why === null ? error : new CommandError(`${why}: repeat it, what is flagged already is flagged once`)
  }
}

export function createCommandContext() {
  return createProgramContext({
    sub: `system:reconcile (${userInfo().username})`,
    client_id: 'none',
    role: 'system',
  })
}
