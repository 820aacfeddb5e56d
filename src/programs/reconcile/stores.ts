import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import { readConfig } from '#config/config.ts'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { isUnavailable } from '#edge/unavailable.ts'
import { UnreadableEvent } from '#event-sourcing/category.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { EventStore } from '#event-sourcing/event-store.ts'
import { startOfflineEventStore } from '#lifecycle/offline-stores.ts'
import { CommandError } from '#terminal/command-line.ts'
import { Rejection } from '#values/errors.ts'
import { newId } from '#values/ids.ts'

export const CLIENT_OPTION = {
  client: { type: 'string', value: 'ID', help: 'this client’s refunds alone; everybody’s unless given' },
} as const

/** Works with the event store, and with nothing else; Ctrl-C aborts the signal. */
export async function withEventStore<T>(work: (store: EventStore, signal: AbortSignal) => Promise<T>): Promise<T> {
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())
  const stores = await startOfflineEventStore(readConfig())
  const store = connectEventStore(stores.eventStoreUrl)
  try {
    return await work(store, interrupted.signal)
  } catch (error) {
    const why = interrupted.signal.aborted
      ? 'interrupted'
      : isStoreUnavailable(error)
        ? 'the event store gave no answer'
        : null
    if (why !== null) throw new CommandError(`${why}: repeat it, what is flagged already is flagged once`)
    throw error instanceof UnreadableEvent ? new CommandError(error.message) : error
  } finally {
    await store.close()
    await stores.stop()
  }
}

/** A command that may be repeated says so where the store itself gave up. */
function isStoreUnavailable(error: unknown): boolean {
  return (
    (error instanceof Error && isUnavailable(error)) ||
    (error instanceof Rejection && error.code === 'SERVICE_UNAVAILABLE')
  )
}

/** The command line has no token: whoever runs it is known to this machine alone. All that a call does is one request. */
export function createCommandContext(): () => Context {
  const request_id = newId('req')
  return () => ({
    actor: { sub: `system:reconcile (${userInfo().username})`, client_id: 'none', role: 'system' },
    ...{ request_id, command_id: randomUUID(), correlation_id: request_id, causation_id: null, now: new Date() },
  })
}
