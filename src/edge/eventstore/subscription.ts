import { setTimeout as delay } from 'node:timers/promises'
import { type AllStreamSubscription, type EventStoreDBClient, START, streamNameFilter } from '@eventstore/db-client'
import { raceAbort } from '#concurrency/timeout.ts'
import type { EventStore, LogEvent, Position, SubscribeOptions } from '#event-sourcing/event-store.ts'
import { StoreUnavailable } from '#event-sourcing/store-errors.ts'
import type { Connection } from './connection.ts'
import { isTooSlow } from './errors.ts'
import { RESUBSCRIBE_AFTER_MS_MAX, RESUBSCRIBE_AFTER_MS_MIN } from './limits.ts'
import { isSystemEvent, logged, systemEvent } from './recorded.ts'

const BATCH_MAX = 500
/** Events buffered per subscription before the client is paused. */
const QUEUE_HIGH = 2_000
/** In units of 32 considered events: a checkpoint every 1,024 events. */
const CHECKPOINT_INTERVAL = 32
/** Reported by servers before 24.10.5 when nothing had matched (release notes). No event comes after it. */
const NO_POSITION = 2n ** 64n - 1n

/** A silent subscription is restarted if the log has grown: a gateway can forget a single call. */
const SILENT_MS_MAX = 20_000

/** Restarts after lost connections. Resolves when the signal is aborted; rejects when `handle` does. */
export async function subscribe(
  connected: Connection,
  end: EventStore['end'],
  options: SubscribeOptions,
): Promise<void> {
  let from = options.from
  let pause = RESUBSCRIBE_AFTER_MS_MIN
  /** A subscription that caught up from this end of the log has no older event to send. */
  let begunAt = -1n
  const newerEnd = async (hasCaughtUp: boolean) => {
    const last = (await end())?.commit ?? -1n
    return last > begunAt || !hasCaughtUp ? last : null
  }
  while (!options.signal.aborted) {
    let moved = false
    const handled = (position: Position) => {
      from = position
      moved = true
      pause = RESUBSCRIBE_AFTER_MS_MIN
    }
    const run =
      (await findLag(end, options)) ?? (await subscribeOnce(connected.client, options, from, handled, newerEnd))
    // Also after an abort: the caller may continue elsewhere from what `handle` did.
    if (run.handleFailed !== undefined) throw run.handleFailed
    if (options.signal.aborted) return
    if (run.silentAt !== undefined) {
      begunAt = run.silentAt
      continue
    }
    options.onState?.('reconnecting', run.lost)
    // The store is up and the reader was slow: a pause would make the backlog larger.
    if (run.tooSlow && moved) continue
    await delay(pause, undefined, { signal: options.signal }).catch(() => undefined)
    pause = Math.min(pause * 2, RESUBSCRIBE_AFTER_MS_MAX)
  }
}

/** `silentAt`: the end of the log when the subscription was found silent. */
type SubscriptionRun = { handleFailed?: unknown; tooSlow?: boolean; lost?: unknown; silentAt?: bigint }

/** Checked before each start: a node that has this end of the log sends all events up to it. */
async function findLag(
  end: EventStore['end'],
  { to, signal }: Pick<SubscribeOptions, 'to' | 'signal'>,
): Promise<SubscriptionRun | null> {
  if (to === undefined) return null
  try {
    const last = await raceAbort(signal, end())
    if (last !== null && last.commit >= to.commit) return null
    return { lost: new StoreUnavailable('reading the log', new Error('the node that is read from lags behind')) }
  } catch (error) {
    return { lost: error }
  }
}

