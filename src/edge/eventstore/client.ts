import {
  END,
  type EventStoreDBClient,
  jsonEvent,
  NO_STREAM,
  type ReadStreamOptions,
  type ResolvedEvent,
} from '@eventstore/db-client'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import './batch-stream.ts'
import type { EventStore, IsTailStart, LogEvent, NewEvent, Position } from '#event-sourcing/event-store.ts'
import { StoreUnavailable, WrongRevision } from '#event-sourcing/store-errors.ts'
import { createConnection } from './connection.ts'
import { isNoAnswer, typeOf } from './errors.ts'
import { APPEND_DEADLINE_SENT_MS, PING_DEADLINE_MS } from './limits.ts'
import { isSystemEvent, logged, recorded } from './recorded.ts'
import { retryUntilKnown } from './retry-until-known.ts'
import { type SilenceTimer, withSilenceTimeout } from './silence-timeout.ts'
import { subscribe } from './subscription.ts'
import './connection-window.ts'

/** Adds what the client lacks: timeouts of appends, durable subscriptions, one kind of error. */

/** Printable ASCII. For a refusal about another name the server answers HTTP 500 (seen on 23.10). */
const NAME = /^[\x21-\x7e]+$/

const TAIL_PAGE = 128

type StreamEvent = NonNullable<ResolvedEvent['event']>

/** As bytes: the client would encode an object as base64, twice. */
const utf8 = new TextEncoder()

export function connectEventStore(url: string): EventStore {
  const connected = createConnection(url)

  async function append(stream: string, expected: number | 'no_stream', events: NewEvent[]): Promise<void> {
    if (!NAME.test(stream)) throw new Error(`the stream name ${JSON.stringify(stream)} is not printable ASCII`)
    const expectedRevision = expected === 'no_stream' ? NO_STREAM : BigInt(expected)
    const data = events.map(({ id, type, data, metadata }) =>
      jsonEvent({ id, type, data: { ...data }, metadata: utf8.encode(JSON.stringify(metadata)) }),
    )
    let tries = 0
    const { success } = await retryUntilKnown(`appending to ${stream}`, () => {
      tries += 1
      return connected.request('append', `append to ${stream}`, client =>
        client.appendToStream(stream, data, { expectedRevision, deadline: APPEND_DEADLINE_SENT_MS }),
      )
    }).catch(error => {
      // The connection string can turn this answer into an error.
      if (typeOf(error) === 'wrong-expected-version') return { success: false }
      throw error
    })
    if (success || (tries > 1 && (await isAlreadyWritten(stream, expected, events)))) return
    throw new WrongRevision(stream)
  }

  /** Reads the stream to find out whether an append without an answer took effect. */
  async function isAlreadyWritten(
    stream: string,
    expected: number | 'no_stream',
    events: NewEvent[],
  ): Promise<boolean> {
    const first = expected === 'no_stream' ? 0 : expected + 1
    const written = await read(stream, first)
    return events.every((event, index) => written[index]?.id === event.id)
  }

  async function read(stream: string, fromRevision = 0, max?: number): Promise<Recorded<DomainEvent>[]> {
    // A path parameter can be any text; no stream has such a name.
    if (!NAME.test(stream)) return []
    const limited = max === undefined ? {} : { maxCount: max }
    const events = await retryUntilKnown(`reading ${stream}`, () =>
      connected.request('read', `read of ${stream}`, (client, waiting) =>
        readOnce(client, waiting, stream, { fromRevision: BigInt(fromRevision), ...limited }),
      ),
    )
    return events.map(recorded)
  }

  async function readTail(stream: string, isEnough: IsTailStart): Promise<Recorded<DomainEvent>[]> {
    if (!NAME.test(stream)) return []
    const newestFirst: Recorded<DomainEvent>[] = []
    for (let from: bigint | typeof END = END; ; ) {
      const page = await retryUntilKnown(`reading the end of ${stream}`, () =>
        connected.request('read', `read of the end of ${stream}`, (client, waiting) =>
          readOnce(client, waiting, stream, { direction: 'backwards', fromRevision: from, maxCount: TAIL_PAGE }),
        ),
      )
      for (const event of page.map(recorded)) {
        newestFirst.push(event)
        if (isEnough(event, newestFirst[0]!)) return newestFirst.reverse()
      }
      const { revision = 0 } = newestFirst.at(-1) ?? {}
      if (page.length < TAIL_PAGE || revision === 0) return newestFirst.reverse()
      from = BigInt(revision - 1)
    }
  }

  async function end(): Promise<Position | null> {
    try {
      return await connected.request('read', 'read of the end', async (client, { onTimeout }) => {
        const last = client.readAll({ direction: 'backwards', fromPosition: END, maxCount: 1 })
        onTimeout(() => cancelRead(last))
        const { value } = await last[Symbol.asyncIterator]().next()
        return value?.event?.position ?? null
      })
    } catch (error) {
      throw new StoreUnavailable('reading its end', error)
    }
  }

  async function ping(): Promise<void> {
    try {
      await withSilenceTimeout(PING_DEADLINE_MS, 'ping', end)
    } catch (error) {
      throw error instanceof StoreUnavailable ? error : new StoreUnavailable('answering', error)
    }
  }

  async function at(position: Position): Promise<LogEvent | null> {
    const found = await retryUntilKnown(`reading at ${position.commit}`, () =>
      connected.request('read', 'read of a place', async (client, { onTimeout }) => {
        const reading = client.readAll({ direction: 'forwards', fromPosition: position, maxCount: 1 })
        onTimeout(() => cancelRead(reading))
        const { value } = await reading[Symbol.asyncIterator]().next()
        return value?.event
      }),
    ).catch(async error => {
      // Servers refuse an unknown position in several ways. No answer is no refusal, whatever the next request gets.
      if (isNoAnswer(error)) throw error
      await end()
      return undefined
    })
    if (found?.position === undefined || isSystemEvent(found)) return null
    const { commit, prepare } = found.position
    return commit === position.commit && prepare === position.prepare ? logged(found) : null
  }

  return {
    append,
    read,
    readTail,
    subscribe: options => subscribe(connected, end, options),
    end,
    at,
    ping,
    close: () => connected.close(),
  }
}

async function readOnce(
  client: EventStoreDBClient,
  { refresh, onTimeout }: SilenceTimer,
  stream: string,
  options: ReadStreamOptions,
): Promise<StreamEvent[]> {
  const events: StreamEvent[] = []
  const reading = client.readStream(stream, options)
  onTimeout(() => cancelRead(reading))
  try {
    for await (const { event } of reading) {
      refresh()
      if (event) events.push(event)
    }
  } catch (error) {
    if (typeOf(error) === 'stream-not-found') return []
    throw error
  }
  return events
}

/** An abandoned read would continue, and its stream stay open. */
function cancelRead(reading: { cancel(): Promise<void>; destroy(): void }): void {
  reading.cancel().catch(() => undefined)
  reading.destroy()
}
