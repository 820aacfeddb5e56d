import type { EventStore, SubscribeOptions } from '#event-sourcing/event-store.ts'
import { StoreUnavailable } from '#event-sourcing/store-errors.ts'

/** Between questions whether the event store still answers. It costs as much as the read of one event. */
const PROBE_EVERY_MS = 2_500
/** What one who follows has learnt in this time is news enough for all others of the process. */
const PROBE_FRESH_MS = PROBE_EVERY_MS / 2

type LivenessOptions = SubscribeOptions & {
  /** Asked whenever the event store is back, before anything is taken from it: throws when the log is another one than what was taken is of. */
  checkLog(): Promise<void>
}

/**
 * Subscribes for whoever leads: rejects with StoreUnavailable once the event store has been away for so long: once the subscription has not been
 * live, or nothing came or was answered. A line that is cut says nothing by itself, and the client would notice after 20 s. Whether the store is down or
 * this process alone is cut off from it, nobody here can tell; and a lease that is kept meanwhile keeps out those whose way to it is whole.
 */
export async function subscribeWithLiveness(
  store: Pick<EventStore, 'subscribe' | 'end'>,
  awayMsMax: number,
  { signal, onState, onCaughtUp, handle, checkLog, ...options }: LivenessOptions,
): Promise<void> {
  const over = new AbortController()
  const giveUp = () => over.abort(new StoreUnavailable('following the log', `away for ${awayMsMax} ms`))
  const silenceTimer = setTimeout(giveUp, awayMsMax)
  const probe = () =>
    probeStore(store).then(
      () => void silenceTimer.refresh(),
      () => undefined,
    )
  const probeTimer = setInterval(probe, PROBE_EVERY_MS)
  let awayTimer: NodeJS.Timeout | undefined = setTimeout(giveUp, awayMsMax)
  const ending = AbortSignal.any([signal, over.signal])
  let wasAway = false
  /** What came from another log would be taken for this one's, and so would all that follows it. */
  let logChecked = Promise.resolve()
  try {
    await store.subscribe({
      ...options,
      signal: ending,
      onState(state, lost) {
        if (state === 'reconnecting') awayTimer ??= setTimeout(giveUp, awayMsMax)
        else {
          clearTimeout(awayTimer)
          awayTimer = undefined
          if (wasAway) {
            const answer = checkLog().catch(error => {
              // One of a connection before says nothing of this one.
              if (answer === logChecked) over.abort(error)
            })
            logChecked = answer
          }
        }
        wasAway = state === 'reconnecting'
        onState?.(state, lost)
      },
      async handle(batch) {
        silenceTimer.refresh()
        await logChecked
        over.signal.throwIfAborted()
        return handle(batch)
      },
      async onCaughtUp() {
        const answer = logChecked
        await answer
        // One of a connection before may have been at the end of another log: whoever reads up to the end would leave out the rest.
        if (answer === logChecked && !wasAway && !ending.aborted) onCaughtUp?.()
      },
    })
  } finally {
    for (const each of [silenceTimer, awayTimer]) clearTimeout(each)
    clearInterval(probeTimer)
  }
  if (!signal.aborted) over.signal.throwIfAborted()
}

const probes = new WeakMap<object, { at: number; answer: Promise<unknown> }>()

/** One question serves all who follow here at the same time. */
function probeStore(store: Pick<EventStore, 'end'>): Promise<unknown> {
  const last = probes.get(store)
  if (last !== undefined && performance.now() - last.at < PROBE_FRESH_MS) return last.answer
  const answer = store.end()
  probes.set(store, { at: performance.now(), answer })
  return answer
}

/** Of a follower: it goes on from its place at no cost. */
export const SUBSCRIPTION_AWAY_MS_MAX = 10_000
