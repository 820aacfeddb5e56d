import type { EventStore, SubscribeOptions } from '#event-sourcing/event-store.ts'
import { StoreUnavailable } from '#event-sourcing/store-errors.ts'

/** Between questions whether the event store still answers. It costs as much as the read of one event. */
const ASKED_EVERY_MS = 2_500
/** What one who follows has learnt in this time is news enough for all others of the process. */
const NEWS_MS = ASKED_EVERY_MS / 2

type Options = SubscribeOptions & {
  /** Asked whenever the event store is back, before anything is taken from it: throws when the log is another one than what was taken is of. */
  confirm(): Promise<void>
}

/**
 * Subscribes for whoever leads: rejects with StoreUnavailable once the event store has been away for so long: once the subscription has not been
 * live, or nothing came or was answered. A line that is cut says nothing by itself, and the client would notice after 20 s. Whether the store is down or
 * this process alone is cut off from it, nobody here can tell; and a lease that is kept meanwhile keeps out those whose way to it is whole.
 */
export async function subscribeUntilAway(
  store: Pick<EventStore, 'subscribe' | 'end'>,
  awayMsMax: number,
  { signal, onState, onCaughtUp, handle, confirm, ...options }: Options,
): Promise<void> {
  const over = new AbortController()
  const giveUp = () => over.abort(new StoreUnavailable('following the log', `away for ${awayMsMax} ms`))
  const silence = setTimeout(giveUp, awayMsMax)
  const ask = () =>
    answered(store).then(
      () => void silence.refresh(),
      () => undefined,
    )
  const asking = setInterval(ask, ASKED_EVERY_MS)
  let timer: NodeJS.Timeout | undefined = setTimeout(giveUp, awayMsMax)
  const ending = AbortSignal.any([signal, over.signal])
  let wasAway = false
  /** What came from another log would be taken for this one's, and so would all that follows it. */
  let confirmed = Promise.resolve()
  try {
    await store.subscribe({
      ...options,
      signal: ending,
      onState(state, lost) {
        if (state === 'reconnecting') timer ??= setTimeout(giveUp, awayMsMax)
        else {
          clearTimeout(timer)
          timer = undefined
          if (wasAway) {
            const answer = confirm().catch(error => {
              // One of a connection before says nothing of this one.
              if (answer === confirmed) over.abort(error)
            })
            confirmed = answer
          }
        }
        wasAway = state === 'reconnecting'
        onState?.(state, lost)
      },
      async handle(batch) {
        silence.refresh()
        await confirmed
        over.signal.throwIfAborted()
        return handle(batch)
      },
      async onCaughtUp() {
        const answer = confirmed
        await answer
        // One of a connection before may have been at the end of another log: whoever reads up to the end would leave out the rest.
        if (answer === confirmed && !wasAway && !ending.aborted) onCaughtUp?.()
      },
    })
  } finally {
    for (const each of [silence, timer]) clearTimeout(each)
    clearInterval(asking)
  }
  if (!signal.aborted) over.signal.throwIfAborted()
}

const questions = new WeakMap<object, { at: number; answer: Promise<unknown> }>()

/** One question serves all who follow here at the same time. */
function answered(store: Pick<EventStore, 'end'>): Promise<unknown> {
  const last = questions.get(store)
  if (last !== undefined && performance.now() - last.at < NEWS_MS) return last.answer
  const answer = store.end()
  questions.set(store, { at: performance.now(), answer })
  return answer
}

/** Of a follower: it goes on from its place at no cost. */
export const FOLLOWER_AWAY_MS_MAX = 10_000
