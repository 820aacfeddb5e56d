import { StoreUnavailable } from '#edge/eventstore/errors.ts'
import type { EventStore, SubscribeOptions } from '#edge/eventstore/event-store.ts'

/** Between questions whether the event store still answers. It costs as much as the read of one event. */
const ASKED_EVERY_MS = 2_500

/**
 * Subscribes for whoever leads: rejects with StoreUnavailable once the event store has been away for so long: once the subscription has not been
 * live, or nothing came or was answered. A line that is cut says nothing by itself, and the client would notice after 20 s. Whether the store is down or
 * this process alone is cut off from it, nobody here can tell; and a lease that is kept meanwhile keeps out those whose way to it is whole.
 */
export async function subscribeUntilAway(
  store: Pick<EventStore, 'subscribe' | 'ping'>,
  awayMsMax: number,
  { signal, onState, handle, ...options }: SubscribeOptions,
): Promise<void> {
  const away = new AbortController()
  const giveUp = () => away.abort(new StoreUnavailable('following the log', `away for ${awayMsMax} ms`))
  const silence = setTimeout(giveUp, awayMsMax)
  const ask = () =>
    store.ping().then(
      () => void silence.refresh(),
      () => undefined,
    )
  const asking = setInterval(ask, ASKED_EVERY_MS)
  let timer: NodeJS.Timeout | undefined = setTimeout(giveUp, awayMsMax)
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
      handle(batch) {
        silence.refresh()
        return handle(batch)
      },
    })
  } finally {
    for (const each of [silence, timer]) clearTimeout(each)
    clearInterval(asking)
  }
  if (!signal.aborted) away.signal.throwIfAborted()
}

/** Of a follower: it goes on from its place at no cost. */
export const FOLLOWER_AWAY_MS_MAX = 10_000
