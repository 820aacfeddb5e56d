import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type AllStreamResolvedEvent,
  type AppendExpectedRevision,
  type EventData,
  EventStoreDBClient,
  jsonEvent,
  type ResolvedEvent,
} from '@eventstore/db-client'
import { type EmbeddedEventStore, startEmbeddedEventStore } from '#embedded/eventstore/spawn.ts'
import type { NewEvent } from '#event-sourcing/event-store.ts'
import { context } from '../../harness/counter.ts'

/** What the event store tests share: an embedded node on a folder of its own, and short words for common questions. */

export interface TestNode {
  readonly dataDir: string
  url: string
  /** Ends the node (SIGKILL unless told otherwise) and starts it again on the same port and folder. */
  restart(signal?: NodeJS.Signals): Promise<void>
  end(signal?: NodeJS.Signals): Promise<void>
  start(): Promise<void>
  isDown(): boolean
  pid(): number
  /** Ends the node and removes its folder. */
  dispose(): Promise<void>
}

export async function startTestNode(dataDir = mkdtempSync(join(tmpdir(), 'eventstore-test-'))): Promise<TestNode> {
  let node: EmbeddedEventStore = await startEmbeddedEventStore({ dataDir })
  const port = Number(/:(\d+)/.exec(node.url.slice('esdb://'.length))?.[1])
  let down = false
  const test: TestNode = {
    dataDir,
    url: node.url,
    end: async (signal = 'SIGKILL') => {
      process.kill(node.pid, signal)
      await node.exited
      down = true
    },
    start: async () => {
      node = await startEmbeddedEventStore({ dataDir, port })
      down = false
    },
    isDown: () => down,
    pid: () => node.pid,
    restart: async signal => {
      await test.end(signal)
      await test.start()
    },
    dispose: async () => {
      await node.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return test
}

export function connect(url: string): EventStoreDBClient {
  return EventStoreDBClient.connectionString(url)
}

export function event(data: unknown = {}, id: string = randomUUID(), type = 'Happened') {
  return jsonEvent({ type, id, data: { value: data } })
}

/** An event as the module around the client takes it. */
export function newEvent(data: object = {}): NewEvent {
  const { actor } = context('r')
  const metadata = {
    v: 1 as const,
    at: '2026-01-01T00:00:00.000Z',
    actor,
    request_id: '',
    correlation_id: '',
    causation_id: null,
    prev_hash: null,
    hash: '',
  }
  return { id: randomUUID(), type: 'Happened', data, metadata }
}

/** `count` events with data 0, 1, 2 …. */
export function events(count: number): ReturnType<typeof event>[] {
  return Array.from({ length: count }, (_, i) => event(i))
}

/** Outcome of an append in a word: `stored 3`, `wrong 2`, `wrong none`, or the client's error type. */
export async function append(
  client: EventStoreDBClient,
  stream: string,
  data: EventData | EventData[],
  expectedRevision: AppendExpectedRevision = 'any',
): Promise<string> {
  try {
    const { nextExpectedRevision } = await client.appendToStream(stream, data, { expectedRevision })
    return `stored ${nextExpectedRevision}`
  } catch (error) {
    if (!(error instanceof Error && 'type' in error)) throw error
    if (error.type !== 'wrong-expected-version' || !('actualVersion' in error)) return String(error.type)
    return `wrong ${error.actualVersion === 'no_stream' ? 'none' : error.actualVersion}`
  }
}

/** The events of a stream, oldest first; the error type when it cannot be read. */
export async function read(client: EventStoreDBClient, stream: string): Promise<ResolvedEvent[] | string> {
  try {
    const found: ResolvedEvent[] = []
    for await (const resolved of client.readStream(stream)) found.push(resolved)
    return found
  } catch (error) {
    if (error instanceof Error && 'type' in error) return String(error.type)
    throw error
  }
}

/** The ids in a stream, oldest first. */
export async function ids(client: EventStoreDBClient, stream: string): Promise<string[]> {
  const found = await read(client, stream)
  return typeof found === 'string' ? [] : found.map(({ event }) => event?.id ?? '')
}

/** Waits until `condition` holds; throws with the name of what never came. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  patienceMs = 30_000,
): Promise<void> {
  const end = Date.now() + patienceMs
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`waited ${patienceMs} ms in vain: ${what}`)
    await sleep(10)
  }
}

export function sleep(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms))
}

/** Everything in `$all` that a test can compare: one line per event. */
export async function fingerprint(client: EventStoreDBClient): Promise<string[]> {
  const lines: string[] = []
  for await (const { event } of client.readAll()) lines.push(line(event))
  return lines
}

function line(event: AllStreamResolvedEvent['event']): string {
  if (event === undefined) return 'nothing'
  const { position, streamId, revision, id, type, created, metadata } = event
  const data = event.isJson ? event.data : Buffer.from(event.data).toString('base64')
  return JSON.stringify([
    String(position.commit),
    streamId,
    String(revision),
    id,
    type,
    created.getTime(),
    data,
    metadata ?? null,
  ])
}
