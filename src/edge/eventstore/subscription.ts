import { setTimeout as delay } from 'node:timers/promises'
import { type AllStreamSubscription, type EventStoreDBClient, START, streamNameFilter } from '@eventstore/db-client'
import type { Connection } from './connection.ts'
import { isTooSlow } from './errors.ts'
import type { Logged, Position, SubscribeOptions, Unreadable } from './event-store.ts'
import { RESUBSCRIBE_AFTER_MS_MAX, RESUBSCRIBE_AFTER_MS_MIN } from './limits.ts'
import { isOfTheStore, logged, ofTheStore } from './recorded.ts'

const BATCH_MAX = 500
/** Events held here per subscription before the client is paused. */
const QUEUE_HIGH = 2_000
/** The store looks at 32 events per checkpoint interval; 32 of them = one checkpoint per 1,024 events considered. */
const CHECKPOINT_INTERVAL = 32
/**
 * What servers before 24.10.5 could tell as a checkpoint when nothing had matched from the start (the vendor's release notes): "the end",
 * not a place. Nothing would ever come after it.
 */
const NO_PLACE = 2n ** 64n - 1n

/**
 * A catch-up subscription that outlives its connections: it begins again behind the last handled position. Resolves when the
 * signal is aborted, rejects when `handle` did.
 */
export async function subscribe(connected: Connection, options: SubscribeOptions): Promise<void> {
  let from = options.from
  let pause = RESUBSCRIBE_AFTER_MS_MIN
  while (!options.signal.aborted) {
    let moved = false
    const run = await runSubscription(connected.client, options, from, position => {
      from = position
      moved = true
      pause = RESUBSCRIBE_AFTER_MS_MIN
    })
    if (options.signal.aborted) return
    if (run.handleFailed !== undefined) throw run.handleFailed
    options.onState?.('reconnecting', run.lost)
    // The store is there and this side was busy: waiting would only let more come together.
    if (run.tooSlow && moved) continue
    await delay(pause, undefined, { signal: options.signal }).catch(() => undefined)
    pause = Math.min(pause * 2, RESUBSCRIBE_AFTER_MS_MAX)
  }
}

type SubscriptionRun = { handleFailed?: unknown; tooSlow?: boolean; lost?: unknown }

/** One life of a catch-up subscription: until the connection is lost, `handle` fails or the signal is aborted. */
function runSubscription(
  client: EventStoreDBClient,
  options: SubscribeOptions,
  from: Position | null,
  handled: (position: Position) => void,
): Promise<SubscriptionRun> {
  const batchMax = options.batchMax ?? BATCH_MAX
  const queue: (Logged | Unreadable)[] = []
  let at = from
  /** The newest checkpoint that was told, which may not be stored yet, and the one before it, which may. */
  let newest: Position | null = null
  let checkpoint: Position | null = null
  let caughtUp = false
  let over = false
  let pumping = false
  let lost = false
  let tooSlow = false
  let whyLost: unknown

  return new Promise(resolve => {
    const subscription: AllStreamSubscription = client.subscribeToAll({
      fromPosition: from ?? START,
      filter: streamNameFilter({
        prefixes: options.prefixes,
        checkpointInterval: CHECKPOINT_INTERVAL,
        // One behind what is told: servers around 25.0.0 could tell the place of an event that they send only afterwards, and whoever begins
        // again there never gets it (https://github.com/kurrent-io/KurrentDB/pull/4975, for the lines 24.10 and 25.0 in 4990 and 4991). Once the next
        // one is told, that event has come.
        checkpointReached: (_, told) => {
          if (told.commit === NO_PLACE || told.prepare === NO_PLACE) return
          checkpoint = newest
          newest = told
          void pump()
        },
      }),
    })

    const finish = (run: SubscriptionRun) => {
      if (over) return
      over = true
      options.signal.removeEventListener('abort', onAbort)
      subscription.removeAllListeners('data')
      subscription.on('error', () => undefined)
      subscription.unsubscribe().catch(() => undefined)
      resolve(run)
    }
    const onAbort = () => {
      if (!pumping) finish({})
    }

    async function handle(events: (Logged | Unreadable)[], position: Position) {
      await options.handle({ events, position })
      at = position
      handled(position)
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
            continue
          }
          // A checkpoint overtakes events that the client still buffers; it counts only when nothing is before it.
          if (subscription.readableLength > 0 || subscription.isPaused()) {
            if (subscription.isPaused()) subscription.resume()
            break
          }
          const passed = checkpoint
          checkpoint = null
          // Events that came since may have overtaken it.
          if (passed === null || lost || (at !== null && passed.commit <= at.commit)) break
          await handle([], passed)
        }
      } catch (error) {
        finish({ handleFailed: error })
      } finally {
        pumping = false
      }
      if (options.signal.aborted || lost) finish({ tooSlow, lost: whyLost })
      else if (caughtUp && !over && queue.length === 0 && subscription.readableLength === 0) {
        caughtUp = false
        options.onCaughtUp?.()
      }
    }

    options.signal.addEventListener('abort', onAbort, { once: true })
    subscription.on('confirmation', () => options.onState?.('live'))
    subscription.on('caughtUp', () => {
      caughtUp = true
      void pump()
    })
    // What was received is still handled: it is acknowledged history, only the line is cut. A batch in progress ends
    // before the next subscription begins, so that `handle` never runs twice at once.
    const onLost = (error?: unknown) => {
      lost = true
      tooSlow = isTooSlow(error)
      whyLost = error
      void pump()
    }
    subscription.on('error', onLost)
    // No store ends a subscription without an error, but a proxy before it may.
    subscription.on('end', () => onLost())
    subscription.on('data', ({ event }) => {
      if (event === undefined || (isOfTheStore(event) && !options.ofTheStore)) return
      queue.push(isOfTheStore(event) ? ofTheStore(event) : logged(event))
      if (queue.length >= QUEUE_HIGH) subscription.pause()
      // One turn of the loop gathers what arrived together into one batch.
      if (queue.length === 1) setImmediate(() => void pump())
    })
    if (options.signal.aborted) onAbort()
  })
}
