import { setTimeout as delay } from 'node:timers/promises'
import {
  type AllStreamSubscription,
  END,
  EventStoreDBClient,
  jsonEvent,
  NO_STREAM,
  PARK,
  persistentSubscriptionToAllSettingsFromDefaults,
  RETRY,
  START,
  streamNameFilter,
} from '@eventstore/db-client'
import type { DomainEvent, EventMetadata, Recorded } from '#decider.ts'
import { isSilence, OwnDeadline, StoreUnavailable, typeOf, WrongRevision } from './errors.ts'
import type { ConsumeOptions, EventStore, Logged, NewEvent, Position, SubscribeOptions } from './event-store.ts'

/**
 * The one module that knows the client. It defends the application against what the client leaves to its caller: appends
 * without a deadline, subscriptions that end at the first lost connection, errors that come in two shapes.
 */

/** The client's batch append never gives up by itself; the server's own write timeout is 2 s. */
const APPEND_DEADLINE_MS = 4_000
const READ_DEADLINE_MS = 5_000
const PING_DEADLINE_MS = 1_000
/** Pauses before a repeat of a call that got no answer. */
const REPEAT_AFTER_MS = [50, 250]
const RESUBSCRIBE_AFTER_MS_MIN = 100
const RESUBSCRIBE_AFTER_MS_MAX = 5_000
const BATCH_MAX = 500
/** Events held here per subscription before the client is paused. */
const QUEUE_HIGH = 2_000
/** The store looks at 32 events per checkpoint interval; 32 of them = one checkpoint per 1,024 events considered. */
const CHECKPOINT_INTERVAL = 32

type RecordedByClient = {
  id: string
  streamId: string
  revision: bigint
  type: string
  data: unknown
  metadata: unknown
}

function recorded(event: RecordedByClient): Recorded<DomainEvent> {
  const metadata = event.metadata as EventMetadata
  return {
    id: event.id,
    stream: event.streamId,
    revision: Number(event.revision),
    type: event.type,
    data: event.data as object,
    at: metadata.at,
    metadata,
  }
}

