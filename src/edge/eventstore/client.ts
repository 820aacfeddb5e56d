import { setTimeout as delay } from 'node:timers/promises'
import { END, type EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client'
import type { DomainEvent, Recorded } from '#decider.ts'
import './batch-stream.ts'
import { connection } from './connection.ts'
import { consume } from './consumer.ts'
import { withDeadline } from './deadline.ts'
import './ended-calls.ts'
import { isSilence, StoreUnavailable, typeOf, WrongRevision } from './errors.ts'
import type { EventStore, NewEvent, Position } from './event-store.ts'
import { APPEND_DEADLINE_MS, PING_DEADLINE_MS, READ_DEADLINE_MS, REPEAT_AFTER_MS } from './limits.ts'
import { recorded } from './recorded.ts'
import { subscribe } from './subscription.ts'

/**
 * This folder is the one place that knows the client. It defends the application against what the client leaves to its caller: appends
 * without a deadline, subscriptions that end at the first lost connection, errors that come in two shapes.
 */

/** Metadata is given as the bytes it becomes: the client would make base64 of it, and bytes of that, twice. */
const utf8 = new TextEncoder()

export function connectEventStore(url: string): EventStore {
  const connected = connection(url)

  async function onClient<T>(call: (client: EventStoreDBClient) => Promise<T>): Promise<T> {
    const { client } = connected
    try {
      return await call(client)
    } catch (error) {
      connected.failed(client, error)
      throw error
    }
  }

  async function append(stream: string, expected: number | 'no_stream', events: NewEvent[]): Promise<void> {
    const expectedRevision = expected === 'no_stream' ? NO_STREAM : BigInt(expected)
    const data = events.map(({ id, type, data, metadata }) =>
      jsonEvent({ id, type, data: { ...data }, metadata: utf8.encode(JSON.stringify(metadata)) }),
    )
    let unanswered = false
    for (let attempt = 0; ; attempt += 1) {
      try {
        const { success } = await withDeadline(
          APPEND_DEADLINE_MS,
          `append to ${stream}`,
          onClient(client => client.appendToStream(stream, data, { expectedRevision })),
        )
        // The connection string can ask for this answer instead of an error.
        if (!success) throw Object.assign(new Error('wrong revision'), { type: 'wrong-expected-version' })
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
      for await (const { event } of connected.client.readStream(stream, { fromRevision: BigInt(fromRevision) }))
        if (event) events.push(recorded(event))
    } catch (error) {
      if (typeOf(error) === 'stream-not-found') return []
      throw error
    }
    return events
  }

  async function end(): Promise<Position | null> {
    try {
      const last = connected.client.readAll({ direction: 'backwards', fromPosition: END, maxCount: 1 })
      const { value } = await withDeadline(PING_DEADLINE_MS, 'read of the end', last[Symbol.asyncIterator]().next())
      return value?.event?.position ?? null
    } catch (error) {
      throw new StoreUnavailable('reading its end', error)
    }
  }

  return {
    append,
    read,
    subscribe: options => subscribe(connected, options),
    consume: options => consume(connected, options),
    async parkedCount(group) {
      const asked = onClient(client => client.getPersistentSubscriptionToAllInfo(group))
      const info = await withDeadline(READ_DEADLINE_MS, 'group info', asked)
      return Number(info.stats.parkedMessageCount)
    },
    async replayParked(group) {
      const asked = onClient(client => client.replayParkedMessagesToAll(group))
      await withDeadline(READ_DEADLINE_MS, 'replay of parked events', asked)
    },
    end,
    ping: async () => void (await end()),
    close: () => connected.close(),
  }
}
