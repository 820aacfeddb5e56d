import { StoreUnavailable } from '#edge/eventstore/errors.ts'
import type { EventStore, SubscribeOptions } from '#edge/eventstore/event-store.ts'

/**
 * Subscribes for whoever leads: rejects with StoreUnavailable once the event store has been away for so long. Whether it is down or this process
 * alone is cut off from it, nobody here can tell; and a lease that is kept meanwhile keeps out those whose way to it is whole.
 */
export async function subscribeUntilAway(
  store: EventStore,
  awayMsMax: number,
  { signal, onState, ...options }: SubscribeOptions,
): Promise<void> {
  const away = new AbortController()
  const giveUp = () => away.abort(new StoreUnavailable('following the log', `away for ${awayMsMax} ms`))
  let timer: NodeJS.Timeout | undefined
  try {
    await store.subscribe({
      ...options,
      signal: AbortSignal.any([signal, away.signal]),
      onState(state) {
        if (state === 'reconnecting') timer ??= setTimeout(giveUp, awayMsMax)
        else {
          clearTimeout(timer)
          timer = undefined
        }
        onState?.(state)
      },
    })
  } finally {
    clearTimeout(timer)
  }
  if (!signal.aborted) away.signal.throwIfAborted()
}

/** Of a follower: it goes on from its place at no cost. */
export const FOLLOWER_AWAY_MS_MAX = 10_000