async function withDeadline<T>(ms: number, doing: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new OwnDeadline(`${doing}: no answer in ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}

export function connectEventStore(url: string): EventStore {
  const client = EventStoreDBClient.connectionString(url)

  async function append(stream: string, expected: number | 'no_stream', events: NewEvent[]): Promise<void> {
    const expectedRevision = expected === 'no_stream' ? NO_STREAM : BigInt(expected)
    const data = events.map(({ id, type, data, metadata }) =>
      jsonEvent({ id, type, data: { ...data }, metadata: { ...metadata } }),
    )
    let unanswered = false
    for (let attempt = 0; ; attempt += 1) {
      try {
        await withDeadline(
          APPEND_DEADLINE_MS,
          `append to ${stream}`,
          client.appendToStream(stream, data, { expectedRevision }),
        )
        return
      } catch (error) {
        if (typeOf(error) === 'wrong-expected-version') {
          if (unanswered && (await alreadyThere(stream, expected, events))) return
          throw new WrongRevision(stream)
        }
        if (!isSilence(error)) throw error
        unanswered = true
        const pause = REPEAT_AFTER_MS[attempt]
        if (pause === undefined) throw new StoreUnavailable(`appending to ${stream}`, error)
        await delay(pause)
      }
    }
  }

  /** After an append without an answer, the stream itself says whether it took effect. */
  async function alreadyThere(stream: string, expected: number | 'no_stream', events: NewEvent[]): Promise<boolean> {
    const first = expected === 'no_stream' ? 0 : expected + 1
    const written = await read(stream, first)
    return events.every((event, index) => written[index]?.id === event.id)
  }

  async function read(stream: string, fromRevision = 0): Promise<Recorded<DomainEvent>[]> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await withDeadline(READ_DEADLINE_MS, `read of ${stream}`, readOnce(stream, fromRevision))
      } catch (error) {
        if (!isSilence(error)) throw error
        const pause = REPEAT_AFTER_MS[attempt]
        if (pause === undefined) throw new StoreUnavailable(`reading ${stream}`, error)
        await delay(pause)
      }
    }
  }

  async function readOnce(stream: string, fromRevision: number) {
    const events: Recorded<DomainEvent>[] = []
    try {
      for await (const { event } of client.readStream(stream, { fromRevision: BigInt(fromRevision) }))
        if (event) events.push(recorded(event))
    } catch (error) {
      if (typeOf(error) === 'stream-not-found') return []
      throw error
    }
    return events
  }

  async function subscribe(options: SubscribeOptions): Promise<void> {
    let from = options.from
    let pause = RESUBSCRIBE_AFTER_MS_MIN
    while (!options.signal.aborted) {
      const run = await runSubscription(client, options, from, position => {
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

  async function consume(options: ConsumeOptions): Promise<void> {
    let pause = RESUBSCRIBE_AFTER_MS_MIN
    while (!options.signal.aborted) {
      try {
        await ensureGroup(options)
        await runConsumer(options, () => {
          pause = RESUBSCRIBE_AFTER_MS_MIN
        })
      } catch (error) {
        if (!isSilence(error) && !/persistent-subscription/.test(typeOf(error) ?? '')) options.onState?.('reconnecting')
      }
      if (options.signal.aborted) return
      options.onState?.('reconnecting')
      await delay(pause, undefined, { signal: options.signal }).catch(() => undefined)
      pause = Math.min(pause * 2, RESUBSCRIBE_AFTER_MS_MAX)
    }
  }

  async function ensureGroup({ group, prefixes, retriesMax }: ConsumeOptions): Promise<void> {
    const settings = persistentSubscriptionToAllSettingsFromDefaults({ startFrom: START, maxRetryCount: retriesMax })
    try {
      await withDeadline(
        READ_DEADLINE_MS,
        `creation of group ${group}`,
        client.createPersistentSubscriptionToAll(group, settings, { filter: streamNameFilter({ prefixes }) }),
      )
    } catch (error) {
      if (typeOf(error) !== 'persistent-subscription-exists') throw error
    }
  }

  function runConsumer(options: ConsumeOptions, onEvent: () => void): Promise<void> {
    const subscription = client.subscribeToPersistentSubscriptionToAll(options.group, {
      bufferSize: options.concurrency,
    })
    return new Promise((resolve, reject) => {
      let inFlight = 0
      let over = false
      const finish = (error?: unknown) => {
        if (over) return
        over = true
        options.signal.removeEventListener('abort', onAbort)
        // Work in flight ends first, so that a stop acknowledges what it did; new events are not taken.
        subscription.removeAllListeners('data')
        subscription.unsubscribe().catch(() => undefined)
        subscription.on('error', () => undefined)
        if (error === undefined) resolve()
        else reject(error)
      }
      const onAbort = () => {
        subscription.pause()
        const wait = setInterval(() => {
          if (inFlight > 0) return
          clearInterval(wait)
          finish()
        }, 5)
      }
      options.signal.addEventListener('abort', onAbort, { once: true })
      if (options.signal.aborted) onAbort()
      subscription.on('error', finish)
      subscription.on('end', () => finish())
      subscription.on('confirmation', () => options.onState?.('live'))
      subscription.on('data', async resolved => {
        onEvent()
        if (resolved.event === undefined) return void (await subscription.ack(resolved).catch(() => undefined))
        inFlight += 1
        const event = recorded(resolved.event)
        try {
          await options.handle(event)
          await subscription.ack(resolved)
        } catch (error) {
          options.onFailure?.(event, error)
          // The server retries at once; a pause here keeps a broken dependency from burning all retries in a second.
          const retries = resolved.retryCount
          await delay(Math.min(200 * 2 ** retries, 5_000))
          const action = retries >= options.retriesMax ? PARK : RETRY
          await subscription.nack(action, 'handler failed', resolved).catch(() => undefined)
        } finally {
          inFlight -= 1
        }
      })
    })
  }

  return {
    append,
    read,
    subscribe,
    consume,
    async parkedCount(group) {
      const info = await withDeadline(READ_DEADLINE_MS, 'group info', client.getPersistentSubscriptionToAllInfo(group))
      return Number(info.stats.parkedMessageCount)
    },
    async replayParked(group) {
      await withDeadline(READ_DEADLINE_MS, 'replay of parked events', client.replayParkedMessagesToAll(group))
    },
    async ping() {
      try {
        const last = client.readAll({ direction: 'backwards', fromPosition: END, maxCount: 1 })
        await withDeadline(PING_DEADLINE_MS, 'ping', last[Symbol.asyncIterator]().next())
      } catch (error) {
        throw new StoreUnavailable('pinging it', error)
      }
    },
    async close() {
      await client.dispose()
    },
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
    subscription.on('error', () => {
      // What was received is still handled: it is acknowledged history, only the line is cut. A batch in progress ends
      // before the next subscription begins, so that `handle` never runs twice at once.
      lost = true
      void pump()
    })
    subscription.on('data', ({ event }) => {
      if (event === undefined) return
      queue.push({ ...recorded(event), position: event.position })
      if (queue.length >= QUEUE_HIGH) subscription.pause()
      // One turn of the loop gathers what arrived together into one batch.
      if (queue.length === 1) setImmediate(() => void pump())
    })
    if (options.signal.aborted) onAbort()
  })
}
