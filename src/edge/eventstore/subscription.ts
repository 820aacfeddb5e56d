import { setTimeout as delay } from 'node:timers/promises'
import { type AllStreamSubscription, type EventStoreDBClient, START, streamNameFilter } from '@eventstore/db-client'
import { raceAbort } from '#concurrency/timeout.ts'
import type {
  EventStore,
  LoggedEvent,
  Position,
  SubscribeOptions,
  UnreadableLogEvent,
} from '#event-sourcing/event-store.ts'
import { StoreUnavailable } from '#event-sourcing/store-errors.ts'
import type { Connection } from './connection.ts'
import { isTooSlow } from './errors.ts'
import { RESUBSCRIBE_AFTER_MS_MAX, RESUBSCRIBE_AFTER_MS_MIN } from './limits.ts'
import { isSystemEvent, logged, systemEvent } from './recorded.ts'

const BATCH_MAX = 500
/** Events held here per subscription before the client is paused. */
const QUEUE_HIGH = 2_000
/** The store looks at 32 events per checkpoint interval; 32 of them = one checkpoint per 1,024 events considered. */
const CHECKPOINT_INTERVAL = 32
/**
 * What servers before 24.10.5 could tell as a checkpoint when nothing had matched from the start (the vendor's release notes): "the end",
 * not a place. Nothing would ever come after it.
 */
const NO_POSITION = 2n ** 64n - 1n

/**
 * A subscription on which nothing came for so long is begun anew where the log has grown meanwhile. A gateway may have forgotten that one call, while
 * all that is asked beside it on the same connection is answered: neither side would ever know.
 */
const SILENT_MS_MAX = 20_000

/**
 * A catch-up subscription that outlives its connections: it begins again behind the last handled position. Resolves when the
 * signal is aborted, rejects when `handle` did.
 */
export async function subscribe(
  connected: Connection,
  end: EventStore['end'],
  options: SubscribeOptions,
): Promise<void> {
  let from = options.from
  let pause = RESUBSCRIBE_AFTER_MS_MIN
  /** One that was begun when the log ended there, and has caught up, has nothing more to say of what is before. */
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
    if (options.signal.aborted) return
    if (run.handleFailed !== undefined) throw run.handleFailed
    if (run.silentAt !== undefined) {
      begunAt = run.silentAt
      continue
    }
    options.onState?.('reconnecting', run.lost)
    // The store is there and this side was busy: waiting would only let more come together.
    if (run.tooSlow && moved) continue
    await delay(pause, undefined, { signal: options.signal }).catch(() => undefined)
    pause = Math.min(pause * 2, RESUBSCRIBE_AFTER_MS_MAX)
  }
}

/** `deafAt`: where the log ended when it was found that nothing comes any more. */
type SubscriptionRun = { handleFailed?: unknown; tooSlow?: boolean; lost?: unknown; silentAt?: bigint }

/** Asked before each life of it: one that is begun after the answer has all that the node had then when it has caught up. */
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

/** One life of a catch-up subscription: until the connection is lost, `handle` fails or the signal is aborted. */
function subscribeOnce(
  client: EventStoreDBClient,
  options: SubscribeOptions,
  from: Position | null,
  handled: (position: Position) => void,
  newerEnd: (hasCaughtUp: boolean) => Promise<bigint | null>,
): Promise<SubscriptionRun> {
  const { batchMax = BATCH_MAX, batchDelayMs = 0, idleMsMax = SILENT_MS_MAX } = options
  const queue: (LoggedEvent | UnreadableLogEvent)[] = []
  let at = from
  /** The newest checkpoint that was told, which may not be stored yet, and the one before it, which may. */
  let newest: Position | null = null
  let checkpoint: Position | null = null
  /** Events that came here, and those of them that were handled. */
  let received = 0
  let handledCount = 0
  /** How many have to be handled until everything is that the store had when it said so; null while there is nothing to tell. */
  let caughtUpCount: number | null = null
  /** Of those the ones that the client still has. */
  let buffered = 0
  let over = false
  let pumping = false
  let lost = false
  let tooSlow = false
  let whyLost: unknown
  let stopWaiting = () => {}
  let heardTimes = 0
  let hasCaughtUp = false

  return new Promise(resolve => {
    const silenceTimer = setTimeout(() => void checkSilence(), idleMsMax)
    const heard = () => {
      heardTimes += 1
      silenceTimer.refresh()
    }

    /** Whoever takes what came hears nothing meanwhile. */
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
        // One behind what is told: servers around 25.0.0 could tell the place of an event that they send only afterwards, and whoever begins
        // again there never gets it (https://github.com/kurrent-io/KurrentDB/pull/4975, for the lines 24.10 and 25.0 in 4990 and 4991). Once the next
        // one is told, that event has come.
        checkpointReached: (_, reached) => {
          heard()
          if (reached.commit === NO_POSITION || reached.prepare === NO_POSITION) return
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

    async function handle(events: (LoggedEvent | UnreadableLogEvent)[], position: Position) {
      await options.handle({ events, position })
      at = position
      handledCount += events.length
      handled(position)
      notifyCaughtUp()
    }

    /** Not once nothing waits here: where something comes all the time, that is never. */
    function notifyCaughtUp() {
      if (
        caughtUpCount === null ||
        buffered > 0 ||
        handledCount < caughtUpCount ||
        over ||
        lost ||
        options.signal.aborted
      )
        return
      caughtUpCount = null
      options.onCaughtUp?.()
    }

    async function waitForMore() {
      if (queue.length >= batchMax || over || lost || options.signal.aborted) return
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
    // What was received is still handled: it is acknowledged history, only the line is cut. A batch in progress ends
    // before the next subscription begins, so that `handle` never runs twice at once.
    const onLost = (error?: unknown) => {
      lost = true
      stopWaiting()
      tooSlow = isTooSlow(error)
      whyLost = error
      void pump()
    }
    subscription.on('error', onLost)
    // No store ends a subscription without an error, but a proxy before it may.
    subscription.on('end', () => onLost())
    subscription.on('data', ({ event }) => {
      heard()
      const isTaken = event !== undefined && (!isSystemEvent(event) || options.includeSystemEvents === true)
      if (buffered > 0) {
        buffered -= 1
        if (isTaken) caughtUpCount! += 1
      }
      // What was waited for may be nothing to take.
      if (!isTaken) return void setImmediate(() => void pump())
      queue.push(isSystemEvent(event) ? systemEvent(event) : logged(event))
      received += 1
      if (queue.length >= batchMax) stopWaiting()
      if (queue.length >= QUEUE_HIGH) subscription.pause()
      // One turn of the loop gathers what arrived together into one batch.
      if (queue.length === 1) setImmediate(() => void pump())
    })
    if (options.signal.aborted) onAbort()
  })
}
