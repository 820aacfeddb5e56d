import type { EventStore, SubscribeOptions } from '#event-sourcing/event-store.ts'
import { StoreUnavailable } from '#event-sourcing/store-errors.ts'

/** Between probes of the event store. A probe costs as much as the read of one event. */
const PROBE_EVERY_MS = 2_500
/** A result this recent serves all subscriptions of the process. */
const PROBE_FRESH_MS = PROBE_EVERY_MS / 2

type LivenessOptions = SubscribeOptions & {
  /** Runs on each reconnection, before events are taken. Throws for another log. */
  checkLog(): Promise<void>
  /** The position was reached on an earlier connection, so the first one of this subscription is a reconnection. */
  isResumed?: boolean
}

/**
 * Subscribes while this process holds the lease. Rejects with StoreUnavailable after `awayMsMax` without a live
 * subscription, or without events and answers: the client notices a cut connection only after 20 s. This process may be
 * the only one without the event store, so it must give the lease back.
 */
export async function subscribeWithLiveness(
  store: Pick<EventStore, 'subscribe' | 'end'>,
  awayMsMax: number,
  { signal, onState, onCaughtUp, handle, checkLog, isResumed = false, ...options }: LivenessOptions,
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
  /** The client also subscribes again after a silence, and does not report that as `reconnecting`. */
  let isReconnection = isResumed
  /** Events wait for this check: those of another log must not be taken. */
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
          if (isReconnection) {
            const answer = checkLog().catch(error => {
              // A check of an earlier connection does not count.
              if (answer === logChecked) over.abort(error)
            })
            logChecked = answer
          }
        }
        isReconnection = true
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
        // An earlier connection may have been at the end of another log.
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

/** One probe serves all subscriptions of the process at a time. */
function probeStore(store: Pick<EventStore, 'end'>): Promise<unknown> {
  const last = probes.get(store)
  if (last !== undefined && performance.now() - last.at < PROBE_FRESH_MS) return last.answer
  const answer = store.end()
  probes.set(store, { at: performance.now(), answer })
  return answer
}

/** A subscription resumes at its checkpoint at no cost. */
export const SUBSCRIPTION_AWAY_MS_MAX = 10_000
