import { setTimeout as delay } from 'node:timers/promises'
import { type AllStreamSubscription, type EventStoreDBClient, START, streamNameFilter } from '@eventstore/db-client'
import type { Connection } from './connection.ts'
import type { Logged, Position, SubscribeOptions } from './event-store.ts'
import { RESUBSCRIBE_AFTER_MS_MAX, RESUBSCRIBE_AFTER_MS_MIN } from './limits.ts'
import { isOfTheStore, recorded } from './recorded.ts'

const BATCH_MAX = 500
/** Events held here per subscription before the client is paused. */
const QUEUE_HIGH = 2_000
/** The store looks at 32 events per checkpoint interval; 32 of them = one checkpoint per 1,024 events considered. */
const CHECKPOINT_INTERVAL = 32

/**
 * A catch-up subscription that outlives its connections: it begins again behind the last handled position. Resolves when the
 * signal is aborted, rejects when `handle` did.
 */
export async function subscribe(connected: Connection, options: SubscribeOptions): Promise<void> {
  let from = options.from
  let pause = RESUBSCRIBE_AFTER_MS_MIN
  while (!options.signal.aborted) {
    const run = await runSubscription(connected.client, options, from, position => {
      from = position
      pause = RESUBSCRIBE_AFTER_MS_MIN
    })
    if (options.signal.aborted) return
    if (run.handleFailed !== undefined) throw run.handleFailed
    options.onState?.('reconnecting')
    await delay(pause, undefined, { signal: options.signal }).catch(() => undefined)
    pause = Math.min(pause * 2, RESUBSCRIBE_AFTER_MS_MAX)
  }
}

type SubscriptionRun = { handleFailed?: unknown }

/** One life of a catch-up subscription: until the connection is lost, `handle` fails or the signal is aborted. */
function runSubscription(
  client: EventStoreDBClient,
  options: SubscribeOptions,
  from: Position | null,
  handled: (position: Position) => void,
): Promise<SubscriptionRun> {
  const batchMax = options.batchMax ?? BATCH_MAX
  const queue: Logged[] = []
  let checkpoint: Position | null = null
  let caughtUp = false
  let over = false
  let pumping = false
  let lost = false
  /** Why an event that came cannot be handled: then nothing after it is. */
  let foreign: unknown

  return new Promise(resolve => {
    const subscription: AllStreamSubscription = client.subscribeToAll({
      fromPosition: from ?? START,
      filter: streamNameFilter({
        prefixes: options.prefixes,
        checkpointInterval: CHECKPOINT_INTERVAL,
        checkpointReached: (_, position) => {
          checkpoint = position
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

    async function pump() {
      if (pumping || over) return
      pumping = true
      try {
        while (!over && !options.signal.aborted) {
          const events = queue.splice(0, batchMax)
          const last = events.at(-1)
          if (last !== undefined) {
            await options.handle({ events, position: last.position })
            handled(last.position)
            // Events that came after the checkpoint were told of have overtaken it.
            if (checkpoint !== null && checkpoint.commit <= last.position.commit) checkpoint = null
            if (queue.length < QUEUE_HIGH / 2 && subscription.isPaused()) subscription.resume()
            continue
          }
          if (foreign !== undefined) throw foreign
          // A checkpoint overtakes events that the client still buffers; it counts only when nothing is before it.
          if (subscription.readableLength > 0 || subscription.isPaused()) {
            if (subscription.isPaused()) subscription.resume()
            break
          }
          if (checkpoint !== null && !lost) {
            const position: Position = checkpoint
            checkpoint = null
            await options.handle({ events: [], position })
            handled(position)
            continue
          }
          break
        }
      } catch (error) {
        finish({ handleFailed: error })
      } finally {
        pumping = false
      }
      if (options.signal.aborted || lost) finish({})
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
    const onLost = () => {
      lost = true
      void pump()
    }
    subscription.on('error', onLost)
    // No store ends a subscription without an error, but a proxy before it may.
    subscription.on('end', onLost)
    subscription.on('data', ({ event }) => {
      if (event === undefined || isOfTheStore(event) || foreign !== undefined) return
      try {
        queue.push({ ...recorded(event), position: event.position })
      } catch (error) {
        foreign = error
        void pump()
        return
      }
      if (queue.length >= QUEUE_HIGH) subscription.pause()
      // One turn of the loop gathers what arrived together into one batch.
      if (queue.length === 1) setImmediate(() => void pump())
    })
    if (options.signal.aborted) onAbort()
  })
}