/** Until the connection is lost, `handle` fails or the signal is aborted. */
function subscribeOnce(
  client: EventStoreDBClient,
  options: SubscribeOptions,
  from: Position | null,
  handled: (position: Position) => void,
  newerEnd: (hasCaughtUp: boolean) => Promise<bigint | null>,
): Promise<SubscriptionRun> {
  const { batchMax = BATCH_MAX, batchDelayMs = 0, idleMsMax = SILENT_MS_MAX } = options
  const queue: LogEvent[] = []
  let at = from
  /** The newest reported checkpoint, which is not safe to store yet, and the one before it, which is. */
  let newest: Position | null = null
  let checkpoint: Position | null = null
  let received = 0
  let handledCount = 0
  /** The number of handled events at which the subscription has caught up; null = unknown or reported. */
  let caughtUpCount: number | null = null
  /** How many of those are still in the client's buffer. */
  let buffered = 0
  let over = false
  let pumping = false
  let loss: { lost: unknown; tooSlow: boolean } | null = null
  let stopWaiting = () => {}
  let heardTimes = 0
  let hasCaughtUp = false
  const isEnding = () => over || loss !== null || options.signal.aborted

  return new Promise(resolve => {
    const silenceTimer = setTimeout(() => void checkSilence(), idleMsMax)
    const heard = () => {
      heardTimes += 1
      silenceTimer.refresh()
    }

    /** While a batch is handled, no events are expected. */
    async function checkSilence() {
      const before = heardTimes
      const silentAt = pumping ? null : await newerEnd(hasCaughtUp).catch(() => null)
      if (over) return
      if (silentAt === null || pumping || heardTimes > before) silenceTimer.refresh()
      else finish({ silentAt })
    }

    const subscription: AllStreamSubscription = client.subscribeToAll({
      fromPosition: from ?? START,
      filter: streamNameFilter({
        prefixes: options.prefixes,
        checkpointInterval: CHECKPOINT_INTERVAL,
        // One checkpoint late: servers around 25.0.0 could report the position of an event before they send it, and a
        // restart there would miss it (https://github.com/kurrent-io/KurrentDB/pull/4975, for the lines 24.10 and 25.0
        // in 4990 and 4991). With a later checkpoint the event has arrived; the same one may come twice.
        checkpointReached: (_, reached) => {
          heard()
          if (reached.commit === NO_POSITION || reached.prepare === NO_POSITION) return
          if (newest !== null && reached.commit <= newest.commit) return
          checkpoint = newest
          newest = reached
          void pump()
        },
      }),
    })

    const finish = (run: SubscriptionRun) => {
      if (over) return
      over = true
      clearTimeout(silenceTimer)
      options.signal.removeEventListener('abort', onAbort)
      subscription.removeAllListeners('data')
      subscription.on('error', () => undefined)
      subscription.unsubscribe().catch(() => undefined)
      resolve(run)
    }
    const onAbort = () => {
      stopWaiting()
      if (!pumping) finish({})
    }

    async function handle(events: LogEvent[], position: Position) {
      await options.handle({ events, position })
      at = position
      handledCount += events.length
      handled(position)
      notifyCaughtUp()
    }

    /** Not when the buffer is empty: under constant load it never is. */
    function notifyCaughtUp() {
      if (caughtUpCount === null || buffered > 0 || handledCount < caughtUpCount || isEnding()) return
      caughtUpCount = null
      options.onCaughtUp?.()
    }

    async function waitForMore() {
      if (queue.length >= batchMax || isEnding()) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, batchDelayMs)
      stopWaiting = resolve
      await promise
      clearTimeout(timer)
    }

    async function pump() {
      if (pumping || over) return
      pumping = true
      try {
        while (!over && !options.signal.aborted) {
          const events = queue.splice(0, batchMax)
          const last = events.at(-1)
          if (last !== undefined) {
            await handle(events, last.position)
            if (queue.length < QUEUE_HIGH / 2 && subscription.isPaused()) subscription.resume()
            if (batchDelayMs > 0 && events.length < batchMax) await waitForMore()
            continue
          }
          // A checkpoint can overtake events in the client's buffer.
          if (subscription.readableLength > 0 || subscription.isPaused()) {
            if (subscription.isPaused()) subscription.resume()
            break
          }
          const passed = checkpoint
          checkpoint = null
          // Newer events may have overtaken the checkpoint.
          if (passed === null || loss !== null || (at !== null && passed.commit <= at.commit)) break
          await handle([], passed)
        }
      } catch (error) {
        finish({ handleFailed: error })
      } finally {
        pumping = false
      }
      if (options.signal.aborted || loss !== null) finish(loss ?? {})
      else notifyCaughtUp()
    }

    options.signal.addEventListener('abort', onAbort, { once: true })
    subscription.on('confirmation', () => options.onState?.('live'))
    subscription.on('caughtUp', () => {
      heard()
      hasCaughtUp = true
      caughtUpCount = received
      buffered = subscription.readableLength
      void pump()
    })
    // Received events are still handled. A batch ends before the next run starts: `handle` never runs twice at once.
    const onLost = (error?: unknown) => {
      loss = { lost: error, tooSlow: isTooSlow(error) }
      stopWaiting()
      void pump()
    }
    subscription.on('error', onLost)
    // A proxy may end a subscription without an error.
    subscription.on('end', () => onLost())
    subscription.on('data', ({ event }) => {
      heard()
      const isTaken = event !== undefined && (!isSystemEvent(event) || options.includeSystemEvents === true)
      if (buffered > 0) {
        buffered -= 1
        if (isTaken) caughtUpCount! += 1
      }
      // The event that the buffer waited for may be an ignored one.
      if (!isTaken) return void setImmediate(() => void pump())
      queue.push(isSystemEvent(event) ? systemEvent(event) : logged(event))
      received += 1
      if (queue.length >= batchMax) stopWaiting()
      if (queue.length >= QUEUE_HIGH) subscription.pause()
      // A turn of the event loop collects what arrived together.
      if (queue.length === 1) setImmediate(() => void pump())
    })
    if (options.signal.aborted) onAbort()
  })
}
