import type { FastifyReply } from 'fastify'
import type { Authenticator, Claims } from '#http/authenticator.ts'
import type { Service } from '#service.ts'
import { isAfter } from '#subscription/checkpoint.ts'
import { Rejection } from '#values/errors.ts'
import { type ResetReason, readMissed, resetReasonOf } from './catch-up.ts'
import type { EventFeed, Feed, FeedReader } from './event-feed.ts'
import type { StreamedEvent } from './shared-translation.ts'
import { openConnection, type StreamConnection } from './stream-connection.ts'
import { type Anchor, parseStreamId, streamIdOf } from './stream-id.ts'

export const EVENT_STREAM_TYPE = 'text/event-stream'
const SCOPE = 'events:read'
/** Shorter than the idle time of usual proxies. */
const HEARTBEAT_MS = 15_000
/** Sessions are cached for 4 s, and a stream ends within 5 s of its session. */
const CHECK_MS = 500
/** How long a reader waits before it reconnects. */
const RECONNECT_MS = 1_000

export type StreamDeps = {
  service: Pick<Service, 'store' | 'log' | 'now'>
  feed: EventFeed
  authenticator: Pick<Authenticator, 'authenticateAgain'>
}

export type StreamParams = { claims: Claims; lastEventId: string | undefined; release: () => void }

/** Errors: AUTH_001, AUTH_002, AUTH_003. */
async function assertMayRead({ authenticator }: StreamDeps, claims: Claims): Promise<void> {
  const { access } = await authenticator.authenticateAgain(claims)
  if (!access.scopes.includes(SCOPE)) throw new Rejection('AUTH_003', { required_scope: SCOPE })
}

/**
 * Answers with a stream: the client's events from now on, or after `lastEventId`. Resolves when the head is sent.
 * `release` runs when the stream has ended, or before this rejects. Returns what ends the stream.
 */
export async function startEventStream(
  deps: StreamDeps,
  { claims, lastEventId, release }: StreamParams,
  reply: FastifyReply,
): Promise<() => void> {
  const { service, feed } = deps
  const { client_id } = claims
  const closed = new AbortController()
  const { signal } = closed
  let connection: StreamConnection | undefined
  /** Up to here the reader has everything. */
  let at: Anchor | null = null

  const idOf = (anchor: Anchor | null) => streamIdOf(client_id, { anchor, at: service.now() })
  const messageOf = ({ anchor, record }: StreamedEvent) => `id: ${idOf(anchor)}\ndata: ${record}\n\n`
  const isNew = ({ anchor }: StreamedEvent) => isAfter(anchor.position, at?.position ?? null)

  const reader: FeedReader = {
    client_id,
    deliver(event) {
      if (!isNew(event)) return
      connection?.write(messageOf(event))
      at = event.anchor
    },
    end: () => connection?.end(),
  }
  reply.raw.once('close', () => closed.abort())

  let joined: Feed
  try {
    await assertMayRead(deps, claims)
    joined = await feed.join(reader, signal)
  } catch (error) {
    release()
    if (!signal.aborted) throw error
    // Without a reader there is nothing to answer.
    reply.hijack()
    return () => undefined
  }
  // The reader has gone, or got the answer that it took too long.
  if (signal.aborted || reply.sent) {
    feed.leave(joined, reader)
    release()
    if (!reply.sent) reply.hijack()
    return () => undefined
  }
  const timers = startTimers(deps, claims, {
    connection: () => connection,
    heartbeat() {
      if (!joined.attached.has(reader)) return
      const newest = joined.anchor()
      if (isAfter(newest?.position ?? null, at?.position ?? null)) at = newest
      connection?.write(`: heartbeat\nid: ${idOf(at)}\n\n`)
    },
  })
  connection = openConnection(reply, EVENT_STREAM_TYPE, () => {
    timers.forEach(clearInterval)
    closed.abort()
    feed.leave(joined, reader)
    release()
  })
  connection.write(`retry: ${RECONNECT_MS}\n\n`)
  if (joined.isEnded()) connection.end()

  begin(connection).catch(error => {
    if (!signal.aborted) service.log.warn({ err: error }, 'an event stream ended; its reader reconnects')
    connection.end()
  })
  return () => connection.end()

  async function begin(open: StreamConnection): Promise<void> {
    if (lastEventId === undefined) return beginNow(open, '')
    const id = parseStreamId(lastEventId, client_id)
    if (id === null) return beginNow(open, resetMessage('unknown'))
    const reason = await resetReasonOf(service.store, id, service.now())
    if (reason !== null) return beginNow(open, resetMessage(reason))
    at = id.anchor
    for (;;) {
      const to = joined.anchor()
      if (to === null || !isAfter(to.position, at?.position ?? null)) break
      const missed = await readMissed(service.store, joined, { client_id, from: at, to, signal })
      if (missed === 'behind') return beginNow(open, resetMessage('behind'))
      await open.writeAll(missed.map(messageOf), signal)
      at = to
    }
    if (!signal.aborted) joined.attached.add(reader)
  }

  /** The position is taken before the reader can read its lists, so that it misses nothing. */
  function beginNow(open: StreamConnection, before: string): void {
    if (signal.aborted) return
    at = joined.anchor()
    joined.attached.add(reader)
    open.write(`${before}id: ${idOf(at)}\n\n`)
  }
}

/** The `id` of the same message follows. */
function resetMessage(reason: ResetReason): string {
  return `event: reset\ndata: ${JSON.stringify({ reason })}\n`
}

type Timed = { connection: () => StreamConnection | undefined; heartbeat(): void }

function startTimers(deps: StreamDeps, claims: Claims, { connection, heartbeat }: Timed): NodeJS.Timeout[] {
  let isChecking = false
  /** One that can't be checked may have ended; its reader asks again. */
  async function check(): Promise<void> {
    if (isChecking) return
    isChecking = true
    await assertMayRead(deps, claims).catch(() => connection()?.end())
    isChecking = false
  }
  return [
    setInterval(() => {
      connection()?.cutOffIfStalled()
      void check()
    }, CHECK_MS),
    setInterval(heartbeat, HEARTBEAT_MS),
  ]
}
