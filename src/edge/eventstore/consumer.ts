import { setTimeout as delay } from 'node:timers/promises'
import {
  type EventStoreDBClient,
  PARK,
  type PersistentSubscriptionToAll,
  type PersistentSubscriptionToAllResolvedEvent,
  persistentSubscriptionToAllSettingsFromDefaults,
  RETRY,
  START,
  streamNameFilter,
} from '@eventstore/db-client'
import type { Connection } from './connection.ts'
import { withDeadline } from './deadline.ts'
import { typeOf } from './errors.ts'
import type { ConsumeOptions } from './event-store.ts'
import { ANSWER_MS_MAX, RESUBSCRIBE_AFTER_MS_MAX, RESUBSCRIBE_AFTER_MS_MIN } from './limits.ts'
import { isOfTheStore, recorded } from './recorded.ts'

/** The store retries at once; these pauses keep a broken dependency from burning all retries in a second. */
const RETRY_AFTER_MS_MIN = 200
const RETRY_AFTER_MS_MAX = 5_000
const DRAIN_EVERY_MS = 5

/** A competing consumer that outlives its connections. Resolves when the signal is aborted and its work in flight is done. */
export async function consume(connected: Connection, options: ConsumeOptions): Promise<void> {
  const working = new Set<Promise<void>>()
  await keepConsuming(connected, options, working)
  // Work that began before a connection was lost has nobody left to acknowledge it to, and still needs what its caller closes next.
  await Promise.allSettled(working)
}

async function keepConsuming(
  connected: Connection,
  options: ConsumeOptions,
  working: Set<Promise<void>>,
): Promise<void> {
  let pause = RESUBSCRIBE_AFTER_MS_MIN
  while (!options.signal.aborted) {
    const { client } = connected
    try {
      await ensureGroup(client, options)
      await runConsumer(client, options, working, () => {
        pause = RESUBSCRIBE_AFTER_MS_MIN
      })
    } catch (error) {
      // Whatever ended it, it is tried again; `onState` tells that it is not live.
      connected.failed(client, error)
    }
    if (options.signal.aborted) return
    options.onState?.('reconnecting')
    await delay(pause, undefined, { signal: options.signal }).catch(() => undefined)
    pause = Math.min(pause * 2, RESUBSCRIBE_AFTER_MS_MAX)
  }
}

async function ensureGroup(client: EventStoreDBClient, { group, prefixes, retriesMax }: ConsumeOptions): Promise<void> {
  const settings = persistentSubscriptionToAllSettingsFromDefaults({ startFrom: START, maxRetryCount: retriesMax })
  const filter = streamNameFilter({ prefixes })
  const creation = client.createPersistentSubscriptionToAll(group, settings, { filter })
  try {
    await withDeadline(ANSWER_MS_MAX, `creation of group ${group}`, () => creation)
  } catch (error) {
    if (typeOf(error) !== 'persistent-subscription-exists') throw error
  }
}

/** One life of a consumer: until the connection is lost or the signal is aborted. */
function runConsumer(
  client: EventStoreDBClient,
  options: ConsumeOptions,
  working: Set<Promise<void>>,
  onEvent: () => void,
): Promise<void> {
  const subscription = client.subscribeToPersistentSubscriptionToAll(options.group, { bufferSize: options.concurrency })
  const acknowledge = acknowledger(subscription)
  let inFlight = 0

  async function take(resolved: PersistentSubscriptionToAllResolvedEvent) {
    onEvent()
    if (resolved.event === undefined || isOfTheStore(resolved.event)) return acknowledge(resolved)
    const event = known(resolved.event)
    if (event === undefined) {
      await subscription.nack(PARK, 'not written by this service', resolved).catch(() => undefined)
      return
    }
    inFlight += 1
    try {
      const work = options.handle(event)
      working.add(work)
      await work.finally(() => working.delete(work))
      acknowledge(resolved)
    } catch (error) {
      options.onFailure?.(event, error)
      const { retryCount } = resolved
      await delay(Math.min(RETRY_AFTER_MS_MIN * 2 ** retryCount, RETRY_AFTER_MS_MAX))
      const action = retryCount >= options.retriesMax ? PARK : RETRY
      await subscription.nack(action, 'handler failed', resolved).catch(() => undefined)
    } finally {
      inFlight -= 1
    }
  }

  return new Promise((resolve, reject) => {
    let over = false
    const finish = (error?: unknown) => {
      if (over) return
      over = true
      options.signal.removeEventListener('abort', onAbort)
      subscription.removeAllListeners('data')
      subscription.on('error', () => undefined)
      subscription.unsubscribe().catch(() => undefined)
      if (error === undefined) resolve()
      else reject(error)
    }
    // Work in flight ends first, so that a stop acknowledges what it did; new events are not taken.
    const onAbort = () => {
      subscription.pause()
      const wait = setInterval(() => {
        if (inFlight > 0) return
        clearInterval(wait)
        acknowledge.now().finally(() => finish())
      }, DRAIN_EVERY_MS)
    }
    options.signal.addEventListener('abort', onAbort, { once: true })
    if (options.signal.aborted) onAbort()
    subscription.on('error', finish)
    subscription.on('end', () => finish())
    subscription.on('confirmation', () => options.onState?.('live'))
    subscription.on('data', take)
  })
}

function known(event: Parameters<typeof recorded>[0]): ReturnType<typeof recorded> | undefined {
  try {
    return recorded(event)
  } catch {
    return undefined
  }
}

/**
 * Acknowledges what was done in one turn of the loop with one message. An acknowledgement that is lost only means that the
 * event comes again.
 */
function acknowledger(subscription: PersistentSubscriptionToAll) {
  let done: PersistentSubscriptionToAllResolvedEvent[] = []
  const now = async () => {
    const events = done
    done = []
    if (events.length > 0) await subscription.ack(...events).catch(() => undefined)
  }
  const acknowledge = (resolved: PersistentSubscriptionToAllResolvedEvent) => {
    done.push(resolved)
    if (done.length === 1) setImmediate(() => void now())
  }
  return Object.assign(acknowledge, { now })
}
